import Foundation
import FuzzSubjects
import Testing

/// What fuzzers found and began from, read once more. A trap ends the whole test process, which is
/// seen; the name of the suite that ran stands above it.
@Suite struct CorpusTests {
  private static let corpora = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "Corpora")
  /// How many bytes one input, and how many one corpus, may have.
  private static let longest = 8 << 10
  private static let most = 64 << 10

  private static func inputs(of subject: FuzzSubject) throws -> [[UInt8]] {
    try subject.corpora.flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: corpora.appending(path: folder), includingPropertiesForKeys: nil)
    }.sorted { $0.path() < $1.path() }.map { Array(try Data(contentsOf: $0)) }
  }

  @Test(arguments: FuzzSubject.allCases)
  func everyInputIsReadOrRefused(subject: FuzzSubject) throws {
    let inputs = try Self.inputs(of: subject)
    #expect(!inputs.isEmpty, "no corpus of \(subject)")
    for input in inputs { subject.read(input) }
  }

  @Test(arguments: FuzzSubject.allCases)
  func everyPrefixIsReadOrRefused(subject: FuzzSubject) throws {
    for input in try Self.inputs(of: subject) {
      for length in stride(from: 0, to: input.count, by: max(1, input.count / 40)) {
        subject.read(Array(input.prefix(length)))
      }
    }
  }

  @Test(arguments: FuzzSubject.allCases)
  func aCorpusStaysSmall(subject: FuzzSubject) throws {
    let sizes = try Self.inputs(of: subject).map(\.count)
    #expect(sizes.allSatisfy { $0 <= Self.longest })
    #expect(sizes.reduce(0, +) <= Self.most)
  }
}
