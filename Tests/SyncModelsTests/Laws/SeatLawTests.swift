import SyncModels
import Testing

@Suite("Law: nobody but the owner releases a seat")
struct SeatLawTests {
  enum Call {
    case claim(Text)
    case release(Text)
  }

  typealias SeatLaw = Law<Text?, Call, Text?>

  private let law = SeatLaw.eachStep(
    start: { $0.chance() ? $0.name() : nil },
    operation: { generator in
      let name = generator.name()
      return generator.chance() ? .claim(name) : .release(name)
    },
    holds: { owner, call, after in
      switch call {
      case .claim(let name): after == owner ?? name
      case .release(let name): after == (owner == name ? nil : owner)
      }
    })

  @Test("holds for the actor of the lesson", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let seat: SeatLaw.Model = { owner, calls in
      let seat = ActorsLesson.Seat(owner: owner)
      var owners = [owner]
      for call in calls {
        switch call {
        case .claim(let name): await seat.claim(name)
        case .release(let name): await seat.release(name)
        }
        owners.append(await seat.owner)
      }
      return owners
    }
    #expect(await law.counterexample(to: seat, seed: seed) == nil)
  }

  @Test("fails for a seat that anybody can release", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let releasedByAnybody: SeatLaw.Model = behaviour(
      from: { $0 },
      apply: { owner, call in
        switch call {
        case .claim(let name): owner = owner ?? name
        case .release: owner = nil
        }
      },
      seen: { $0 })
    #expect(await law.counterexample(to: releasedByAnybody, seed: seed) != nil)
  }
}
