import SyncModels
import Testing

@Suite("Law: finish removes all tasks of a name")
struct TransfersLawTests {
  enum Event {
    case enqueueBlindly(Text)
    case enqueueMissing(Text)
    case finish(Text)
  }

  typealias RegistryLaw = Law<[Text], Event, [Text]>

  /// And it leaves every other task.
  private let law = RegistryLaw.eachStep(
    start: { $0.list(upTo: 4) { $0.name() } },
    operation: { generator in
      let name = generator.name()
      return generator.pick([.enqueueBlindly(name), .enqueueMissing(name), .finish(name)])
    },
    holds: { before, event, after in
      guard case .finish(let name) = event else { return true }
      return after == before.filter { $0 != name }
    })

  @Test("holds for the registry of the lesson", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let registry: RegistryLaw.Model = behaviour(
      from: { TransfersLesson.Registry(running: $0) },
      apply: { registry, event in
        switch event {
        case .enqueueBlindly(let name): registry.enqueueBlindly([name])
        case .enqueueMissing(let name): registry.enqueueMissing([name])
        case .finish(let name): registry.finish(name)
        }
      },
      seen: \.tasks)
    #expect(await law.counterexample(to: registry, seed: seed) == nil)
  }

  @Test("fails for a registry that removes one task of the name", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let removingOne: RegistryLaw.Model = behaviour(
      from: { $0.sorted() },
      apply: { tasks, event in
        switch event {
        case .enqueueBlindly(let name): tasks = (tasks + [name]).sorted()
        case .enqueueMissing(let name):
          if !tasks.contains(name) { tasks = (tasks + [name]).sorted() }
        case .finish(let name):
          if let place = tasks.firstIndex(of: name) { tasks.remove(at: place) }
        }
      },
      seen: { $0 })
    #expect(await law.counterexample(to: removingOne, seed: seed) != nil)
  }
}
