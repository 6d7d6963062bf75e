import SyncModels
import Testing

@Suite("Laws of deletion")
struct RecordLifeLawTests {
  typealias Life = RecordLife<Text>
  typealias LifeLaws = ArrivalLaws<Life.Write, Bool>

  private static func at(_ milliseconds: Int) -> ModelStamp {
    ModelStamp(milliseconds: Int64(milliseconds))
  }

  /// Stamps of a small range, so that ties are many.
  private let writes = LifeLaws { generator in
    let ids: [Text] = ["u1", "u2", "u3"]
    func draw(_ generator: inout SeededGenerator) -> Life.Write {
      let stamp = Self.at(generator.number(1...4))
      switch generator.number(1...3) {
      case 1: return .create(at: stamp)
      case 2: return .update(at: stamp, id: generator.pick(ids))
      default: return .delete(at: stamp, seen: Set(ids.filter { _ in generator.chance() }))
      }
    }
    return (generator.list(upTo: 2, draw), generator.list(upTo: 5, draw))
  }

  @Test(
    "under every policy any order and late copies end alike",
    arguments: DeletePolicy.allCases, lawSeeds)
  func converges(policy: DeletePolicy, seed: UInt64) async {
    let model: LifeLaws.ArrivalLaw.Model = arrivals(
      from: Life(), apply: { $0.receive($1, policy: policy) },
      seen: { $0.isGone(under: policy) })
    #expect(await writes.orderFree.counterexample(to: model, seed: seed) == nil)
    #expect(await writes.lateRepeatFree.counterexample(to: model, seed: seed) == nil)
  }

  @Test("they do not if the tie goes to whatever comes last", arguments: lawSeeds)
  func tieByArrival(seed: UInt64) async {
    struct Held {
      var stamp = ModelStamp(milliseconds: 0)
      var gone = true
    }
    let changed: LifeLaws.ArrivalLaw.Model = arrivals(
      from: Held(),
      apply: { held, write in
        let (stamp, gone) =
          switch write {
          case .create(let stamp), .update(let stamp, _): (stamp, false)
          case .delete(let stamp, _): (stamp, true)
          }
        if stamp >= held.stamp { held = Held(stamp: stamp, gone: gone) }
      },
      seen: \.gone)
    #expect(await writes.orderFree.counterexample(to: changed, seed: seed) != nil)
  }

  @Test(
    "a deletion wins ties, and a create with a higher stamp revives",
    arguments: DeletePolicy.allCases)
  func tiesAndCreates(policy: DeletePolicy) {
    var life = Life()
    #expect(life.isGone(under: policy))
    #expect(life.receive(.create(at: Self.at(5)), policy: policy) == true)
    #expect(life.receive(.delete(at: Self.at(5), seen: []), policy: policy) == true)
    #expect(life.receive(.create(at: Self.at(4)), policy: policy) == false)
    #expect(life.receive(.create(at: Self.at(6)), policy: policy) == true)
    #expect(life.receive(.delete(at: Self.at(5), seen: []), policy: policy) == false)
    #expect(!life.isGone(under: policy))
  }

  /// A record of stamp 1, deleted at 5, and an update beside that: whether the record is there.
  @Test(
    "policies differ in the update that the deletion meets",
    arguments: [
      (DeletePolicy.highest, 4, false, false), (.highest, 5, false, false),
      (.highest, 6, false, true), (.highest, 6, true, true),
      (.deleteWins, 4, false, false), (.deleteWins, 6, false, false),
      (.updateWins, 4, false, true), (.updateWins, 6, false, true),
      (.updateWins, 4, true, false), (.updateWins, 6, true, false),
    ])
  func policies(policy: DeletePolicy, updateAt: Int, seen: Bool, stays: Bool) {
    let update = Life.Write.update(at: Self.at(updateAt), id: "u1")
    let delete = Life.Write.delete(at: Self.at(5), seen: seen ? ["u1"] : [])
    for arriving in [[update, delete], [delete, update]] {
      var life = Life()
      life.receive(.create(at: Self.at(1)), policy: policy)
      for write in arriving { life.receive(write, policy: policy) }
      #expect(life.isGone(under: policy) == !stays)
    }
  }

  @Test("an update that the deletion had not seen wins though it is not the highest")
  func unseenBelowSeen() {
    var life = Life()
    life.receive(.create(at: Self.at(1)), policy: .updateWins)
    life.receive(.update(at: Self.at(10), id: "seen"), policy: .updateWins)
    life.receive(.delete(at: Self.at(12), seen: ["seen"]), policy: .updateWins)
    #expect(life.isGone(under: .updateWins))
    #expect(life.receive(.update(at: Self.at(5), id: "unseen"), policy: .updateWins) == true)
  }
}
