import ClusterChecker
import ClusterCore

// Faults in the models and in the trace: what the checks are told is not what happened.
extension PlantedFault {
  static let inModels: [PlantedFault] = [
    told("tie-by-arrival", "The model lets the later of a tie win.", in: .ties, [.matchesModel]) {
      $0.rules.tie = .arrival
    },
    told("last-arrival", "The model lets whatever comes last win.", in: .notes, [.matchesModel]) {
      $0.rules.scalars = .lastArrival
    },
    told("page-off-by-one", "The model's page has one change more.", in: .pages, [.matchesModel]) {
      $0.rules.page += 1
    },
    told(
      "key-forgotten", "The model knows no order again.", in: .orders,
      [.matchesModel, .orderOnce, .final]
    ) { $0.rules.orders.idempotency = .ignore },
    told(
      "grace-forgotten", "The model lets a token be used but once.", in: .sessions,
      [.matchesModel]
    ) { $0.rules.tokens.refreshGrace = .zero },
    told(
      "batch-taken-apart", "The model takes in what an atomic batch has left.", in: .batches,
      [.matchesModel]
    ) { $0.rules.batch = .perRecord },
    told("parent-forgotten", "The model knows of no parents.", in: .batches, [.matchesModel]) {
      $0.rules.parent = nil
    },
    told("start-forgotten", "The model begins with nothing.", in: .notes, [.matchesModel]) {
      $0.start.records = [:]
    },
    seen("stamp-off-by-one", "The model takes stamps for one counter larger.", in: .notes) { step in
      guard case .request(.save(let edits), let sender) = step.event else { return step }
      let other = edits.map { edit in
        edit.stamped {
          Stamp(milliseconds: $0.milliseconds, counter: $0.counter + 1, device: $0.device)
        }
      }
      return step.handling(.request(.save(other), from: sender))
    },
    seen("delivery-skipped", "The model passes over the copies of a save.", in: .notes) { step in
      guard case .request(.save(let edits), let sender) = step.event, edits[0].intent == "cheese"
      else { return step }
      return step.handling(.request(.pull(cursor: 0), from: sender))
    },
  ]

  static let inTraces: [PlantedFault] = [
    lines("line-missing", "A line is missing.", [.settled]) { event in
      event.number == 20 ? [] : [event]
    },
    lines("line-doubled", "A line stands there twice.", [.settled]) { event in
      event.number == 20 ? [event, event] : [event]
    },
    PlantedFault(
      .trace, "lines-swapped", "Two lines have changed places.", in: .notes, seenBy: [.settled]
    ) { plant in
      let swap = Swap(20)
      plant.trace = swap.take
    },
    lines("show-missing", "What an edit shows is missing from its line.", [.ownEditsShow]) {
      event in
      guard case .step(let step) = event.kind, step.name == .entry("cheese") else { return [event] }
      return [event.with(step.with { !$0.effect.isShow })]
    },
    lines("answer-missing", "The answer is missing from a line of the cloud.", [.matchesModel]) {
      event in
      guard case .step(let step) = event.kind, step.node == .cloud, event.number > 30 else {
        return [event]
      }
      return [
        event.with(step.with { if case .answer = $0.effect { false } else { true } })
      ]
    },
    lines("clock-back", "A line has an earlier instant than the one before it.", [.settled]) {
      event in
      guard event.number == 20 else { return [event] }
      return [
        TraceEvent(
          number: event.number, at: .start, cause: event.cause, root: event.root, kind: event.kind)
      ]
    },
  ]
}

extension PlantedFault {
  static func told(
    _ name: String, _ about: String, in exercise: Exercise, _ checks: [CheckName],
    change: @escaping @Sendable (inout Scenario) -> Void
  ) -> PlantedFault {
    PlantedFault(.model, name, about, in: exercise, seenBy: checks) { plant in
      plant.told = { scenario in
        var scenario = scenario
        change(&scenario)
        return scenario
      }
    }
  }

  /// What the model is given of the steps of the cloud.
  static func seen(
    _ name: String, _ about: String, in exercise: Exercise,
    change: @escaping @Sendable (Step) -> Step
  ) -> PlantedFault {
    PlantedFault(.model, name, about, in: exercise, seenBy: [.matchesModel]) { plant in
      plant.trace = { event in
        guard case .step(let step) = event.kind, step.node == .cloud else { return [event] }
        return [event.with(change(step))]
      }
    }
  }

  private static func lines(
    _ name: String, _ about: String, _ checks: [CheckName],
    change: @escaping @Sendable (TraceEvent) -> [TraceEvent]
  ) -> PlantedFault {
    PlantedFault(.trace, name, about, in: .notes, seenBy: checks) { $0.trace = change }
  }
}

/// Hands a line over behind the next.
private final class Swap {
  private let number: Int
  private var kept: TraceEvent?

  init(_ number: Int) {
    self.number = number
  }

  func take(_ event: TraceEvent) -> [TraceEvent] {
    if event.number == number {
      kept = event
      return []
    }
    defer { kept = nil }
    return [event] + (kept.map { [$0] } ?? [])
  }
}

extension TraceEvent {
  fileprivate func with(_ step: Step) -> TraceEvent {
    TraceEvent(number: number, at: at, cause: cause, root: root, kind: .step(step))
  }
}

extension Step {
  func handling(_ event: NodeEvent) -> Step {
    Step(
      node: node, name: name, event: event, clock: clock, effects: effects, pending: pending)
  }

  fileprivate func with(_ isKept: (PerformedEffect) -> Bool) -> Step {
    Step(
      node: node, name: name, event: event, clock: clock, effects: effects.filter(isKept),
      pending: pending)
  }
}
