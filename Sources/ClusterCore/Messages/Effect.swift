/// What a node wants done, in the order in which it is to happen.
package enum Effect: Hashable, Sendable {
  /// A device asks the cloud; the answer or its failure will carry `number`.
  case send(Request, number: RequestNumber)
  /// Gives up waiting for an answer; none will come.
  case cancel(RequestNumber)
  /// Appends an entry to the device's journal.
  case store(StoreEntry)
  /// Changes what the user of the device sees.
  case show([Shown])
  case setTimer(TimerSetting)
  case cancelTimer(TimerKey)
  /// The cloud answers the request in hand.
  case answer(Answer)
  /// The cloud tells a device something unasked.
  case push(Push, to: NodeID)
  /// An app asks its system's transfer service.
  case transfer(TransferCall)
  /// An app moves a downloaded file out of its temporary place, and into its own.
  case moveFile(TransferID)
  /// A transfer service tells its app.
  case notify(TransferNotice)
  /// Sets the number on the app's icon, which belongs to the system.
  case setBadge(Int)
  /// Replaces what the device's vault holds; nil clears it.
  case vault(VaultItem?)
}

/// A timer to be fired once, `after` later, plus up to `jitter` drawn by the engine.
package struct TimerSetting: Hashable, Sendable {
  package let key: TimerKey
  /// What it is for, part of its name: `retry`.
  package let kind: Text
  package let after: Milliseconds
  package let jitter: Milliseconds

  package init(key: TimerKey, kind: Text, after: Milliseconds, jitter: Milliseconds = 0) {
    self.key = key
    self.kind = kind
    self.after = after
    self.jitter = jitter
  }
}

/// One change of what a device shows.
package enum Shown: Hashable, Sendable {
  /// What a field shows from now on; nil where the field is gone.
  case field(FieldPath, FieldValue?)
  /// The user is asked which of two values of a field is to stay; nil where nothing is asked.
  case question(FieldPath, Question?)
  /// The user is told that a record waits, since the cloud will not take it; nil once it does not.
  case refused(RecordID, CloudError?)
  /// How a file stands from now on.
  case file(TransferKey, FileState)
  case order(IntentID, OrderStatus)
  case list(ShownList)
  /// How an operation that needs the cloud stands.
  case call(IntentID, CallStatus)
  /// Who is signed in; nil for nobody.
  case session(UserID?)
  /// The records of the device's list, in their order.
  case thread([RecordID])
  /// A stamp is so far ahead that the hybrid clock does not follow it: somebody's clock is wrong.
  case notFollowed(Stamp)
}

/// What the user is told of an operation that needs the cloud.
package enum CallStatus: String, CaseIterable, Sendable {
  case pending, done, failed
}

extension Shown: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .field(let path, let value):
        json.member("record", path.record)
        json.member("field", path.field)
        if let value { json.member("value", value) }
      case .question(let path, let question):
        json.member("record", path.record)
        json.member("field", path.field)
        json.key("question")
        if let question { json.value(question) } else { json.null() }
      case .refused(let record, let error):
        json.member("record", record)
        json.key("refused")
        if let error { json.string(error.rawValue) } else { json.null() }
      case .file(let key, let state):
        key.writeMembers(to: &json)
        json.member("state", state.rawValue)
      case .order(let intent, let status):
        json.member("order", intent)
        json.member("status", status.rawValue)
      case .list(let list): json.member("list", list)
      case .call(let intent, let status):
        json.member("call", intent)
        json.member("status", status.rawValue)
      case .session(let user):
        json.key("user")
        if let user { json.string(user.string) } else { json.null() }
      case .thread(let records):
        json.key("thread")
        json.array(records) { $0.string($1.string) }
      case .notFollowed(let stamp): json.member("notFollowed", stamp)
      }
    }
  }

  private static let keys: JSONKeys =
    [
      "record", "field", "value", "question", "call", "status", "user", "order", "list",
      "thread", "notFollowed",
      "refused",
    ]
    + TransferKey.keys + ["state"]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Shown.keys)
    if let intent = object.optional("order") {
      self = .order(try intent.identifier(), try object.required("status").choice())
      return
    }
    if let list = object.optional("list") {
      self = .list(try ShownList(list))
      return
    }
    if object.has("file") {
      self = .file(try TransferKey(object), try object.required("state").choice())
      return
    }
    if let call = object.optional("call") {
      self = .call(try call.identifier(), try object.required("status").choice())
      return
    }
    if let user = object.optional("user") {
      if user.kind == .null {
        self = .session(nil)
      } else {
        self = .session(try user.identifier())
      }
      return
    }
    if let error = object.optional("refused") {
      let isOver = error.kind == .null
      self = .refused(
        try object.required("record").identifier(), isOver ? nil : try error.choice())
      return
    }
    if let records = object.optional("thread") {
      self = .thread(
        try records.list { reader throws(FormatError) in try reader.identifier() })
      return
    }
    if let stamp = object.optional("notFollowed") {
      self = .notFollowed(try Stamp(stamp))
      return
    }
    let path = FieldPath(
      try object.required("record").identifier(), try object.required("field").identifier())
    if let question = object.optional("question") {
      let isOver = question.kind == .null
      self = .question(path, isOver ? nil : try Question(question))
      return
    }
    let value: FieldValue? =
      if let value = object.optional("value") { try FieldValue(value) } else { nil }
    self = .field(path, value)
  }
}

extension Effect: JSONWritable {
  private enum Kind: String, JSONChoice {
    case send, cancel, store, show, setTimer, cancelTimer, answer, push
    case transfer, moveFile, notify
    case setBadge
    case vault

    static let words = JSONWords<Kind>()
  }

  static let keys: JSONKeys = [
    "kind", "number", "request", "entry", "changes", "timer", "for", "after", "jitter", "answer",
    "push", "to", "call", "task", "notice", "holds", "badge",
  ]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .send(let request, let number):
      json.member("kind", Kind.send.rawValue)
      json.member("number", number)
      json.member("request", request)
    case .cancel(let number):
      json.member("kind", Kind.cancel.rawValue)
      json.member("number", number)
    case .store(let entry):
      json.member("kind", Kind.store.rawValue)
      json.member("entry", entry)
    case .show(let changes):
      json.member("kind", Kind.show.rawValue)
      json.member("changes", changes)
    case .setTimer(let timer):
      json.member("kind", Kind.setTimer.rawValue)
      json.member("timer", timer.key.string)
      json.member("for", timer.kind.string)
      json.member("after", timer.after.count)
      if timer.jitter > .zero { json.member("jitter", timer.jitter.count) }
    case .cancelTimer(let key):
      json.member("kind", Kind.cancelTimer.rawValue)
      json.member("timer", key.string)
    case .answer(let answer):
      json.member("kind", Kind.answer.rawValue)
      json.member("answer", answer)
    case .push(let push, let device):
      json.member("kind", Kind.push.rawValue)
      json.member("push", push)
      json.member("to", device)
    case .transfer(let call):
      json.member("kind", Kind.transfer.rawValue)
      json.member("call", call)
    case .moveFile(let task):
      json.member("kind", Kind.moveFile.rawValue)
      json.member("task", task)
    case .notify(let notice):
      json.member("kind", Kind.notify.rawValue)
      json.member("notice", notice)
    case .setBadge(let badge):
      json.member("kind", Kind.setBadge.rawValue)
      json.member("badge", badge)
    case .vault(let item):
      json.member("kind", Kind.vault.rawValue)
      if let item { json.member("holds", item) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: Effect.keys))
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    switch try object.required("kind").choice(Kind.self) {
    case .send:
      self = .send(
        try Request(try object.required("request")), number: try object.required("number").count())
    case .cancel: self = .cancel(try object.required("number").count())
    case .store: self = .store(.foreign(try object.required("entry").node))
    case .show:
      let changes = try object.required("changes").list(Shown.init)
      self = .show(changes)
    case .setTimer: self = .setTimer(try TimerSetting(object))
    case .cancelTimer: self = .cancelTimer(try object.required("timer").text())
    case .answer: self = .answer(try Answer(try object.required("answer")))
    case .push:
      self = .push(
        try Push(try object.required("push")), to: try object.required("to").identifier())
    case .transfer: self = .transfer(try TransferCall(try object.required("call")))
    case .moveFile: self = .moveFile(try object.required("task").count())
    case .notify: self = .notify(try TransferNotice(try object.required("notice")))
    case .setBadge: self = .setBadge(try object.required("badge").count())
    case .vault:
      let item: VaultItem? =
        if let item = object.optional("holds") { try VaultItem(item) } else { nil }
      self = .vault(item)
    }
  }
}

extension TimerSetting {
  fileprivate init(_ object: JSONObjectReader) throws(FormatError) {
    let span = 0...Milliseconds.longest.count
    let kind = try object.required("for")
    let text = try kind.string()
    guard !text.isEmpty, !text.contains(where: { "/>~".contains($0) }) else {
      throw kind.mismatch(expected: "a word without / > or ~")
    }
    self.init(
      key: try object.required("timer").text(), kind: Text(text),
      after: Milliseconds(try object.required("after").integer(in: span)),
      jitter: Milliseconds(try object.optional("jitter")?.integer(in: span) ?? 0))
  }
}
