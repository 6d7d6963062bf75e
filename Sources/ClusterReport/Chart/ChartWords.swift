import ClusterCore

/// The short words that a chart has for operations, messages and values.
struct ChartWords: Sendable {
  /// The only record of the scenario, which is then not named again and again.
  private let onlyRecord: RecordID?

  init(_ scenario: Scenario) {
    var records = Set(scenario.start.records.keys.map(\.record))
    for case .operation(let operation, _) in scenario.timeline.map(\.action) {
      records.formUnion(operation.editedPaths.map(\.record))
    }
    onlyRecord = records.count == 1 ? records.first : nil
  }

  func field(_ path: FieldPath) -> String {
    path.record == onlyRecord ? path.field.string : path.description
  }

  /// `title="Milk"`, `title gone`.
  func shown(_ path: FieldPath, _ value: FieldValue?) -> String {
    guard let value else { return field(path) + " gone" }
    return field(path) + "=" + Wording.value(value)
  }

  /// `w1 title="Milk"`, `w2 tags+"a"`; what is no edit has a verb after the entry's name:
  /// `"pay": orders "book"`, `"w3": syncs`.
  func operation(_ operation: Operation, intent: IntentID, device: NodeID) -> String {
    let deeds: [String] =
      switch operation {
      case .write(let values):
        values.sorted { $0.key < $1.key }.map { field($0.key) + "=" + Wording.value($0.value) }
      case .add(let values): members(values, sign: "+")
      case .remove(let values): members(values, sign: "−")
      case .create(let values):
        values.sorted { $0.key < $1.key }.map { "makes " + shown($0.key, $0.value) }
      case .increment(let amounts):
        amounts.sorted { $0.key < $1.key }.map {
          field($0.key) + ($0.value < 0 ? "−\($0.value.magnitude)" : "+\($0.value)")
        }
      case .delete(let records): records.map { "deletes \($0)" }
      case .resolve(let values):
        values.sorted { $0.key < $1.key }.map { "settles " + shown($0.key, .scalar($0.value)) }
      case .resolveAll(let side): ["takes the \(side.rawValue) values"]
      case .sync: ["syncs"]
      case .download(let files): ["downloads " + files.map(\.string).joined(separator: ", ")]
      case .upload(let files): ["uploads " + files.map(\.file.string).joined(separator: ", ")]
      case .cancelTransfer(let file): ["gives up \(file)"]
      case .order(let wish): ["orders " + Wording.value(.text(wish.item))]
      case .search(let query): ["searches " + Wording.value(.text(query))]
      case .register(let token): ["registers " + Wording.value(.text(token))]
      case .open(let push): [push.map { "opens push \($0)" } ?? "opens the app"]
      case .markRead(let items): ["reads " + items.map(\.string).joined(separator: ", ")]
      case .call(let name, _): ["calls " + Wording.value(.text(name))]
      case .signIn(let user): ["signs in as \(user)"]
      case .signOut: ["signs out"]
      }
    let name = short(intent, on: device)
    let list = deeds.joined(separator: ", ")
    return operation.isEdit ? "\(name) \(list)" : "\(Wording.value(.text(Text(name)))): \(list)"
  }

  private func members(_ values: [FieldPath: [Value]], sign: String) -> [String] {
    values.sorted { $0.key < $1.key }.map { path, members in
      field(path) + sign + members.map(Wording.value).joined(separator: ", ")
    }
  }

  /// `save w1, w2`, `save w1 (2)` for the second attempt, `pull after 3`.
  func request(_ request: Request, name: MessageName) -> String {
    switch request {
    case .save: "save " + intents(request, on: name.sender) + attempt(name)
    case .pull(let cursor): "pull after \(cursor)" + attempt(name)
    case .fetch(let range): "\(range.file) from \(range.offset)"
    case .put(let part): "\(part.range.file) from \(part.range.offset)"
    case .order(let order):
      "order " + quoted(order.intent, on: name.sender)
        + (order.key.map { ", key " + Wording.value(.text($0)) } ?? ", no key") + attempt(name)
    case .readOrder(let intent): "read order " + quoted(intent, on: name.sender) + attempt(name)
    case .search(let query, _): "search " + Wording.value(.text(query)) + attempt(name)
    case .register(let token): "register \(token)" + attempt(name)
    case .markRead(let items, _):
      "read " + items.map(\.string).joined(separator: ", ") + attempt(name)
    case .unread: "unread?" + attempt(name)
    case .call(_, _, let access):
      "call " + calls(request, on: name.sender) + attempt(name) + " with \(access)"
    case .refresh(let token): "refresh with \(token)" + attempt(name)
    case .signIn(let user, _): "sign in \(user)" + attempt(name)
    case .signOut(let token, _): "sign out \(token)" + attempt(name)
    }
  }

  private func calls(_ request: Request, on device: NodeID) -> String {
    var seen: [IntentID] = []
    for intent in request.intents where !seen.contains(intent) { seen.append(intent) }
    return seen.map { quoted($0, on: device) }.joined(separator: ", ")
  }

  private func intents(_ request: Request, on device: NodeID) -> String {
    var seen: [IntentID] = []
    for intent in request.intents where !seen.contains(intent) { seen.append(intent) }
    return seen.map { short($0, on: device) }.joined(separator: ", ")
  }

  /// `w1 kept`, `w1 lost to w2`, `title by w2, tags by w3`, `nothing new`, `a.zip: 423 locked`.
  ///
  /// - Parameter file: the one that the request was about; its name stands before a refusal.
  func answer(_ answer: Answer, name: MessageName, file: FileName? = nil) -> String {
    switch answer {
    case .saved(let results): saved(results, on: name.sender) + attempt(name)
    case .pulled(let changes, _, let more, _, _): pulled(changes, more: more)
    case .refused(let error, let retryAfter):
      (file.map { "\($0): " } ?? "") + "\(error.status) \(error.rawValue)"
        + (retryAfter.map { ", again after \(Wording.length($0))" } ?? "") + attempt(name)
    case .chunk(let chunk): "\(chunk.file) to \(chunk.offset + chunk.length)"
    case .received(let receipt): receipt.words
    case .session(let session): "\(session.access), \(session.refresh)" + attempt(name)
    case .placed(let entry): "placed as entry \(entry)" + attempt(name)
    case .orderState(_, let entry): entry.map { "is entry \($0)" } ?? "no entry"
    case .results(let query, let items):
      Wording.count(items.count, "result", "results") + " for " + Wording.value(.text(query))
        + attempt(name)
    case .done: "done" + attempt(name)
    case .unread(let items): "\(items.count) unread"
    }
  }

  /// What a device tells its user of sessions and calls, and does to its vault; nil for nothing.
  func account(_ step: Step) -> String? {
    var told: [String] = []
    for performed in step.effects {
      switch performed.effect {
      case .vault(let item):
        told.append(
          item.map { "vault \($0.session.access), \($0.session.refresh)" } ?? "vault empty")
      case .show(let changes):
        for change in changes {
          switch change {
          case .field, .question, .refused, .file, .order, .list, .thread, .notFollowed: break
          case .call(let intent, let status):
            if status != .pending {
              told.append(quoted(intent, on: step.node) + " \(status.rawValue)")
            }
          case .session(let user): told.append(user.map { "signed in: \($0)" } ?? "signed out")
          }
        }
      case .send, .cancel, .store, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile,
        .notify, .setBadge:
        break
      }
    }
    return told.isEmpty ? nil : told.joined(separator: ", ")
  }

  /// The answer to a pull that brings nothing.
  static let nothingNew = "nothing new"

  private func pulled(_ changes: [Change], more: Bool) -> String {
    guard !changes.isEmpty else { return Self.nothingNew }
    let list = changes.map { field($0.path) + " by " + $0.state.intent.string }
    return list.joined(separator: ", ") + (more ? ", more" : "")
  }

  private func saved(_ results: [EditResult], on device: NodeID) -> String {
    var intents: [IntentID] = []
    for result in results where !intents.contains(result.intent) { intents.append(result.intent) }
    return intents.map { intent in
      let own = results.filter { $0.intent == intent }
      let fates = own.map { fate($0, on: device) }
      let isSame = fates.allSatisfy { $0 == fates.first }
      let name = short(intent, on: device)
      if isSame, let fate = fates.first { return "\(name) \(fate)" }
      let parts = zip(own, fates).map { field($0.path) + " " + $1 }
      return "\(name): " + parts.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  private func fate(_ result: EditResult, on device: NodeID) -> String {
    if result.isKept { return "kept" }
    if let refusal = result.refusal { return "\(refusal.error.status) \(refusal.error.rawValue)" }
    guard let winner = result.state?.intent, winner != result.intent else { return "not kept" }
    return "lost to " + short(winner, on: device)
  }

  func push(_ push: Push, name: MessageName) -> String {
    switch push {
    case .changed(let intent): "push " + intent.string + attempt(name)
    case .notice(let notice):
      "push \(notice.id)" + (notice.badge.map { " badge \($0)" } ?? "") + attempt(name)
    }
  }

  /// What the cloud holds after a save: `title="Milk"`, or `w2 stays: title="Eggs"`.
  func outcome(of answer: Answer) -> String {
    guard case .saved(let results) = answer else { return "" }
    return results.map { result in
      let value = shown(result.path, result.state?.shown)
      guard !result.isKept, let state = result.state else { return value }
      return "\(state.intent) stays: \(value)"
    }.joined(separator: ", ")
  }

  /// `save w1 (2) timed out`.
  func failure(_ failure: NetworkFailure, of label: String) -> String {
    switch failure {
    case .timeout: label + " timed out"
    case .offline: label + ": offline"
    }
  }

  func timer(_ name: TimerName) -> String {
    "\(name.kind) " + short(name.root, on: name.device) + (name.count > 1 ? " #\(name.count)" : "")
  }

  /// ` (2)` for the second attempt at one thing, ` #2` for the second of several things that go
  /// back to one entry; a part of a file says its offset.
  private func attempt(_ name: MessageName) -> String {
    if name.count == 1 || name.kind.isTransfer { return "" }
    return name.isRetry ? " (\(name.count))" : " #\(name.count)"
  }

  private func quoted(_ id: EntryID, on device: NodeID) -> String {
    Wording.value(.text(Text(short(id, on: device))))
  }

  /// An entry's id without the device's name before it, in that device's own lane.
  private func short(_ id: EntryID, on device: NodeID) -> String {
    let prefix = device.string + "."
    return id.string.hasPrefix(prefix) ? String(id.string.dropFirst(prefix.count)) : id.string
  }
}

extension Operation {
  /// Whether it changes records; its values say what it does.
  fileprivate var isEdit: Bool {
    switch self {
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll: true
    case .sync, .download, .upload, .cancelTransfer, .order, .search, .register, .open, .markRead,
      .call, .signIn, .signOut:
      false
    }
  }
}
