import ClusterCore

// Faults in what a device does with orders, sessions, badges, lists and files.
extension PlantedFault {
  static let deviceServices: [PlantedFault] = [
    onDevice(
      "order-key-anew", "Each attempt of an order has another key.", in: .orders,
      seenBy: [.orderOnce, .final]
    ) { _, effect in
      guard case .send(.order(let order), let number) = effect else { return [effect] }
      let other = Order(
        intent: order.intent, item: order.item, made: order.made, key: Text("key-\(number)"))
      return [.send(.order(other), number: number)]
    },
    onDevice(
      "order-placed-early", "An order shows as placed when it is made.", in: .orders,
      seenBy: [.orderOnce]
    ) { _, effect in
      [
        effect.showing {
          if case .order(let intent, .pending) = $0 { .order(intent, .placed) } else { $0 }
        }
      ]
    },
    onDevice(
      "order-end-not-shown", "That an order is placed is not shown.", in: .orders,
      seenBy: [.orderOnce]
    ) { _, effect in
      [effect.showing { if case .order(_, .placed) = $0 { nil } else { $0 } }]
    },
    onDevice(
      "badge-off-by-one", "The badge says one more than it should.", in: .badges,
      seenBy: [.badgeTrue, .final]
    ) { _, effect in
      if case .setBadge(let badge) = effect { [.setBadge(badge + 1)] } else { [effect] }
    },
    onDevice(
      "badge-kept", "The badge never goes down.", in: .badges, seenBy: [.badgeTrue, .final]
    ) { _, effect in
      if case .setBadge(let badge) = effect, badge < 3 { [] } else { [effect] }
    },
    onDevice(
      "vault-write-forgotten", "A renewed session is used and not stored.", in: .sessions,
      seenBy: [.vaultNewest]
    ) { event, effect in
      if case .answer(.session, _) = event, case .vault(.some) = effect { [] } else { [effect] }
    },
    onDevice(
      "vault-kept", "A sign-out leaves the session in the vault.", in: .sessions,
      seenBy: [.signedOut]
    ) { event, effect in
      if case .operation(.signOut, _) = event, case .vault(nil) = effect { [] } else { [effect] }
    },
    onDevice(
      "refresh-doubled", "A session is renewed twice at a time.", in: .sessions,
      seenBy: [.refreshOnce]
    ) { _, effect in
      guard case .send(.refresh, let number) = effect else { return [effect] }
      return [effect] + again(effect, number, times: 1)
    },
    handed(
      "timeout-signs-out", "A renewal without an answer ends the session.", in: .sessions,
      seenBy: [.signedIn]
    ) { event in
      guard case .failure(.timeout, let number) = event else { return event }
      return .answer(.refused(.invalidGrant), to: number)
    },
    onDevice(
      "call-fails-early", "A call that is under way shows as failed for good.", in: .sessions,
      seenBy: [.final]
    ) { _, effect in
      [effect.showing { if case .call(let intent, _) = $0 { .call(intent, .failed) } else { $0 } }]
    },
    onDevice(
      "list-flag-stuck", "The list says that one more search is under way.", in: .searches,
      seenBy: [.shownNewest]
    ) { _, effect in
      [
        effect.showing { change in
          guard case .list(let list) = change else { return change }
          return .list(
            ShownList(query: list.query, items: list.items, loading: list.loading + 1))
        }
      ]
    },
    onDevice(
      "file-not-moved", "A file shows as done, and was left in its temporary place.", in: .files,
      seenBy: [.transferOnce]
    ) { _, effect in
      if case .moveFile = effect { [] } else { [effect] }
    },
    onDevice(
      "file-done-early", "A file shows as done as soon as it is wanted.", in: .files,
      seenBy: [.transferOnce]
    ) { event, effect in
      guard case .operation = event else { return [effect] }
      return [effect.showing { if case .file(let key, _) = $0 { .file(key, .done) } else { $0 } }]
    },
    onDevice(
      "file-wanted-twice", "A file is handed to the system twice.", in: .files,
      seenBy: [.transferOnce]
    ) { _, effect in
      if case .transfer(.enqueue) = effect { [effect, effect] } else { [effect] }
    },
    onDevice(
      "file-wish-not-stored", "That a file is wanted is not stored.", in: .files,
      seenBy: [.transferOnce]
    ) { _, effect in
      if case .store(.transferWanted) = effect { [] } else { [effect] }
    },
  ]

  /// Devices that run under another policy than the one that the scenario names.
  static let byPolicy: [PlantedFault] = [
    onPolicy(
      "fetched-over-pending", "A pull overwrites an edit that is pending.", in: .notes,
      seenBy: [.noLostEdit, .ownEditsShow]
    ) { $0.fetch = .overPending },
    onPolicy(
      "conflict-ignored", "A save that is refused for its tag is given up.", in: .tags,
      seenBy: [.noLostEdit]
    ) { $0.onConflict = .ignore },
    onPolicy(
      "cursor-before-data", "The cursor is stored before the data that it stands for.",
      in: .cuts, seenBy: [.converged]
    ) { $0.cursor = .beforeData },
    onPolicy(
      "older-list-shown", "Whatever results arrive are shown.", in: .searches,
      seenBy: [.shownNewest]
    ) { $0.shownList = .overwrite },
    onPolicy(
      "downloads-blind", "After a start every file is handed to the system again.", in: .files,
      seenBy: [.transferOnce]
    ) { $0.reenqueue = .blind },
    onPolicy(
      "order-without-key", "An order has no key that the cloud could know it by.", in: .orders,
      seenBy: [.orderOnce]
    ) { $0.orderKey = .none },
    onPolicy(
      "clock-not-followed", "Stamps come from the device's own clock.", in: .clocks,
      seenBy: [.causal, .newestWins]
    ) { $0.stamp = .deviceClock },
  ]

  static func onPolicy(
    _ name: String, _ about: String, in exercise: Exercise, seenBy checks: [CheckName],
    change: @escaping @Sendable (inout Policy) -> Void
  ) -> PlantedFault {
    PlantedFault(.device, name, about, in: exercise, seenBy: checks) { plant in
      plant.acted = { $0.with(change) }
    }
  }
}

extension Scenario {
  /// The same with every device's policy changed so.
  func with(_ change: (inout Policy) -> Void) -> Scenario {
    var scenario = self
    for place in scenario.devices.indices { change(&scenario.devices[place].policy) }
    return scenario
  }
}

extension Effect {
  /// With every change that is shown replaced; nil leaves one out.
  func showing(_ change: (Shown) -> Shown?) -> Effect {
    guard case .show(let changes) = self else { return self }
    return .show(changes.compactMap(change))
  }
}
