import ClusterCore

// Faults about records that are refused: batches, parents, room, and requests that come too often.
extension PlantedFault {
  static let refusalsAtCloud: [PlantedFault] = [
    onRules(
      "batch-taken-apart", "Of an atomic batch all but the refused records are taken in.",
      in: .batches, [.matchesModel]
    ) { $0.batch = .perRecord },
    onRules(
      "orphan-taken-in", "A record is taken in whose parent is not there.", in: .batches,
      [.matchesModel]
    ) { $0.parent = nil },
    cloudDeaf("quota-ignored", "There is always room.", [.matchesModel]) {
      if case .quota = $0 { true } else { false }
    },
    cloudDeaf("throttle-ignored", "Requests of a limited kind are let through.", [.matchesModel]) {
      if case .throttle = $0 { true } else { false }
    },
    onAnswer(
      "refusal-misnamed", "A record without room is refused as an innocent one.", in: .batches,
      [.matchesModel]
    ) { answer in
      guard case .saved(let results) = answer else { return answer }
      return .saved(
        results.map { $0.refused(as: .batchFailed, where: { $0 == .quotaExceeded }) })
    },
    onAnswer(
      "retry-after-forgotten", "A limited request is not told when to come again.", in: .batches,
      [.matchesModel]
    ) { answer in
      if case .refused(let error, .some) = answer { .refused(error) } else { answer }
    },
  ]

  static let refusalsOnDevices: [PlantedFault] = [
    onPolicy(
      "batch-dropped", "What failed with its batch alone is not sent again.", in: .batches,
      seenBy: [.noLostEdit, .converged]
    ) { $0.batchFailed = .drop },
    onPolicy(
      "orphan-deleted", "A record whose parent is not at the cloud is deleted.", in: .batches,
      seenBy: [.noLostEdit, .ownEditsShow]
    ) { $0.referenceError = .cascade },
    onPolicy(
      "retry-after-unheeded", "A limited request is tried every second.", in: .batches,
      seenBy: [.bounded]
    ) { $0.retry = .always },
    onDevice(
      "waiting-not-told", "The user is not told that a record waits.", in: .full,
      seenBy: [.noLostEdit, .converged]
    ) { _, effect in
      [effect.showing { if case .refused = $0 { nil } else { $0 } }]
    },
    PlantedFault(
      .device, "waits-for-ever", "A record waits, as its user is told, though there is room.",
      in: .roomAgain, seenBy: [.noLostEdit]
    ) { plant in
      plant.acted = { $0.with { $0.batchFailed = .drop } }
      plant.device = { _ in
        DeviceTap(effects: { event, effects in
          guard case .answer(.saved(let results), _) = event else { return effects }
          let full = results.filter { $0.refusal?.error == .quotaExceeded }.map(\.path.record)
          return effects + full.map { .show([.refused($0, .quotaExceeded)]) }
        })
      }
    },
  ]

  /// The cloud does not hear of what the timeline says to it.
  private static func cloudDeaf(
    _ name: String, _ about: String, _ checks: [CheckName],
    to isMeant: @escaping @Sendable (CloudOperation) -> Bool
  ) -> PlantedFault {
    PlantedFault(.cloud, name, about, in: .batches, seenBy: checks) { plant in
      plant.cloud.events = { event in
        if case .cloud(let operation) = event, isMeant(operation) { [] } else { [event] }
      }
    }
  }
}

extension EditResult {
  fileprivate func refused(
    as error: CloudError, where isMeant: (CloudError) -> Bool
  ) -> EditResult {
    guard let refusal, isMeant(refusal.error) else { return self }
    return EditResult(
      intent: intent, path: path, isKept: isKept, state: state,
      refusal: Refusal(error, record: refusal.record))
  }
}

extension Exercise {
  /// An item is put into a list that has changed elsewhere; then a list and an item in it meet a
  /// full cloud, and a save one that takes none for a while.
  static let batches = Exercise(
    #"""
    {"format": 1, "name": "batches",
     "devices": [{"name": "phone", "timeout": "5s", "policy": {"send": "batched"}},
       {"name": "tablet", "timeout": "5s"}],
     "cloud": {"saves": "ifTagMatches", "batch": "atomic", "parent": "list"},
     "start": {"records": {"list-1": {"title": "Shopping"}}},
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["phone"], "traffic": "refuse", "for": "6s"},
       {"id": "b", "at": "3s", "device": "tablet", "write": {"list-1": {"title": "Groceries"}}},
       {"id": "a", "at": "4s", "device": "phone", "write": {"list-1": {"title": "Market"}}},
       {"id": "c", "at": "5s", "device": "phone",
        "create": {"item-1": {"title": "Milk", "list": "list-1"}}},
       {"id": "full", "at": "15s", "cloud": {"quota": {"records": 2}}},
       {"id": "p", "at": "16s", "device": "phone", "create": {"list-2": {"title": "Garden"}}},
       {"id": "i", "at": "17s", "device": "phone",
        "create": {"item-2": {"title": "Rake", "list": "list-2"}}},
       {"id": "limit", "at": "20s", "cloud": {"rateLimit": {"kind": "save", "for": "10s"}}},
       {"id": "w", "at": "21s", "device": "tablet", "write": {"list-1": {"note": "Friday"}}},
       {"id": "room", "at": "40s", "cloud": {"quota": "none"}},
       {"id": "sync", "at": "42s", "device": "phone", "sync": true}],
     "limits": {"attempts": 4}, "calm": {"at": "60s"}}
    """#)

  /// There is room for one list, and two are made.
  static let full = Exercise(
    #"""
    {"format": 1, "name": "full", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "timeline": [
       {"id": "full", "at": "1s", "cloud": {"quota": {"records": 1}}},
       {"id": "one", "at": "2s", "device": "phone", "create": {"list-1": {"title": "Shopping"}}},
       {"id": "two", "at": "4s", "device": "phone", "create": {"list-2": {"title": "Garden"}}}],
     "calm": {"at": "20s"}}
    """#)

  /// The second of two lists has to wait until there is room.
  static let roomAgain = Exercise(
    #"""
    {"format": 1, "name": "room-again", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "timeline": [
       {"id": "full", "at": "1s", "cloud": {"quota": {"records": 1}}},
       {"id": "one", "at": "2s", "device": "phone", "create": {"list-1": {"title": "Shopping"}}},
       {"id": "two", "at": "4s", "device": "phone", "create": {"list-2": {"title": "Garden"}}},
       {"id": "room", "at": "10s", "cloud": {"quota": "none"}}],
     "calm": {"at": "20s"}}
    """#)
}
