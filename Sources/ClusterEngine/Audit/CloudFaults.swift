import ClusterCore

// Faults in what the cloud does: other rules, other answers, pushes and records.
extension PlantedFault {
  static let atCloud: [PlantedFault] =
    cloudRules + cloudRecords + cloudServices + refusalsAtCloud

  private static let cloudRules: [PlantedFault] = [
    onRules("tie-by-value", "A tie goes to the larger value.", in: .ties, [.matchesModel]) {
      $0.tie = .value
    },
    onRules("tie-by-arrival", "A tie goes to whoever comes last.", in: .ties, [.matchesModel]) {
      $0.tie = .arrival
    },
    onRules(
      "last-arrival", "Whatever arrives last stays.", in: .notes, [.matchesModel, .newestWins]
    ) { $0.scalars = .lastArrival },
    onRules("tag-ignored", "A save needs no tag.", in: .tags, [.matchesModel, .noLostEdit]) {
      $0.saves = .merge
    },
    onRules("page-off-by-one", "A page has one change more.", in: .pages, [.matchesModel]) {
      $0.page += 1
    },
    onRules("key-ignored", "The key of an order means nothing.", in: .orders, [.matchesModel]) {
      $0.orders.idempotency = .ignore
    },
    onRules(
      "grace-forgotten", "A used refresh token is never answered again.", in: .sessions,
      [.matchesModel, .signedIn]
    ) { $0.tokens.refreshGrace = .zero },
  ]

  private static let cloudRecords: [PlantedFault] = [
    onRequest(
      "union-replaces", "An add puts its value in the place of the set.", in: .notes,
      [.matchesModel, .setUnion, .noLostEdit]
    ) { request in
      guard case .save(let edits) = request else { return [request] }
      return [
        .save(
          edits.map { edit in
            if case .add(let value) = edit.operation {
              edit.replacing(.replace([value]))
            } else {
              edit
            }
          })
      ]
    },
    onRequest(
      "remove-forgotten", "A remove is answered and not done.", in: .notes,
      [.matchesModel, .setUnion]
    ) { request in
      guard case .save(let edits) = request else { return [request] }
      return [
        .save(
          edits.map { edit in
            if case .remove(let value, _) = edit.operation {
              edit.replacing(.remove(value, observed: []))
            } else {
              edit
            }
          })
      ]
    },
    onAnswer("outcome-wrong", "An edit that holds is said to be lost.", in: .notes, [.matchesModel])
    { answer in
      answer.editingResults {
        EditResult(intent: $0.intent, path: $0.path, isKept: !$0.isKept, state: $0.state)
      }
    },
    onAnswer("winner-misnamed", "An edit is named as its own winner.", in: .notes, [.matchesModel])
    { answer in
      answer.editingResults { result in
        EditResult(
          intent: result.intent, path: result.path, isKept: result.isKept,
          state: result.state.map {
            FieldState(content: $0.content, intent: "milk", number: $0.number)
          })
      }
    },
    onAnswer(
      "tag-not-counted", "A change has the number of the one before it.", in: .notes,
      [.matchesModel]
    ) { answer in
      answer.editingStates {
        FieldState(content: $0.content, intent: $0.intent, number: max($0.number - 1, 1))
      }
    },
    onAnswer(
      "page-left-out", "The first change of a page is left out.", in: .pages,
      [.matchesModel, .converged]
    ) { answer in
      guard case .pulled(let changes, let cursor, let more, let fingerprint, let pruned) = answer
      else { return answer }
      return .pulled(
        changes: Array(changes.dropFirst()), cursor: cursor, more: more, fingerprint: fingerprint,
        pruned: pruned)
    },
    PlantedFault(
      .cloud, "old-value-pulled", "A pull is answered with what an earlier one was.", in: .notes,
      seenBy: [.matchesModel, .converged]
    ) { plant in
      let first = FirstStates()
      plant.cloud.effects = { _, effects in effects.map { $0.answering(first.replaced) } }
    },
    onAnswer("answer-forgotten", "A pull is not answered.", in: .notes, [.matchesModel]) { answer in
      if case .pulled = answer { nil } else { answer }
    },
    PlantedFault(
      .cloud, "record-gone", "A field is gone in the end, and nobody was told.", in: .notes,
      seenBy: [.matchesModel, .converged]
    ) { $0.cloud.holdings = { Array($0.dropLast()) } },
    onEffect(
      "push-forgotten", "One device is not told of changes.", in: .notes, [.matchesModel]
    ) { _, effect in
      if case .push(_, "tablet") = effect { [] } else { [effect] }
    },
  ]
}

extension PlantedFault {
  static func onRules(
    _ name: String, _ about: String, in exercise: Exercise, _ checks: [CheckName],
    change: @escaping @Sendable (inout CloudRules) -> Void
  ) -> PlantedFault {
    PlantedFault(.cloud, name, about, in: exercise, seenBy: checks) { plant in
      plant.acted = { scenario in
        var scenario = scenario
        change(&scenario.rules)
        return scenario
      }
    }
  }

  static func onRequest(
    _ name: String, _ about: String, in exercise: Exercise, _ checks: [CheckName],
    change: @escaping @Sendable (Request) -> [Request]
  ) -> PlantedFault {
    PlantedFault(.cloud, name, about, in: exercise, seenBy: checks) { plant in
      plant.cloud.events = { event in
        guard case .request(let request, let sender) = event else { return [event] }
        return change(request).map { .request($0, from: sender) }
      }
    }
  }

  static func onAnswer(
    _ name: String, _ about: String, in exercise: Exercise, _ checks: [CheckName],
    change: @escaping @Sendable (Answer) -> Answer?
  ) -> PlantedFault {
    onEffect(name, about, in: exercise, checks) { _, effect in
      guard case .answer(let answer) = effect else { return [effect] }
      return change(answer).map { [.answer($0)] } ?? []
    }
  }

  static func onEffect(
    _ name: String, _ about: String, in exercise: Exercise, _ checks: [CheckName],
    change: @escaping @Sendable (NodeEvent, Effect) -> [Effect]
  ) -> PlantedFault {
    PlantedFault(.cloud, name, about, in: exercise, seenBy: checks) { plant in
      plant.cloud.effects = { event, effects in effects.flatMap { change(event, $0) } }
    }
  }
}

/// The first states of fields that pulls were answered with.
private final class FirstStates {
  private var states: [FieldPath: FieldState] = [:]

  func replaced(_ answer: Answer) -> Answer {
    guard case .pulled(let changes, let cursor, let more, let fingerprint, let pruned) = answer
    else { return answer }
    let old = changes.map { change in
      let state = states[change.path] ?? change.state
      states[change.path] = state
      return Change(path: change.path, state: state)
    }
    return .pulled(
      changes: old, cursor: cursor, more: more, fingerprint: fingerprint, pruned: pruned)
  }
}

extension Effect {
  fileprivate func answering(_ change: (Answer) -> Answer) -> Effect {
    if case .answer(let answer) = self { .answer(change(answer)) } else { self }
  }
}

extension Answer {
  fileprivate func editingResults(_ change: (EditResult) -> EditResult) -> Answer {
    if case .saved(let results) = self { .saved(results.map(change)) } else { self }
  }

  fileprivate func editingStates(_ change: (FieldState) -> FieldState) -> Answer {
    switch self {
    case .saved:
      editingResults {
        EditResult(
          intent: $0.intent, path: $0.path, isKept: $0.isKept, state: $0.state.map(change))
      }
    case .pulled(let changes, let cursor, let more, let fingerprint, let pruned):
      .pulled(
        changes: changes.map { Change(path: $0.path, state: change($0.state)) }, cursor: cursor,
        more: more, fingerprint: fingerprint, pruned: pruned)
    default: self
    }
  }
}
