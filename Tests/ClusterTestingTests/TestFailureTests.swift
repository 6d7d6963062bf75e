import Foundation
import Testing

@testable import ClusterTesting

@Suite struct TestFailureTests {
  @Test func bothTestLibrariesPrintTheWholeMessage() {
    let failure: any Error = TestFailure("one\ntwo")
    #expect("\(failure)" == "one\ntwo")
    #expect(failure.localizedDescription == "one\ntwo")
  }
}
