import SyncModels
import Testing

@Suite("Laws of the observed-remove set")
struct ObservedRemoveLawTests {
  enum Change {
    case add(Text, id: Int)
    case remove(Text, observed: Set<Int>)
  }

  typealias SetLaws = ArrivalLaws<Change, [Text]>

  /// Adds have ids of their own; a remove names some of the adds of its element, which its maker
  /// may have seen although they arrive later here.
  private let changes = SetLaws { generator in
    let adds = (1...6).map { (id: $0, element: generator.name()) }
    let removes = generator.list(upTo: 4) { generator in
      let element = generator.name()
      let seen = adds.filter { $0.element == element && generator.chance() }
      return Change.remove(element, observed: Set(seen.map(\.id)))
    }
    let all = (adds.map { Change.add($0.element, id: $0.id) } + removes)
      .shuffled(using: &generator)
    return (Array(all.prefix(3)), Array(all.dropFirst(3)))
  }

  private static func apply(_ set: inout ObservedRemoveSet<Text, Int>, _ change: Change) {
    switch change {
    case .add(let element, let id): set.add(element, id: id)
    case .remove(let element, let ids): set.remove(element, observed: ids)
    }
  }

  private let model: SetLaws.ArrivalLaw.Model = arrivals(
    from: ObservedRemoveSet<Text, Int>(), apply: Self.apply, seen: \.elements)

  @Test("it converges: any order and late copies end alike", arguments: lawSeeds)
  func converges(seed: UInt64) async {
    #expect(await changes.orderFree.counterexample(to: model, seed: seed) == nil)
    #expect(await changes.lateRepeatFree.counterexample(to: model, seed: seed) == nil)
  }

  @Test("it does not if a remove forgets adds that have not arrived", arguments: lawSeeds)
  func forgetful(seed: UInt64) async {
    let forgetful: SetLaws.ArrivalLaw.Model = arrivals(
      from: [Int: Text](),
      apply: { live, change in
        switch change {
        case .add(let element, let id): live[id] = element
        case .remove(_, let ids): for id in ids { live[id] = nil }
        }
      },
      seen: { Set($0.values).sorted() })
    #expect(await changes.orderFree.counterexample(to: forgetful, seed: seed) != nil)
  }

  @Test("a remove takes what it had seen, and an add it had not seen stays")
  func concurrentAdd() {
    var set = ObservedRemoveSet<Text, Text>()
    #expect(set.add("x", id: "p1") == true)
    let seen = set.liveIDs(of: "x")
    #expect(set.add("x", id: "t1") == true)
    #expect(set.remove("x", observed: seen) == true)
    #expect(set.elements == ["x"])
    #expect(set.liveIDs(of: "x") == ["t1"])
    #expect(set.remove("x", observed: ["t1"]) == true)
    #expect(!set.contains("x"))
    #expect(set.description == "{}")
  }

  @Test("an add that arrives after its removal stays removed, and changes nothing")
  func removedBeforeArrival() {
    var set = ObservedRemoveSet<Text, Text>()
    #expect(set.remove("x", observed: ["p1"]) == true)
    #expect(set.add("x", id: "p1") == false)
    #expect(set.elements.isEmpty)
    #expect(set.add("x", id: "p2") == true)
    #expect(set.elements == ["x"])
  }

  @Test("copies and empty removes change nothing")
  func copies() {
    var set = ObservedRemoveSet<Text, Text>()
    let empty = set
    #expect(set.remove("x", observed: [Text]()) == false)
    #expect(set == empty)
    set.add("x", id: "p1")
    #expect(set.add("x", id: "p1") == false)
    set.remove("x", observed: ["p1"])
    #expect(set.remove("x", observed: ["p1"]) == false)
  }
}
