import ClusterCore

/// The part of `matches-model` that judges what is no record: pushes, sessions, notices and lists.
struct ServiceAnswers: Sendable {
  struct Difference: Sendable {
    let subject: String
    let reason: String
    let explanation: String
  }

  private let lists: [Text: [Text]]
  private let devices: [NodeID]
  private let tellsOfChanges: Bool
  private var tokens: TokenModel
  private var notices: NoticeModel
  /// Answers and pushes of notices that were compared, but for those of the calm.
  private(set) var witnesses = 0

  init(_ scenario: Scenario) {
    lists = scenario.start.lists
    devices = scenario.devices.map(\.id).sorted()
    tellsOfChanges = scenario.rules.pushes == .changes
    tokens = TokenModel(scenario)
    notices = NoticeModel(scenario)
  }

  /// Takes a step of the cloud; what differs from the model there, if anything does.
  mutating func difference(_ step: Step, _ event: TraceEvent, _ run: RunFold) -> Difference? {
    switch step.event {
    case .request(let request, let sender):
      guard run.moment.scripted?.when != .before, run.moment.throttled == nil else {
        return pushes([], step)
      }
      let sent =
        notices.take(request, from: sender, step: event.number, run.unread)
        + changePushes(from: sender, run)
      let expected = tokens.answer(request, at: event.at)
      if run.moment.scripted == nil, let answer = step.answer {
        if let difference = compare(answer, to: request, from: sender, expected, step, run) {
          return difference
        }
      }
      return pushes(sent, step)
    case .cloud(let operation):
      tokens.take(operation, at: event.at)
      return pushes(notices.take(operation, run.unread), step)
    default: return nil
    }
  }
}

extension ServiceAnswers {
  private mutating func compare(
    _ answer: Answer, to request: Request, from sender: NodeID, _ expected: TokenModel.Expected?,
    _ step: Step, _ run: RunFold
  ) -> Difference? {
    if let expected {
      note(run)
      guard let actual = TokenModel.Expected(answer) else {
        return different("answer", "another kind", step, answer.redactedJSON, expected.words)
      }
      guard actual != expected else { return nil }
      return different("answer", "another session", step, actual.words, expected.words)
    }
    switch (request, answer) {
    case (.search(let query, _), .results(let found, let items)):
      note(run)
      guard found == query, lists[query] == nil || lists[query] == items else {
        return different("answer", "other results", step, answer.json, "the list of \"\(query)\"")
      }
    case (.unread, .unread(let items)):
      note(run)
      let expected = run.unread.unread(for: sender)
      guard items == expected else {
        return different("answer", "what is unread", step, words(items), words(expected))
      }
    default: break
    }
    return nil
  }

  private mutating func note(_ run: RunFold) {
    if !run.moment.isCalms { witnesses += 1 }
  }

  /// The other devices are told of the first edit of a save that changed something.
  private func changePushes(from sender: NodeID, _ run: RunFold) -> [NoticeModel.Sent] {
    let first = run.moment.arrived.first { $0.isChange && !$0.edit.isCarried }
    guard tellsOfChanges, let first else { return [] }
    return devices.filter { $0 != sender }.map { device in
      NoticeModel.Sent(device: device, push: .changed(intent: first.edit.intent))
    }
  }

  private func pushes(_ expected: [NoticeModel.Sent], _ step: Step) -> Difference? {
    var actual: [NoticeModel.Sent] = []
    for performed in step.effects {
      guard case .push(let push, let device) = performed.effect else { continue }
      actual.append(NoticeModel.Sent(device: device, push: push))
    }
    guard actual != expected else { return nil }
    return Difference(
      subject: "pushes", reason: "other pushes",
      explanation: "With \(step.name) the cloud pushes \(words(actual)); by the model it is "
        + "\(words(expected)).")
  }

  private func different(
    _ subject: String, _ reason: String, _ step: Step, _ actual: String, _ expected: String
  ) -> Difference {
    Difference(
      subject: subject, reason: reason,
      explanation: "The cloud answered \(step.name) with \(actual); by the model it is "
        + "\(expected).")
  }

  private func words(_ items: [Text]) -> String {
    "[" + items.map(\.string).joined(separator: ", ") + "]"
  }

  private func words(_ sent: [NoticeModel.Sent]) -> String {
    guard !sent.isEmpty else { return "nothing" }
    return sent.map { "\($0.push.json) to \($0.device)" }.joined(separator: ", ")
  }
}
