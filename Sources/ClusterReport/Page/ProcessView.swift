import ClusterCore

/// One process beside what the checks fold of it: how it runs, what it has in memory, and where
/// a kill cut it.
struct ProcessView {
  /// Why it does not run as usual; nil where it does.
  private(set) var condition: String?
  /// What a kill in the middle of a step left of it, until the next start.
  private(set) var kill: String?
  private(set) var questions: [FieldPath: Question] = [:]
  /// The newest access token that it was given or has used; nil where it has none in memory.
  private(set) var access: Token?
  var isLocked = false
  /// How many partitions cut it off.
  private(set) var cuts = 0
  /// Its last step, which a kill may turn out to have cut.
  private var last: (number: Int, step: Step)?

  mutating func cut(_ isOn: Bool) { cuts += isOn ? 1 : -1 }

  mutating func suspend(_ isOn: Bool) { condition = isOn ? "suspended" : nil }

  /// - Parameter cause: the step that the kill cut; nil where it fell between two.
  mutating func die(_ death: Death, cause: Int?, _ words: ChartWords) {
    condition = death == .power ? "out of power" : "not running"
    questions = [:]
    access = nil
    if let last, last.number == cause { kill = KillWords(last.step, words).text(step: last.number) }
  }

  /// - Parameter vault: the access token that the device's vault holds.
  mutating func take(_ step: Step, number: Int, vault: Token?) {
    last = (number, step)
    switch step.event {
    case .start:
      condition = nil
      kill = nil
      questions = [:]
      access = nil
    case .answer(.session(let session), _): note(session.access)
    case .answer, .operation, .request, .failure, .push, .timer, .link, .transferCall,
      .transferNotice, .cloud:
      break
    }
    for effect in step.effects.map(\.effect) {
      switch effect {
      case .send(.call(_, _, let token), _): note(token)
      case .show(let changes): for change in changes { take(change, vault: vault) }
      case .vault(nil): access = nil
      case .send, .cancel, .store, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile,
        .notify, .setBadge, .vault:
        break
      }
    }
  }

  private mutating func take(_ change: Shown, vault: Token?) {
    switch change {
    case .question(let path, let question): questions[path] = question
    case .session(let user):
      // Who shows a user without having been given a session has found one in the vault.
      if user == nil { access = nil } else { access = access ?? vault }
    case .field, .refused, .file, .order, .list, .call, .thread, .notFollowed: break
    }
  }

  /// A call that was prepared earlier may go out with an older token than the one in memory.
  private mutating func note(_ token: Token) {
    if token.number > access?.number ?? 0 { access = token }
  }
}

/// What a step had done when a kill cut it.
struct KillWords {
  private let step: Step
  private let words: ChartWords

  init(_ step: Step, _ words: ChartWords) {
    self.step = step
    self.words = words
  }

  /// `after 1 effect of step 12: it had stored the edit w1; cut off: all after that (nothing was
  /// shown or sent)`. What was to follow, no trace tells.
  func text(step number: Int) -> String {
    let done = step.effects.compactMap(deed)
    let count = Wording.count(step.effects.count, "effect", "effects")
    let had = done.isEmpty ? "it had done nothing yet" : "it had " + done.joined(separator: ", ")
    return "after \(count) of step \(number): \(had); cut off: all after that"
      + (missing.isEmpty ? "" : " (nothing was \(missing))")
  }

  /// What a step does for others or for good, and this one had not come to.
  private var missing: String {
    let effects = step.effects.map(\.effect)
    var kinds: [String] = []
    if !effects.contains(where: { if case .store = $0 { true } else { false } }) {
      kinds.append("stored")
    }
    if !effects.contains(where: { if case .show = $0 { true } else { false } }) {
      kinds.append("shown")
    }
    if !step.effects.contains(where: { if case .sent = $0.outcome { true } else { false } }) {
      kinds.append("sent")
    }
    guard let last = kinds.last else { return "" }
    return kinds.count == 1 ? last : kinds.dropLast().joined(separator: ", ") + " or " + last
  }

  private func deed(_ performed: PerformedEffect) -> String? {
    switch performed.effect {
    case .store(let entry): return "stored " + StoredView.words(entry)
    case .send(let request, _):
      guard case .sent(let name, _) = performed.outcome else { return "sent a request" }
      return "sent " + words.request(request, name: name)
    case .show: return "shown what changed"
    case .vault(let item):
      return item.map { "put \($0.session.access) into the vault" } ?? "emptied the vault"
    case .transfer(let call): return "asked the system: " + words.call(call)
    case .moveFile: return "moved a file into its place"
    case .setBadge(let badge): return "set the badge to \(badge)"
    case .setTimer(let timer): return "set the timer \(timer.kind)"
    case .cancelTimer: return "stopped a timer"
    case .cancel: return "given up an answer"
    case .answer, .push, .notify: return nil
    }
  }
}
