import ClusterTesting
import Testing

/// Small merges whose laws are known without running them.
private enum Known {
  struct Write: Equatable {
    let text: String
    let stamp: Int
    var device = ""
  }

  struct Title: Equatable {
    var text = "Groceries"
    var stamp = 0
    var device = ""
  }

  static let start = Title()
  static let milk = Write(text: "Milk", stamp: 1, device: "phone")
  static let eggs = Write(text: "Eggs", stamp: 1, device: "tablet")

  static func lastArrival(_ title: inout Title, _ write: Write) {
    title.text = write.text
  }

  static func highestStamp(_ title: inout Title, _ write: Write) {
    guard write.stamp >= title.stamp else { return }
    title = Title(text: write.text, stamp: write.stamp, device: write.device)
  }

  static func stampThenDevice(_ title: inout Title, _ write: Write) {
    guard (write.stamp, write.device) > (title.stamp, title.device) else { return }
    title = Title(text: write.text, stamp: write.stamp, device: write.device)
  }
}

@Suite struct MergeCheckTests {
  @Test func aStampWithATieByDeviceIsRobust() throws {
    try MergeCheck(
      from: Known.start, operations: [Known.milk, Known.eggs], apply: Known.stampThenDevice
    ).verify()
  }

  @Test func aTieThatArrivalDecidesIsToldInWords() {
    let words = told {
      try MergeCheck(
        from: Known.start, operations: [Known.milk, Known.eggs], apply: Known.highestStamp
      ).verify()
    }
    #expect(
      words == """
        the merge is order-sensitive: two operations end otherwise in another order

          start  Title(text: "Groceries", stamp: 0, device: "")
          a      Write(text: "Milk", stamp: 1, device: "phone")
          b      Write(text: "Eggs", stamp: 1, device: "tablet")

          a, b  after a  Title(text: "Milk", stamp: 1, device: "phone")
                after b  Title(text: "Eggs", stamp: 1, device: "tablet")
          b, a  after b  Title(text: "Eggs", stamp: 1, device: "tablet")
                after a  Title(text: "Milk", stamp: 1, device: "phone")

          differs  text: "Eggs" after a, b; "Milk" after b, a
                   device: "tablet" after a, b; "phone" after b, a
          law      commutativity: operations end alike in whatever order they come
          class    order-sensitive
          tried    6 orders of two operations, shortest first: fewer arrivals break no law that is
                   required
          next     let the operations decide and not their arrival: compare stamps, and break a tie
                   by device or value; where order may matter, say .expecting(.orderSensitive)
        """)
  }

  @Test func ofFiveOperationsTheTwoThatDisagreeAreNamed() {
    let words = told {
      try MergeCheck(
        from: Known.start,
        operations: [2, 1, 3, 3, 4].enumerated().map { place, stamp in
          Known.Write(text: "\(place)", stamp: stamp)
        },
        apply: Known.highestStamp
      ).verify()
    }
    #expect(words.contains("two operations"))
    #expect(words.contains("c, d  after c"))
    #expect(!words.contains("\n  a "))
  }

  @Test func aCounterIsRepetitionSensitive() throws {
    let check = MergeCheck(from: 3, operations: [1, 2]) { $0 += $1 }
    let words = told { try check.verify() }
    #expect(words.hasPrefix("the merge is repetition-sensitive: one operation ends otherwise"))
    #expect(words.contains("a     after a  4"))
    #expect(words.contains("differs  4 after a; 5 after a, a"))
    #expect(words.contains("class    repetition-sensitive"))
    try check.requiring(.commutativity).verify()
    try check.expecting(.repetitionSensitive).verify()
  }

  @Test func appendingIsDoublySensitive() throws {
    let check = MergeCheck(from: [String](), operations: ["x", "y"]) { $0.append($1) }
    #expect(told { try check.verify() }.contains("a, a  after a  [\"x\"]"))
    let words = told { try check.requiring(.commutativity).verify() }
    #expect(words.contains("a, b  after a"))
    #expect(words.contains("class    doubly sensitive"))
    try check.expecting(.doublySensitive).verify()
  }

  @Test func lastArrivalBearsACopyAtOnceAndNoneLater() throws {
    let check = MergeCheck(
      from: Known.start, operations: [Known.milk, Known.eggs], apply: Known.lastArrival)
    try check.requiring(.idempotence).verify()
    try check.expecting(.orderSensitive).verify()
    let words = told { try check.requiring(.lateRepeat).verify() }
    #expect(words.contains("a, b     after a"))
    #expect(words.contains("a, b, a  after a"))
    #expect(words.contains("text: \"Eggs\" after a, b; \"Milk\" after a, b, a"))
  }

  @Test func whatIsExpectedHasToBeSeen() {
    let check = MergeCheck(from: 0, operations: [4, 7]) { $0 = max($0, $1) }
    #expect(
      told { try check.expecting(.orderSensitive).verify() }
        .hasPrefix("the merge was expected to be order-sensitive and is robust\n"))
    #expect(
      told {
        try MergeCheck(from: 0, operations: [1]) { $0 += $1 }.expecting(.orderSensitive).verify()
      }
      .hasPrefix("the merge is repetition-sensitive"))
  }

  /// Two of these make 10, and only then does the third order matter.
  @Test func aLawThatOnlyThreeOperationsBreakIsFound() {
    let words = told {
      try MergeCheck(from: Set<Int>(), operations: [1, 2, 3]) { members, one in
        if one == 3 && members == [1] { return }
        members.insert(one)
      }
      .verify()
    }
    #expect(words.contains("two operations end otherwise in another order"))
    let three = told {
      try MergeCheck(from: [Int](), operations: [1, 2, 3]) { members, one in
        guard !members.contains(one) else { return }
        members = members.count == 2 ? members + [one] : (members + [one]).sorted()
      }
      .verify()
    }
    #expect(three.contains("three operations end otherwise in another order"))
    #expect(three.contains("class    order-sensitive, though no smaller number"))
  }

  @Test func whatIsNotSeenMayDiffer() throws {
    try MergeCheck(from: [String](), operations: ["x", "y"], seen: { Set($0) }) { $0.append($1) }
      .verify()
  }

  @Test func endsAloneMayBeCompared() throws {
    // Until all have come, what is held depends on their order.
    let check = MergeCheck(
      from: [Int](), operations: [1, 2, 3],
      seen: { seen in Set(seen).count == 3 ? [1, 2, 3] : seen }
    ) { $0.append($1) }
    #expect(told { try check.verify() }.contains("one operation "))
    try check.comparingFinalStatesOnly().verify()
    let words = told {
      try MergeCheck(from: 0, operations: [1, 2, 3]) { $0 = $1 }.comparingFinalStatesOnly()
        .requiring(.commutativity).verify()
    }
    #expect(words.contains("a, b, c  after a"))
    #expect(words.contains("a, c, b  after a"))
    #expect(words.contains("only the ends of all operations were compared"))
  }
}

@Suite struct StateMergeTests {
  private func message<State: Equatable>(
    _ start: State, _ states: [State], _ merge: @escaping (State, State) -> State
  ) -> String {
    told { try MergeCheck(from: start, merging: states, merge: merge).verify() }
  }

  @Test func aUnionKeepsAllFourLaws() {
    #expect(
      message(Set<Int>(), [[1], [2, 3], [3]]) { $0.union($1) } == "nothing was thrown")
  }

  @Test func anAverageIsNotAssociative() {
    let words = message(0, [4, 8]) { ($0 + $1) / 2 }
    #expect(words.hasPrefix("the merge is not associative: two states end otherwise grouped"))
    #expect(words.contains("(start * start) * a  1") == false)
    #expect(words.contains("* (start * a)"))
  }

  @Test func theLeftSideFirstIsNotCommutative() {
    let words = message("", ["x", "y"]) { one, other in one.isEmpty ? other : one }
    #expect(words.hasPrefix("the merge is order-sensitive: two states"))
    #expect(words.contains("  a * b  \"x\"\n  b * a  \"y\"\n"))
  }

  @Test func ofStatesTooOnlyWhatIsSeenIsCompared() throws {
    try MergeCheck(from: [String](), merging: [["x"], ["y", "x"]], seen: { Set($0) }) { $0 + $1 }
      .verify()
  }

  @Test func aSumIsNotIdempotent() {
    #expect(message(0, [1, 2]) { $0 + $1 }.contains("a * a  2"))
  }
}

@Suite struct UnjudgedMergeTests {
  private final class Box: Equatable {
    var number = 0
    static func == (left: Box, right: Box) -> Bool { left.number == right.number }
  }

  /// What arrived last stays; the start holds what the operations of all orders change.
  private final class Values: Equatable {
    var values: [Int] = []
    static func == (left: Values, right: Values) -> Bool { left.values == right.values }
  }

  private struct Holder: Equatable {
    var name = "x"
    var box = Values()
  }

  private struct Refusal: Error {
    let why: String
  }

  @Test func noOperationIsNoPass() {
    let words = told { try MergeCheck(from: 0, operations: [Int]()) { $0 += $1 }.verify() }
    #expect(words.hasPrefix("there is no operation, so nothing was judged\n  cause: "))
  }

  @Test func sixtyFiveOperationsAreRefused() {
    let words = told { try MergeCheck(from: 0, operations: Array(1...65)) { $0 = $1 }.verify() }
    #expect(words.hasPrefix("65 operations are too many for one check"))
  }

  @Test func noLawIsNoPass() {
    let words = told {
      try MergeCheck(from: 0, operations: [1]) { $0 = $1 }.requiring().verify()
    }
    #expect(words.hasPrefix("no law is required"))
  }

  @Test func associativityNeedsStatesThatMerge() {
    let words = told {
      try MergeCheck(from: 0, operations: [1]) { $0 = $1 }.requiring(.associativity).verify()
    }
    #expect(words.hasPrefix("associativity is required, and cannot be judged"))
  }

  /// Of seven operations 2,492 orders have up to four arrivals, and 13,412 up to five.
  @Test func moreOrdersThanTheLimitAreIncomplete() {
    let check = MergeCheck(from: 0, operations: Array(1...7)) { $0 = max($0, $1) }
    let words = told { try check.limited(toOrders: 5000).verify() }
    #expect(
      words == """
        incomplete: 5000 of 308252 orders were tried, and no law broke; all of up to four \
        arrivals are among them
          cause: 7 operations have more orders than the limit of 5000
          next:  check fewer operations at a time, or say .limited(toOrders: 308252)
        """)
  }

  @Test func aLimitThatIsJustEnoughIsComplete() throws {
    let check = MergeCheck(from: 0, operations: [1, 2, 3]) { $0 = max($0, $1) }
    try check.limited(toOrders: 72).verify()
    #expect(told { try check.limited(toOrders: 71).verify() }.hasPrefix("incomplete"))
  }

  @Test func aBrokenLawIsToldThoughTheLimitCutsItsLevel() {
    let check = MergeCheck(from: 0, operations: Array(1...40)) { $0 = $1 }
    let words = told { try check.limited(toOrders: 200).verify() }
    #expect(words.hasPrefix("the merge is order-sensitive: two operations"))
  }

  @Test func anApplyThatDrawsIsFound() {
    var calls = 0
    let words = told {
      try MergeCheck(from: 0, operations: [1, 2]) { state, _ in
        calls += 1
        state = calls
      }
      .verify()
    }
    #expect(words.hasPrefix("the same order ended in two states, a: 1, and 2\n"))
  }

  @Test func aStateThatIsAClassIsFound() {
    let words = told {
      try MergeCheck(from: Box(), operations: [1, 2], seen: { $0.number }) { $0.number += $1 }
        .verify()
    }
    #expect(words.hasPrefix("applying to a copy changed the original, a: it was 0\n"))
  }

  /// Every copy is the same object, so all orders end alike, with whatever came last.
  @Test func aClassThatIsComparedWithItselfIsRefused() {
    let words = told {
      try MergeCheck(from: Values(), operations: [1, 2, 3]) { $0.values = [$1] }.verify()
    }
    #expect(words.hasPrefix("Values is a class, so two copies of a state are one thing\n"))
  }

  @Test func aClassInsideAStructIsFound() {
    let words = told {
      try MergeCheck(from: Holder(), operations: [1, 2, 3]) { $0.box.values = [$1] }.verify()
    }
    #expect(
      words.hasPrefix(
        "applying to a copy changed the original, a: it was Values(values: [])\n"))
    let merged = told {
      try MergeCheck(from: Holder(), merging: [Holder(), Holder()]) { one, other in
        one.box.values.append(1)
        return one
      }
      .verify()
    }
    #expect(merged.hasPrefix("applying to a copy changed the original"))
  }

  @Test func aClassThatIsReplacedAndNeverChangedIsAValue() throws {
    try MergeCheck(from: Holder(), operations: [1, 2, 3]) { state, number in
      let box = Values()
      box.values = Set(state.box.values + [number]).sorted()
      state.box = box
    }
    .verify()
  }

  @Test func aStateThatIsNotEqualToItselfIsFound() {
    let words = told {
      try MergeCheck(from: 0.0, operations: [0.0, 1.0]) { $0 /= $1 }.verify()
    }
    #expect(words.hasPrefix("a state is not equal to itself, a: "))
  }

  @Test func whatApplyThrowsIsToldWithItsOrder() {
    let words = told {
      try MergeCheck(from: 0, operations: [1, 2]) { state, number in
        guard state != 1 || number != 2 else { throw Refusal(why: "full") }
        state = number
      }
      .verify()
    }
    #expect(
      words.hasPrefix("an operation threw Refusal(why: \"full\"), as the last of a, b\n"))
    #expect(words.contains("cause: before it there was 1"))
  }
}
