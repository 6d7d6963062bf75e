import SyncModels
import Testing

@Suite("Laws of the merge rules")
struct MergeRuleLawTests {
  struct Write {
    let value: Text
    let stamp: ModelStamp
    let device: String
  }

  /// What a reader of the field sees: who wrote it does not show.
  struct Shown: Equatable {
    let value: Text
    let stamp: ModelStamp
  }

  typealias WriteLaws = ArrivalLaws<Write, Shown?>
  typealias Model = WriteLaws.ArrivalLaw.Model

  private static func field(_ rule: MergeRule) -> Model {
    arrivals(
      from: StampedField<Text>(),
      apply: { $0.receive($1.value, stamp: $1.stamp, device: $1.device, rule: rule) },
      seen: { field in field.current.map { Shown(value: $0.value, stamp: $0.stamp) } })
  }

  private static let stampRules = Tie.allCases.map { MergeRule.highestStamp(tie: $0) }

  /// Stamps, and so the whole order, are distinct.
  private let distinctStamps = WriteLaws { generator in
    let writes = (1...8).shuffled(using: &generator).map { milliseconds in
      Write(
        value: generator.name(), stamp: ModelStamp(milliseconds: Int64(milliseconds)),
        device: generator.name().string)
    }
    return (Array(writes.prefix(3)), Array(writes.dropFirst(3)))
  }

  /// Stamps are all equal, devices are distinct: the two largest only by their bytes.
  private let equalStamps = WriteLaws { generator in
    let devices = ["phone", "tablet", "watch", "desk", "z\u{E9}", "ze\u{301}"]
    let writes = devices.shuffled(using: &generator).map { device in
      Write(value: generator.name(), stamp: ModelStamp(milliseconds: 1), device: device)
    }
    return (Array(writes.prefix(2)), Array(writes.dropFirst(2)))
  }

  @Test("highest stamp with distinct stamps is order-free and repeat-free", arguments: lawSeeds)
  func distinct(seed: UInt64) async {
    for rule in Self.stampRules {
      let model = Self.field(rule)
      #expect(await distinctStamps.orderFree.counterexample(to: model, seed: seed) == nil)
      #expect(await distinctStamps.lateRepeatFree.counterexample(to: model, seed: seed) == nil)
    }
  }

  @Test(
    "last arrival is repeat-free for adjacent repeats, not for late ones, and order-sensitive",
    arguments: lawSeeds)
  func lastArrival(seed: UInt64) async {
    let model = Self.field(.lastArrival)
    #expect(await distinctStamps.adjacentRepeatFree.counterexample(to: model, seed: seed) == nil)
    #expect(await distinctStamps.lateRepeatFree.counterexample(to: model, seed: seed) != nil)
    #expect(await distinctStamps.orderFree.counterexample(to: model, seed: seed) != nil)
  }

  @Test("a tie under arrival is order-sensitive, and minds late repeats", arguments: lawSeeds)
  func tieUnderArrival(seed: UInt64) async {
    let model = Self.field(.highestStamp(tie: .arrival))
    #expect(await equalStamps.orderFree.counterexample(to: model, seed: seed) != nil)
    #expect(await equalStamps.lateRepeatFree.counterexample(to: model, seed: seed) != nil)
    #expect(await equalStamps.adjacentRepeatFree.counterexample(to: model, seed: seed) == nil)
  }

  @Test("a tie under device or value is order-free and repeat-free", arguments: lawSeeds)
  func tieUnderDeviceOrValue(seed: UInt64) async {
    for tie in [Tie.device, .value] {
      let model = Self.field(.highestStamp(tie: tie))
      #expect(await equalStamps.orderFree.counterexample(to: model, seed: seed) == nil)
      #expect(await equalStamps.lateRepeatFree.counterexample(to: model, seed: seed) == nil)
    }
  }

  @Test("a tie decided by Swift's own order of strings is order-sensitive", arguments: lawSeeds)
  func tieBySwiftStrings(seed: UInt64) async {
    let changed: Model = arrivals(
      from: Write?.none,
      apply: { held, write in
        if let current = held, write.device < current.device { return }
        held = write
      },
      seen: { held in held.map { Shown(value: $0.value, stamp: $0.stamp) } })
    #expect(await equalStamps.orderFree.counterexample(to: changed, seed: seed) != nil)
  }

  @Test("the larger stamp wins whatever the tie rule would say")
  func stampBeforeTie() {
    let (early, late) = (ModelStamp(milliseconds: 1), ModelStamp(milliseconds: 2))
    for rule in Self.stampRules {
      var field = StampedField<Text>()
      field.receive("z", stamp: early, device: "z", rule: rule)
      #expect(field.receive("a", stamp: late, device: "a", rule: rule) == true)
      #expect(field.receive("z", stamp: early, device: "z", rule: rule) == false)
      #expect(field.current?.value == "a")
    }
  }

  @Test("a write that arrives again is kept, under every rule")
  func sameAgain() {
    for rule in Self.stampRules + [.lastArrival] {
      var field = StampedField<Text>()
      for _ in 1...2 {
        let kept = field.receive(
          "a", stamp: ModelStamp(milliseconds: 1), device: "p", rule: rule)
        #expect(kept)
      }
    }
  }

  @Test("a tie says which write was kept: the larger by bytes, whichever came first")
  func larger() {
    let stamp = ModelStamp(milliseconds: 1)
    var byDevice = StampedField<Text>()
    let deviceRule = MergeRule.highestStamp(tie: .device)
    #expect(byDevice.receive("x", stamp: stamp, device: "tablet", rule: deviceRule) == true)
    #expect(byDevice.receive("y", stamp: stamp, device: "phone", rule: deviceRule) == false)
    #expect(byDevice.current?.value == "x")

    var byValue = StampedField<Text>()
    let valueRule = MergeRule.highestStamp(tie: .value)
    // By bytes: e and an accent of its own (65…), z (7A), é in one letter (C3…).
    #expect(byValue.receive("e\u{301}", stamp: stamp, device: "a", rule: valueRule) == true)
    #expect(byValue.receive("z", stamp: stamp, device: "b", rule: valueRule) == true)
    #expect(byValue.receive("\u{E9}", stamp: stamp, device: "c", rule: valueRule) == true)
    #expect(byValue.receive("e\u{301}", stamp: stamp, device: "d", rule: valueRule) == false)
    #expect(byValue.current?.value == "\u{E9}")
  }
}
