import SyncModels
import Testing

@Suite("Law: an output drops only what equals the last value")
struct OutputLawTests {
  typealias OutputLaw = Law<[Int], Int, [Int]>

  private let law = OutputLaw.eachStep(
    start: { $0.list(upTo: 3) { $0.number(1...4) } },
    operation: { $0.number(1...4) },
    holds: { before, value, after in
      after == (before.last == value ? before : before + [value])
    })

  @Test("holds for the output of the lesson", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let output: OutputLaw.Model = behaviour(
      from: { StreamsLesson.DistinctOutput($0) }, apply: { $0.send($1) }, seen: \.values)
    #expect(await law.counterexample(to: output, seed: seed) == nil)
  }

  @Test("fails for an output that drops whatever it has let through before", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let droppingSeen: OutputLaw.Model = behaviour(
      from: { $0 },
      apply: { values, value in if !values.contains(value) { values.append(value) } },
      seen: { $0 })
    #expect(await law.counterexample(to: droppingSeen, seed: seed) != nil)
  }
}
