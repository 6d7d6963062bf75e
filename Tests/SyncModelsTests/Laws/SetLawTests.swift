import SyncModels
import Testing

@Suite("Laws of the sets and the counter")
struct SetLawTests {
  typealias NameLaws = ArrivalLaws<Text, [Text]>

  private let names = NameLaws { generator in
    (generator.list(upTo: 3) { $0.name() }, generator.list(upTo: 6) { $0.name() })
  }

  @Test("union is order-free and repeat-free", arguments: lawSeeds)
  func union(seed: UInt64) async {
    let model: NameLaws.ArrivalLaw.Model = arrivals(
      from: GrowOnlySet<Text>(), apply: { $0.insert($1) }, seen: \.elements)
    #expect(await names.orderFree.counterexample(to: model, seed: seed) == nil)
    #expect(await names.lateRepeatFree.counterexample(to: model, seed: seed) == nil)
  }

  @Test("a replaced set bears adjacent repeats only", arguments: lawSeeds)
  func replaced(seed: UInt64) async {
    let model: NameLaws.ArrivalLaw.Model = arrivals(
      from: ReplacedSet<Text>(), apply: { $0.replace(by: [$1]) }, seen: \.elements)
    #expect(await names.adjacentRepeatFree.counterexample(to: model, seed: seed) == nil)
    #expect(await names.lateRepeatFree.counterexample(to: model, seed: seed) != nil)
    #expect(await names.orderFree.counterexample(to: model, seed: seed) != nil)
  }

  @Test("a set's elements are sorted by bytes, and parted by them")
  func elements() {
    let set = GrowOnlySet<Text>(["e\u{301}", "z", "\u{E9}", "a", "z"])
    #expect(set.elements == ["a", "e\u{301}", "z", "\u{E9}"])
    #expect(GrowOnlySet<Text>(["b", "a"]).description == "{a,b}")
    var left = GrowOnlySet<Text>(["a"])
    left.formUnion(GrowOnlySet(["b"]))
    #expect(left == GrowOnlySet(["b", "a"]))
    #expect(left.contains("b") && !left.contains("c"))
  }

  @Test("keyed orders are repeat-free; keyless ones are not", arguments: lawSeeds)
  func orders(seed: UInt64) async {
    typealias Order = RetryLesson.Order
    typealias OrderLaws = ArrivalLaws<Order, RetryLesson.Ledger>
    let model: OrderLaws.ArrivalLaw.Model = arrivals(
      from: RetryLesson.Ledger(), apply: { $0.place($1) }, seen: { $0 })
    func laws(keyed: Bool) -> OrderLaws {
      func order(_ generator: inout SeededGenerator) -> Order {
        Order(item: generator.name(), key: keyed ? generator.name() : nil)
      }
      return OrderLaws { ($0.list(upTo: 3, order), $0.list(upTo: 5, order)) }
    }
    #expect(await laws(keyed: true).lateRepeatFree.counterexample(to: model, seed: seed) == nil)
    #expect(await laws(keyed: true).adjacentRepeatFree.counterexample(to: model, seed: seed) == nil)
    #expect(await laws(keyed: true).orderFree.counterexample(to: model, seed: seed) != nil)
    #expect(
      await laws(keyed: false).adjacentRepeatFree.counterexample(to: model, seed: seed) != nil)
  }

  struct Increment {
    let id: Text
    let amount: Int
  }

  typealias CounterLaws = ArrivalLaws<Increment, Int>

  /// Ids are distinct, amounts of either sign.
  private let increments = CounterLaws { generator in
    let all = (1...6).map { Increment(id: Text("i\($0)"), amount: generator.number(-3...3)) }
    return (Array(all.prefix(2)), Array(all.dropFirst(2)))
  }

  @Test("a counter of distinct ids is order-free and repeat-free", arguments: lawSeeds)
  func counter(seed: UInt64) async {
    let model: CounterLaws.ArrivalLaw.Model = arrivals(
      from: DistinctCounter<Text>(), apply: { $0.increment(by: $1.amount, id: $1.id) },
      seen: \.value)
    #expect(await increments.orderFree.counterexample(to: model, seed: seed) == nil)
    #expect(await increments.lateRepeatFree.counterexample(to: model, seed: seed) == nil)
  }

  @Test("a counter that counts every arrival is not repeat-free", arguments: lawSeeds)
  func changedCounter(seed: UInt64) async {
    let countingCopies: CounterLaws.ArrivalLaw.Model = arrivals(
      from: 0, apply: { $0 += $1.amount }, seen: { $0 })
    #expect(
      await increments.lateRepeatFree.counterexample(to: countingCopies, seed: seed) != nil)
  }

  @Test("a counter is the sum of its increments, each id counted once")
  func sum() {
    var counter = DistinctCounter<Text>()
    #expect(counter.increment(by: 2, id: "a") == true)
    #expect(counter.increment(by: -5, id: "b") == true)
    #expect(counter.increment(by: 2, id: "a") == false)
    #expect(counter.value == -3)
    #expect(counter.description == "-3")
  }
}
