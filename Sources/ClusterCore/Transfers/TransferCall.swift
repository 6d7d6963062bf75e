/// A system's own number for a transfer it has taken on.
package typealias TransferID = Int

/// What an app asks its system to transfer.
package struct TransferTask: Hashable, Sendable {
  package let key: TransferKey
  /// The intent it serves; the root of its messages.
  package let intent: IntentID
  /// What is sent; nil for a download, whose version the cloud knows.
  package let version: FileVersion?

  package init(key: TransferKey, intent: IntentID, version: FileVersion?) {
    self.key = key
    self.intent = intent
    self.version = version
  }
}

/// What a device's transfer service is told.
package enum TransferCall: Hashable, Sendable {
  /// The app hands over a task; it runs whatever becomes of the app.
  case enqueue(TransferTask)
  /// The app wants no task of that file any more.
  case cancel(TransferKey)
  /// The app asks which tasks there are.
  case list
  /// The system has started the app, which is to hear what ended without it.
  case appStarted
  /// The user has ended the app: its tasks end too. What is finished stays.
  case cancelAll
  /// The app has been removed, and all that was its.
  case removeAll
}

/// What a device's transfer service tells the app.
package enum TransferNotice: Hashable, Sendable {
  /// A task is done; a downloaded file lies in a temporary place until the handling ends.
  case finished(TransferID, TransferTask, isDuplicate: Bool)
  case failed(TransferID, TransferTask, CloudError)
  /// Every task there is: those that run, and those the app has not heard the end of.
  case tasks([TransferTask])

  /// The task whose end it tells.
  package var ended: TransferID? {
    switch self {
    case .finished(let id, _, _), .failed(let id, _, _): id
    case .tasks: nil
    }
  }

  package var kind: MessageKind {
    switch self {
    case .finished: .finished
    case .failed: .failed
    case .tasks: .tasks
    }
  }

  package var intent: IntentID? {
    switch self {
    case .finished(_, let task, _), .failed(_, let task, _): task.intent
    case .tasks: nil
    }
  }
}

extension TransferCall {
  package var kind: MessageKind? {
    switch self {
    case .enqueue: .enqueue
    case .cancel: .cancelTask
    case .list: .listTasks
    case .appStarted, .cancelAll, .removeAll: nil
    }
  }
}

extension TransferTask: JSONWritable {
  static let keys: JSONKeys = TransferKey.keys + ["intent", "version"]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    key.writeMembers(to: &json)
    json.member("intent", intent)
    if let version { json.member("version", version) }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      key: try TransferKey(object), intent: try object.required("intent").identifier(),
      version: try object.optional("version").map(FileVersion.init))
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: TransferTask.keys))
  }
}

extension TransferCall: JSONWritable {
  private enum Word: String, CaseIterable {
    case enqueue, cancel, list, appStarted, cancelAll, removeAll
  }

  private var word: Word {
    switch self {
    case .enqueue: .enqueue
    case .cancel: .cancel
    case .list: .list
    case .appStarted: .appStarted
    case .cancelAll: .cancelAll
    case .removeAll: .removeAll
    }
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", word.rawValue)
      switch self {
      case .enqueue(let task): task.writeMembers(to: &json)
      case .cancel(let key): key.writeMembers(to: &json)
      case .list, .appStarted, .cancelAll, .removeAll: break
      }
    }
  }

  private static let keys: JSONKeys = ["kind"] + TransferTask.keys

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: TransferCall.keys)
    switch try object.required("kind").choice(Word.self) {
    case .enqueue: self = .enqueue(try TransferTask(object))
    case .cancel: self = .cancel(try TransferKey(object))
    case .list: self = .list
    case .appStarted: self = .appStarted
    case .cancelAll: self = .cancelAll
    case .removeAll: self = .removeAll
    }
  }
}

extension TransferNotice: JSONWritable {
  private enum Word: String, CaseIterable {
    case finished, failed, tasks
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .finished(let id, let task, let isDuplicate):
        json.member("kind", Word.finished.rawValue)
        json.member("task", id)
        task.writeMembers(to: &json)
        if isDuplicate { json.member("duplicate", true) }
      case .failed(let id, let task, let error):
        json.member("kind", Word.failed.rawValue)
        json.member("task", id)
        task.writeMembers(to: &json)
        json.member("error", error.rawValue)
      case .tasks(let tasks):
        json.member("kind", Word.tasks.rawValue)
        json.member("tasks", tasks)
      }
    }
  }

  private static let keys: JSONKeys =
    ["kind", "task", "duplicate", "error", "tasks"] + TransferTask.keys

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: TransferNotice.keys)
    switch try object.required("kind").choice(Word.self) {
    case .finished:
      self = .finished(
        try object.required("task").count(), try TransferTask(object),
        isDuplicate: try object.optional("duplicate")?.bool() ?? false)
    case .failed:
      self = .failed(
        try object.required("task").count(), try TransferTask(object),
        try object.required("error").choice())
    case .tasks: self = .tasks(try object.required("tasks").list(TransferTask.init))
    }
  }
}
