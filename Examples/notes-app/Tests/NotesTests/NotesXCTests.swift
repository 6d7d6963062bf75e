import ClusterTesting
import Notes
import XCTest

/// The same from XCTest: a check throws, so a test needs no more than `try`.
final class NotesXCTests: XCTestCase {
  private let edits: [Edit] = [
    .title("Milk", at: Stamp(1000, "phone")), .title("Eggs", at: Stamp(1000, "tablet")),
  ]

  func testTheMendedMergeConverges() throws {
    try MergeCheck(from: Note(), operations: edits) { $0.merge($1) }.verify()
  }

  func testTheShippedMergeLetsArrivalDecide() {
    let check = MergeCheck(from: Note(), operations: edits) { $0.mergeAsShipped($1) }
    XCTAssertThrowsError(try check.verify()) { error in
      XCTAssertTrue("\(error)".contains("two operations end otherwise in another order"))
    }
  }

  func testTheMendedKeeperRenewsOnce() throws {
    try ScenarioTest(SessionKeeperTests.twoCalls)
      .client("phone") { PhoneClient($0) { MendedSessionKeeper($0, refresh: $1) } }
      .verify(seeds: 1...10)
  }

  func testTheShippedKeeperRenewsTwice() {
    let test = ScenarioTest(SessionKeeperTests.twoCalls)
      .client("phone") { PhoneClient($0) { ShippedSessionKeeper($0, refresh: $1) } }
    XCTAssertThrowsError(try test.verify(seeds: 1...10)) { error in
      XCTAssertTrue("\(error)".contains("refresh-once"))
    }
  }
}
