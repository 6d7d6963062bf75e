import ClusterCore

// Faults around deletions, counters, and what the cloud forgets.
extension PlantedFault {
  static let inDeletes: [PlantedFault] = deviceDeletes + cloudDeletes + modelDeletes

  private static let deviceDeletes: [PlantedFault] = [
    onPolicy(
      "deletes-as-writes", "A deletion is a write of nothing to each field.", in: .deletionsWin,
      seenBy: [.staysDeleted]
    ) { $0.delete = .asWrite },
    onPolicy(
      "pruned-uploaded", "What the cloud has not is taken for new.", in: .forgotten,
      seenBy: [.staysDeleted, .noLostEdit]
    ) { $0.pruned = .upload },
    onPolicy(
      "deletion-kept", "A record that is made again while its deletion waits is not sent.",
      in: .deletions, seenBy: [.converged, .noLostEdit]
    ) { $0.deleteThenCreate = .keepDelete },
    saving(
      "deletion-saw-nothing", "A deletion names nothing that its maker had seen.",
      in: .unseenWins, seenBy: [.staysDeleted]
    ) { edit in
      guard case .delete = edit.operation else { return edit }
      return edit.replacing(.delete(observed: []))
    },
    saving(
      "create-as-deletion", "A record that is made anew is deleted.", in: .deletions,
      seenBy: [.noLostEdit]
    ) { edit in
      edit.operation == .create ? edit.replacing(.delete(observed: [])) : edit
    },
    saving(
      "increment-shrunk", "An increment is sent as one less.", in: .deletions,
      seenBy: [.noLostEdit]
    ) { edit in
      guard case .increment(let amount) = edit.operation else { return edit }
      return edit.replacing(.increment(amount - 1))
    },
    onDevice(
      "tombstone-not-shown", "What a pull says of deletions does not come to the screen.",
      in: .deletions, seenBy: [.converged]
    ) { event, effect in
      guard case .answer(.pulled, _) = event, case .show(let changes) = effect else {
        return [effect]
      }
      return [.show(changes.filter { if case .field(_, nil) = $0 { false } else { true } })]
    },
  ]

  private static let cloudDeletes: [PlantedFault] = [
    onRules(
      "updates-win", "An update that was not seen wins over a deletion.", in: .deletions,
      [.matchesModel, .staysDeleted]
    ) { $0.deletes = .updateWins },
    onRules(
      "deletions-win", "A deletion wins over a later update.", in: .deletions, [.matchesModel]
    ) { $0.deletes = .deleteWins },
    onRules("tombstone-lost", "A tombstone is forgotten at once.", in: .deletions, [.matchesModel])
    { $0.retention = .zero },
    onRequest(
      "deletion-undone", "A deletion is answered and not done.", in: .deletions,
      [.matchesModel, .noLostEdit, .staysDeleted]
    ) { $0.saving { $0.isDeletion ? $0.replacing(.create) : $0 } },
    onRequest(
      "increment-miscounted", "An increment counts twice.", in: .deletions, [.matchesModel]
    ) { request in
      request.saving { edit in
        guard case .increment(let amount) = edit.operation else { return edit }
        return edit.replacing(.increment(2 * amount))
      }
    },
    onAnswer(
      "tombstone-untold", "A pull says nothing of what was deleted.", in: .deletions,
      [.matchesModel, .converged]
    ) { answer in
      guard case .pulled(let changes, let cursor, let more, let fingerprint, let pruned) = answer
      else { return answer }
      return .pulled(
        changes: changes.filter { !$0.path.isLife }, cursor: cursor, more: more,
        fingerprint: fingerprint, pruned: pruned)
    },
    onAnswer(
      "fence-untold", "Nobody is told that deletions are forgotten.", in: .forgotten,
      [.matchesModel, .converged]
    ) { answer in
      guard case .pulled(let changes, let cursor, let more, let fingerprint, _) = answer else {
        return answer
      }
      return .pulled(changes: changes, cursor: cursor, more: more, fingerprint: fingerprint)
    },
  ]

  private static let modelDeletes: [PlantedFault] = [
    told("updates-win", "The model lets an update win.", in: .deletions, [.matchesModel]) {
      $0.rules.deletes = .updateWins
    },
    told(
      "tombstone-kept", "The model never forgets a deletion.", in: .forgotten, [.matchesModel]
    ) { $0.rules.retention = nil },
  ]
}

extension Request {
  /// The save with other edits; any other request as it is.
  fileprivate func saving(_ change: (Edit) -> Edit) -> [Request] {
    guard case .save(let edits) = self else { return [self] }
    return [.save(edits.map(change))]
  }
}

extension Edit {
  fileprivate var isDeletion: Bool {
    if case .delete = operation { true } else { false }
  }
}

extension Exercise {
  /// A tablet that was offline renames a note before the phone deletes it, and another after that;
  /// both count one number up; a third note is deleted and made anew, a fourth offline.
  static let deletions = Exercise(
    #"""
    {"format": 1, "name": "deletions",
     "devices": [{"name": "phone", "timeout": "5s"}, {"name": "tablet", "timeout": "5s"}],
     "start": {"records": {"early": {"title": "a", "tags": ["x"]}, "late": {"title": "b"},
       "anew": {"title": "c", "body": "d"}, "offline": {"title": "e"}, "app": {"count": 4}}},
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["tablet"], "traffic": "refuse", "for": "6s"},
       {"id": "r1", "at": "2s", "device": "tablet", "write": {"early": {"title": "a2"}}},
       {"id": "d1", "at": "3s", "device": "phone", "delete": ["early", "late", "anew"]},
       {"id": "r2", "at": "4s", "device": "tablet", "write": {"late": {"title": "b2"}}},
       {"id": "one", "at": "5s", "device": "phone", "increment": {"app": {"count": 1}}},
       {"id": "two", "at": "5s", "device": "tablet", "increment": {"app": {"count": 2}}},
       {"message": "phone>cloud/save/one/1/answer", "fate": []},
       {"id": "c", "at": "15s", "device": "tablet", "create": {"anew": {"title": "c2"}}},
       {"id": "gone", "at": "20s", "partition": ["phone"], "traffic": "refuse", "for": "5s"},
       {"id": "d2", "at": "21s", "device": "phone", "delete": "offline"},
       {"id": "c2", "at": "22s", "device": "phone", "create": {"offline": {"title": "e2"}}}],
     "calm": {"at": "40s"}}
    """#)

  /// A deletion meets an update with a later stamp where deletions win.
  static let deletionsWin = Exercise(
    #"""
    {"format": 1, "name": "deletions-win",
     "devices": [{"name": "phone"}, {"name": "tablet"}], "cloud": {"deletes": "deleteWins"},
     "start": {"records": {"note": {"title": "a", "body": "b"}}},
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["tablet"], "traffic": "refuse", "for": "6s"},
       {"id": "d", "at": "2s", "device": "phone", "delete": "note"},
       {"id": "r", "at": "3s", "device": "tablet", "write": {"note": {"title": "a2"}}}],
     "calm": {"at": "20s"}}
    """#)

  /// A note is deleted by someone who has seen all of it, where updates win that were not seen.
  static let unseenWins = Exercise(
    #"""
    {"format": 1, "name": "unseen-wins",
     "devices": [{"name": "phone"}, {"name": "tablet"}], "cloud": {"deletes": "updateWins"},
     "start": {"records": {"note": {"title": "a", "body": "b"}}},
     "timeline": [
       {"id": "r", "at": "1s", "device": "tablet", "write": {"note": {"title": "a2"}}},
       {"id": "d", "at": "4s", "device": "phone", "delete": "note"}],
     "calm": {"at": "20s"}}
    """#)

  /// A tablet was away for longer than the cloud remembers that a note was deleted.
  static let forgotten = Exercise(
    #"""
    {"format": 1, "name": "forgotten",
     "devices": [{"name": "phone"}, {"name": "tablet"}],
     "cloud": {"tombstones": {"retention": "10s"}},
     "start": {"records": {"note": {"title": "a", "tags": ["x"]}, "other": {"title": "b"}}},
     "timeline": [
       {"id": "away", "at": "1s", "partition": ["tablet"], "traffic": "refuse", "for": "20s"},
       {"id": "d", "at": "2s", "device": "phone", "delete": "note"},
       {"id": "r", "at": "3s", "device": "phone", "write": {"other": {"title": "b2"}}}],
     "calm": {"at": "30s"}}
    """#)
}
