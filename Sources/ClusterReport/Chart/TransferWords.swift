import ClusterCore

/// The short words that a chart has for what goes on about files.
extension ChartWords {
  /// `a.zip transferring`.
  func shown(_ key: TransferKey, _ state: FileState) -> String { "\(key.file) \(state.rawValue)" }

  func call(_ call: TransferCall) -> String {
    switch call {
    case .enqueue(let task): task.key.words
    case .cancel(let key): "give up \(key.file)"
    case .list: "which tasks?"
    case .appStarted: "the app has started"
    case .cancelAll: "the user ended the app: tasks end"
    case .removeAll: "the app is gone: tasks end"
    }
  }

  func notice(_ notice: TransferNotice) -> String {
    switch notice {
    case .finished(_, let task, let isDuplicate):
      "\(task.key.file) finished" + (isDuplicate ? ", was there already" : "")
    case .failed(_, let task, let error): "\(task.key.file) failed: \(error.rawValue)"
    case .tasks(let tasks):
      tasks.isEmpty ? "no tasks" : "tasks " + tasks.map(\.key.file.string).joined(separator: ", ")
    }
  }
}

extension TransferKey {
  /// `download a.zip`.
  var words: String { "\(direction.rawValue) \(file)" }
}

extension FileReceipt {
  var words: String {
    if isDuplicate { return "have \(file) already" }
    return isComplete ? "\(file) is there" : "\(file) to \(received)"
  }
}
