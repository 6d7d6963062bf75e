import ClusterCore

// Faults in what a device does: an effect forgotten, changed, or out of its order.
extension PlantedFault {
  static let onDevices: [PlantedFault] =
    deviceRecords + deviceServices + refusalsOnDevices

  private static let deviceRecords: [PlantedFault] = [
    onDevice(
      "store-forgotten", "An edit is shown and not stored.", in: .kills, seenBy: [.noLostEdit]
    ) { _, effect in
      if case .store(.made) = effect { [] } else { [effect] }
    },
    PlantedFault(
      .device, "shows-before-store", "An edit is shown before it is stored.", in: .kills,
      seenBy: [.noLostEdit]
    ) { plant in
      plant.device = { _ in
        DeviceTap(effects: { $1.filter(\.isShow) + $1.filter { !$0.isShow } })
      }
    },
    onDevice(
      "own-edit-not-shown", "What the user writes is not shown.", in: .notes,
      seenBy: [.ownEditsShow]
    ) { event, effect in
      if case .operation = event, effect.isShow { [] } else { [effect] }
    },
    onDevice(
      "fetched-not-shown", "What a pull brings is not shown.", in: .notes, seenBy: [.converged]
    ) { event, effect in
      if case .answer(.pulled, _) = event, effect.isShow { [] } else { [effect] }
    },
    PlantedFault(
      .device, "shows-stale", "After an answer the title before the one that shows is shown again.",
      in: .notes, seenBy: [.neverGoesBack, .converged]
    ) { plant in
      plant.device = { _ in
        let titles = OlderTitles()
        return DeviceTap(effects: { event, effects in titles.added(to: effects, after: event) })
      }
    },
    onDevice(
      "cursor-kept", "Each page is asked for from the beginning.", in: .pages,
      seenBy: [.bounded, .settled]
    ) { _, effect in
      if case .send(.pull, let number) = effect {
        [.send(.pull(cursor: 0), number: number)]
      } else {
        [effect]
      }
    },
    onDevice(
      "cursor-one-ahead", "A page is asked for from one change too far.", in: .pages,
      seenBy: [.converged]
    ) { _, effect in
      if case .send(.pull(.number(let cursor, _)), let number) = effect {
        [.send(.pull(cursor: .number(cursor + 1)), number: number)]
      } else {
        [effect]
      }
    },
    saving(
      "stamp-behind", "Edits of one device carry a stamp of a minute ago.", in: .clocks,
      seenBy: [.causal, .newestWins]
    ) { edit in
      guard edit.stamp?.device == "laptop" else { return edit }
      return edit.stamped { Stamp(milliseconds: $0.milliseconds - 60_000, device: $0.device) }
    },
    saving(
      "stamp-off-by-one", "The counter of a hybrid stamp is one too small.", in: .clocks,
      seenBy: [.causal, .newestWins]
    ) { edit in
      edit.stamped {
        Stamp(milliseconds: $0.milliseconds, counter: max($0.counter - 1, 0), device: $0.device)
      }
    },
    saving(
      "other-value-sent", "A save carries another value than the user wrote.", in: .notes,
      seenBy: [.noLostEdit, .final]
    ) { edit in
      guard case .write(.text(let text)) = edit.operation else { return edit }
      return edit.replacing(.write(.text(Text("\(text)!"))))
    },
    saving(
      "remove-names-no-add", "A remove names none of the adds that its maker had seen.",
      in: .notes, seenBy: [.noLostEdit]
    ) { edit in
      guard case .remove(let value, _) = edit.operation else { return edit }
      return edit.replacing(.remove(value, observed: []))
    },
    saving(
      "tag-off-by-one", "A save names the tag before the one that its maker knows.", in: .tags,
      seenBy: [.settled]
    ) { $0.rebased(on: max($0.base - 1, 0)) },
    onDevice(
      "send-forgotten", "A first save is never sent, and its answer is waited for.", in: .notes,
      seenBy: [.settled]
    ) { event, effect in
      if case .operation = event, case .send(.save, _) = effect { [] } else { [effect] }
    },
    onDevice(
      "sends-thrice", "Each save is sent three times at once.", in: .notes, seenBy: [.bounded]
    ) { _, effect in
      guard case .send(.save, let number) = effect else { return [effect] }
      return [effect] + again(effect, number, times: 2)
    },
    handed(
      "save-never-settled", "An answer to a save is taken for none.", in: .notes,
      seenBy: [.settled]
    ) { event in
      guard case .answer(.saved, let number) = event else { return event }
      return .failure(.timeout, of: number)
    },
  ]

  /// What the machine wants is not what it is said to want.
  static func onDevice(
    _ name: String, _ about: String, in exercise: Exercise, seenBy checks: [CheckName],
    effect: @escaping @Sendable (NodeEvent, Effect) -> [Effect]
  ) -> PlantedFault {
    PlantedFault(.device, name, about, in: exercise, seenBy: checks) { plant in
      plant.device = { _ in
        DeviceTap(effects: { event, effects in effects.flatMap { effect(event, $0) } })
      }
    }
  }

  /// What the machine is handed is not what came.
  static func handed(
    _ name: String, _ about: String, in exercise: Exercise, seenBy checks: [CheckName],
    event: @escaping @Sendable (NodeEvent) -> NodeEvent
  ) -> PlantedFault {
    PlantedFault(.device, name, about, in: exercise, seenBy: checks) { plant in
      plant.device = { _ in DeviceTap(event: event) }
    }
  }

  static func saving(
    _ name: String, _ about: String, in exercise: Exercise, seenBy checks: [CheckName],
    edit: @escaping @Sendable (Edit) -> Edit
  ) -> PlantedFault {
    onDevice(name, about, in: exercise, seenBy: checks) { _, effect in
      guard case .send(.save(let edits), let number) = effect else { return [effect] }
      return [.send(.save(edits.map(edit)), number: number)]
    }
  }

  /// The same request under numbers that no other has.
  static func again(_ effect: Effect, _ number: RequestNumber, times: Int) -> [Effect] {
    guard case .send(let request, _) = effect else { return [] }
    return (1...times).map { .send(request, number: number + $0 * 1_000_000) }
  }
}

/// What a device has shown, and what before that.
private final class OlderTitles {
  private var shown: [FieldPath: FieldValue] = [:]
  private var older: [FieldPath: FieldValue] = [:]

  /// Behind an answer that changes nothing on the screen, the older titles come back.
  func added(to effects: [Effect], after event: NodeEvent) -> [Effect] {
    var isChange = false
    for case .show(let changes) in effects {
      for case .field(let path, .scalar(let value)?) in changes {
        isChange = true
        older[path] = shown.updateValue(.scalar(value), forKey: path)
      }
    }
    guard !isChange, case .answer = event, !older.isEmpty else { return effects }
    let back = older.sorted { $0.key < $1.key }.map { Shown.field($0.key, $0.value) }
    return effects + [.show(back)]
  }
}

extension Effect {
  var isShow: Bool {
    if case .show = self { true } else { false }
  }
}

extension Edit {
  func replacing(_ operation: Edit.Operation) -> Edit {
    Edit(
      intent: intent, path: path, operation: operation, stamp: stamp, base: base,
      isCarried: isCarried)
  }

  func stamped(_ change: (Stamp) -> Stamp) -> Edit {
    Edit(
      intent: intent, path: path, operation: operation, stamp: stamp.map(change), base: base,
      isCarried: isCarried)
  }
}
