import Testing
import Waiting

/// Has the tests of a suite run on threads of their own, so that the others have both cores while
/// these wait for a process.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  let threads: WaitingThreads

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) { try await body() }
  }
}

extension Trait where Self == WaitingTrait {
  /// For suites that start processes.
  static var waiting: Self { Self(threads: .shared) }

  /// For suites that look at pages: one test after the other, so that one browser is enough.
  static var browsing: Self { Self(threads: .browsing) }
}
