import ClusterCore

// Faults about clocks, cursors, lists, and a cloud that goes back.
extension PlantedFault {
  static let onFeeds: [PlantedFault] = feedPolicies + feedCloud + feedModels

  private static let feedPolicies: [PlantedFault] = [
    onPolicy(
      "fingerprint-ignored", "What a restored cloud does not have is taken for deleted.",
      in: .restored, seenBy: [.noLostEdit, .ownEditsShow, .neverGoesBack]
    ) { $0.fingerprint = .ignore },
    onPolicy(
      "cursor-of-its-clock", "A device asks for what came since it looked, by its own clock.",
      in: .slowAnswers, seenBy: [.converged]
    ) { $0.cursorFrom = .deviceClock },
    onPolicy(
      "cursor-of-stamps", "A device goes on from the largest instant it was given.",
      in: .oneInstant,
      seenBy: [.converged]
    ) { $0.cursorFrom = .serverStamp },
    onPolicy(
      "answer-settles-all", "The answer to a save settles what was made since.", in: .slowAnswers,
      seenBy: [.noLostEdit, .ownEditsShow]
    ) { $0.inFlight = .markAll },
    onPolicy(
      "sorted-by-stamps", "A list is sorted by what the clocks said.", in: .threads,
      seenBy: [.final]
    ) { $0.sortBy = .stamp },
    PlantedFault(
      .device, "clock-follows-any", "A hybrid clock follows a stamp that is a year ahead.",
      in: .wrongClock, seenBy: [.newestWins]
    ) { plant in
      plant.acted = { scenario in
        var other = scenario
        for place in other.devices.indices { other.devices[place].clock.maxOffset = nil }
        return other
      }
    },
    onDevice(
      "restored-not-sent", "What a restored cloud has lost is not sent again.", in: .restored,
      seenBy: [.settled]
    ) { event, effect in
      if case .answer(.pulled, _) = event, case .send(.save, _) = effect { [] } else { [effect] }
    },
  ]

  private static let feedCloud: [PlantedFault] = [
    unheard("rollback-forgotten", "The cloud is not restored.", in: .restored) {
      if case .rollback = $0 { true } else { false }
    },
    unheard("purge-forgotten", "The records stay where all were to go.", in: .purged) {
      $0 == .purge
    },
    unheard("expiry-forgotten", "A cursor is good for ever.", in: .expired) {
      $0 == .expireCursors
    },
    onAnswer(
      "fingerprint-forgotten", "No answer says that the cloud was restored.", in: .restored,
      [.matchesModel, .noLostEdit]
    ) { answer in
      guard case .pulled(let changes, let cursor, let more, _, _) = answer else { return answer }
      return .pulled(changes: changes, cursor: cursor, more: more)
    },
    onAnswer(
      "cursor-refused", "A good cursor is refused.", in: .pages, [.matchesModel, .settled]
    ) { answer in
      guard case .pulled(_, .number(5, _), _, _, _) = answer else { return answer }
      return .refused(.changeTokenExpired)
    },
    onRequest(
      "since-inclusive", "Changes of the instant that was asked from are given again.",
      in: .byInstants, [.matchesModel]
    ) { request in
      guard case .pull(.instant(let instant)) = request else { return [request] }
      return [.pull(cursor: .instant(instant - 1))]
    },
  ]

  private static let feedModels: [PlantedFault] = [
    seen("rollback-missed", "The model is not told that the cloud went back.", in: .restored) {
      step in
      guard case .cloud(.rollback) = step.event else { return step }
      return step.handling(.cloud(.expireCursors))
    },
    seen("expiry-missed", "The model takes an expired cursor for good.", in: .expired) { step in
      guard case .cloud(.expireCursors) = step.event else { return step }
      return step.handling(.cloud(.snapshot("none")))
    },
  ]

  /// What the cloud is to do of itself it does not do.
  private static func unheard(
    _ name: String, _ about: String, in exercise: Exercise,
    where isMeant: @escaping @Sendable (CloudOperation) -> Bool
  ) -> PlantedFault {
    PlantedFault(.cloud, name, about, in: exercise, seenBy: [.matchesModel]) { plant in
      plant.cloud.events = { event in
        if case .cloud(let operation) = event, isMeant(operation) { [] } else { [event] }
      }
    }
  }
}
