import ClusterCore

/// The rows that have a counterpart on the network, in their published order.
package enum TrialTable {
  package static let rows: [TrialRow] =
    ClientTrials.rows + OrderTrials.rows + TokenTrials.rows + TransferTrials.rows
    + ListTrials.rows + PreferenceTrials.rows + TableTrials.rows + SyncTrials.rows
    + PushTrials.rows

  package static func row(labelled label: String) -> TrialRow? {
    rows.first { Text($0.label) == Text(label) }
  }
}

// What the lessons' rows are made of.
extension TrialRow {
  static let phone: NodeID = "phone"
  static let tablet: NodeID = "tablet"

  /// A sound device, but for what is changed.
  static func device(
    _ id: NodeID, timeout: Milliseconds = DeviceSetup.standardTimeout,
    _ change: (inout Policy) -> Void = { _ in }
  ) -> DeviceSetup {
    var policy = Policy.sound
    change(&policy)
    return DeviceSetup(id: id, policy: policy, timeout: timeout)
  }

  /// The request that the phone, or another device, first sends because of an entry.
  static func request(
    _ kind: MessageKind, of entry: EntryID, from device: NodeID = phone
  ) -> MessageName {
    MessageName(sender: device, receiver: .cloud, kind: kind, root: entry, count: 1)
  }
}

extension TrialRow.View {
  /// The fields the cloud holds, in the order of their paths.
  var fields: [Change] { cloud.holdings }

  var phone: DeviceHoldings {
    guard let holdings = devices[TrialRow.phone] else {
      preconditionFailure("\(scenario.name) has no phone")
    }
    return holdings
  }

  /// Requests as the cloud was handed them, copies too, each with its answer.
  var requests: [(request: Request, answer: Answer?)] {
    events.compactMap { event in
      guard let step = event.step, case .request(let request, _) = step.event else { return nil }
      let answers = step.effects.compactMap { performed -> Answer? in
        if case .answer(let answer) = performed.effect { answer } else { nil }
      }
      return (request, answers.first)
    }
  }
}
