import ClusterReport
import Foundation

/// What a check of this library throws when it does not hold: the whole message, its smallest
/// counterexample included.
///
/// It is an ordinary error, so a test needs no more than `try`: Swift Testing and XCTest both print
/// the description of an error that leaves a test.
public struct TestFailure: Error, Hashable, Sendable {
  /// Plain text of one or more lines, without colour or control characters, in ASCII: what names
  /// and values hold beyond it stands there as an escape.
  public let message: String
  /// The smallest counterexample of a scenario test as a scenario file; nil where there is none.
  ///
  /// Saved as a file, or given to ``ScenarioTest/init(json:variant:)``, it fails under any seed
  /// with the weather off.
  public let scenarioJSON: String?

  package init(_ message: String, scenarioJSON: String? = nil) {
    self.message = TextStyle.ofMessages.safeLines(message)
    self.scenarioJSON = scenarioJSON
  }
}

extension TestFailure: CustomStringConvertible {
  public var description: String { message }
}

extension TestFailure: LocalizedError {
  public var errorDescription: String? { message }
}
