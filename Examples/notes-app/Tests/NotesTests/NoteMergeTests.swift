import ClusterTesting
import Notes
import Testing

@Suite struct NoteMergeTests {
  /// Two titles of one millisecond and one of another, and tags that both devices add.
  static let edits: [Edit] = [
    .tag("home"),
    .title("Groceries", at: Stamp(900, "tablet")),
    .title("Milk", at: Stamp(1000, "phone")),
    .title("Eggs", at: Stamp(1000, "tablet")),
    .tag("shop"),
  ]

  @Test func theMendedMergeConverges() throws {
    try MergeCheck(from: Note(), operations: Self.edits) { $0.merge($1) }.verify()
  }

  @Test func theShippedMergeLetsArrivalDecide() throws {
    let failure = #expect(throws: TestFailure.self) {
      try MergeCheck(from: Note(), operations: Self.edits) { $0.mergeAsShipped($1) }.verify()
    }
    let message = try #require(failure).message
    #expect(message.hasPrefix("the merge is order-sensitive: two operations end otherwise"))
    #expect(message.contains(#"title: "Eggs" after c, d; "Milk" after d, c"#))
    #expect(!message.contains("\n  a  "), "the tags and the older title have no part in it")
    #expect(
      message.contains(
        """
          start  Note(title: "", titled: Stamp(time: -9223372036854775808, device: ""), tags: {})
          c      title("Milk", at: Stamp(time: 1000, device: "phone"))
          d      title("Eggs", at: Stamp(time: 1000, device: "tablet"))

          c, d  after c  Note(title: "Milk", titled: Stamp(time: 1000, device: "phone"), tags: {})
                after d  Note(title: "Eggs", titled: Stamp(time: 1000, device: "tablet"), tags: {})
          d, c  after d  Note(title: "Eggs", titled: Stamp(time: 1000, device: "tablet"), tags: {})
                after c  Note(title: "Milk", titled: Stamp(time: 1000, device: "phone"), tags: {})
        """))
  }
}
