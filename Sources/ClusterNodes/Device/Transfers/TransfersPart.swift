import ClusterCore

/// The files an app wants to have, or to have sent.
///
/// It keeps a row for each wish and leaves the work to the system, which goes on without it. So
/// the whole difficulty is to know, after a start, what the system is doing already.
struct TransfersPart: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    let task: TransferTask
    var state = FileState.wanted
    /// Whether it failed for a reason that may pass.
    var mayTryAgain = false

    var isOpen: Bool {
      switch state {
      case .wanted, .transferring: true
      case .failed: mayTryAgain
      case .done, .cancelled: false
      }
    }

    /// Its line of work for ``Backoff``, and so its timer's key.
    var line: Text { Text("transfers/\(task.key)/\(task.intent)") }

    /// Whether a new wish for that file is served by this one.
    func serves(_ key: TransferKey, _ version: FileVersion?) -> Bool {
      guard task.key == key, task.version == version else { return false }
      return isOpen || state == .done
    }

    /// Whether the end of that task is this row's: by its identifier, or as one of many. The end
    /// of another content's upload is not.
    func isMeant(by other: TransferTask, _ policy: Policy) -> Bool {
      guard task.key == other.key else { return false }
      return policy.reenqueue == .byIdentifier
        ? task.version == other.version : task.intent == other.intent
    }
  }

  let policy: Policy
  var rows: [Row] = []
  private var backoff = Backoff()
  /// The system has been asked which tasks it has; what is only wanted waits for that.
  private var isListing = false

  init(_ setup: DeviceInit) {
    policy = setup.policy
  }

  /// Wishes that are open.
  var pending: Int {
    rows.isEmpty ? 0 : rows.count { $0.isOpen }
  }

  // MARK: Store and start

  mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .transferWanted(let task):
      _ = supersede(task)
      rows.append(Row(task: task))
    case .transferEnded(let key, let intent, let end):
      for index in rows.indices
      where rows[index].task.key == key && rows[index].task.intent == intent {
        rows[index].state = FileState(end)
      }
    case .made, .settled, .cursor, .refetched, .forgotten, .foreign, .ordered, .orderSettled,
      .registered, .read, .counted,
      .seeded, .asked, .answered, .signedOut, .renewing, .renewed:
      break
    }
  }

  mutating func start(_ out: inout Outgoing) {
    guard !rows.isEmpty else { return }
    out.emit(.show(newestRows.map { .file($0.task.key, $0.state) }))
    guard pending > 0 else { return }
    switch policy.reenqueue {
    case .blind: enqueueWanted(&out)
    case .byIdentifier:
      isListing = true
      out.emit(.transfer(.list))
    }
  }

  /// Of the rows of one file and way, the newest one; blind apps show what they have.
  private var newestRows: [Row] {
    guard policy.reenqueue == .byIdentifier else { return rows }
    return rows.indices.filter { index in
      !rows[(index + 1)...].contains { $0.task.key == rows[index].task.key }
    }.map { rows[$0] }
  }

  // MARK: What the user wants

  mutating func perform(_ operation: Operation, _ intent: IntentID, _ out: inout Outgoing) {
    switch operation {
    case .download(let files):
      want(files.map { (TransferKey(.download, $0), nil) }, intent, &out)
    case .upload(let files):
      want(files.map { (TransferKey(.upload, $0.file), $0.version) }, intent, &out)
    case .cancelTransfer(let file): cancel(file, &out)
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll, .sync, .order,
      .search, .register, .open, .markRead, .call, .signIn, .signOut:
      break
    }
  }

  /// Stores, shows and hands over, in that order: the identifier must outlive a crash.
  private mutating func want(
    _ wishes: [(TransferKey, FileVersion?)], _ intent: IntentID, _ out: inout Outgoing
  ) {
    for (key, version) in wishes {
      if policy.reenqueue == .byIdentifier, rows.contains(where: { $0.serves(key, version) }) {
        continue
      }
      let task = TransferTask(key: key, intent: intent, version: version)
      let isAnother = supersede(task)
      rows.append(Row(task: task))
      out.emit(.store(.transferWanted(task)))
      if isAnother { out.emit(.transfer(.cancel(key))) }
      out.emit(.show([.file(key, .wanted)]))
      enqueue(rows.count - 1, &out)
    }
  }

  /// Another content of a file takes the place of one that is still to be uploaded; whether there
  /// was one. What stores the new wish stores that too, so that no kill comes between.
  private mutating func supersede(_ task: TransferTask) -> Bool {
    guard policy.reenqueue == .byIdentifier else { return false }
    var isAnother = false
    for index in rows.indices
    where rows[index].isOpen && rows[index].task.key == task.key
      && rows[index].task.version != task.version
    {
      rows[index].state = .cancelled
      isAnother = true
    }
    return isAnother
  }

  private mutating func cancel(_ file: FileName, _ out: inout Outgoing) {
    for index in rows.indices where rows[index].task.key.file == file && rows[index].isOpen {
      let task = rows[index].task
      rows[index].state = .cancelled
      out.emit(
        .store(.transferEnded(task.key, intent: task.intent, .cancelled)))
      out.emit(.transfer(.cancel(task.key)))
      out.emit(.show([.file(task.key, .cancelled)]))
    }
  }

  private mutating func enqueue(_ index: Int, _ out: inout Outgoing) {
    rows[index].state = .transferring
    out.emit(.transfer(.enqueue(rows[index].task)))
    out.emit(.show([.file(rows[index].task.key, .transferring)]))
  }

  private mutating func enqueueWanted(_ out: inout Outgoing) {
    for index in rows.indices where rows[index].isOpen && rows[index].state != .transferring {
      enqueue(index, &out)
    }
  }

  /// Another trigger: every budget is whole again.
  mutating func synchronise(_ out: inout Outgoing) {
    guard pending > 0 else { return }
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    if !isListing { enqueueWanted(&out) }
  }

  mutating func wake(_ line: Text, _ out: inout Outgoing) {
    backoff.wake(line)
    for index in rows.indices where rows[index].line == line && rows[index].state == .failed {
      if rows[index].isOpen { enqueue(index, &out) }
    }
  }

  // MARK: What the system tells

  mutating func receive(_ notice: TransferNotice, _ out: inout Outgoing) {
    switch notice {
    case .tasks(let tasks): adopt(tasks, &out)
    case .finished(let id, let task, let isDuplicate):
      if isDuplicate && policy.alreadyDone == .failure {
        fail(task, &out)
      } else {
        finish(id, task, &out)
      }
    case .failed(_, let task, .fileNotFound): end(task, .failed, &out)
    case .failed(_, let task, _): fail(task, &out)
    }
  }

  /// Takes over what the system has; only what it has not is handed over.
  private mutating func adopt(_ tasks: [TransferTask], _ out: inout Outgoing) {
    isListing = false
    for index in rows.indices where rows[index].state == .wanted {
      let task = rows[index].task
      let same = tasks.filter { $0.key == task.key }
      guard same.contains(where: { $0.version == task.version }) else {
        if !same.isEmpty { out.emit(.transfer(.cancel(task.key))) }
        enqueue(index, &out)
        continue
      }
      rows[index].state = .transferring
      out.emit(.show([.file(rows[index].task.key, .transferring)]))
    }
  }

  /// Moves first: the temporary place is empty once this has been handled.
  private mutating func finish(_ id: TransferID, _ task: TransferTask, _ out: inout Outgoing) {
    let isWanted = rows.contains { $0.task.key == task.key && $0.state != .cancelled }
    guard isWanted else { return }
    if task.key.direction == .download { out.emit(.moveFile(id)) }
    end(task, .done, &out)
  }

  private mutating func end(_ task: TransferTask, _ end: TransferEnd, _ out: inout Outgoing) {
    for index in rows.indices where rows[index].isOpen && rows[index].isMeant(by: task, policy) {
      rows[index].state = FileState(end)
      backoff.succeed(rows[index].line)
      out.emit(
        .store(
          .transferEnded(rows[index].task.key, intent: rows[index].task.intent, end)))
      out.emit(.show([.file(rows[index].task.key, FileState(end))]))
    }
  }

  /// It may work next time: the row stays open.
  private mutating func fail(_ task: TransferTask, _ out: inout Outgoing) {
    for index in rows.indices where rows[index].isOpen && rows[index].isMeant(by: task, policy) {
      rows[index].state = .failed
      rows[index].mayTryAgain = true
      out.emit(.show([.file(rows[index].task.key, .failed)]))
      if let timer = backoff.fail(rows[index].line, rule: policy.retry) {
        out.emit(.setTimer(timer))
      }
    }
  }

  var state: [JSONNode.Member] {
    guard !rows.isEmpty else { return [] }
    let files = rows.map { row in
      JSONNode.Member(
        name: "\(row.task.key) \(row.task.intent)",
        value: JSONNode(.string(row.state.rawValue)))
    }
    return [JSONNode.Member(name: "files", value: JSONNode(.object(files)))]
  }
}

extension FileState {
  init(_ end: TransferEnd) {
    switch end {
    case .done: self = .done
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    }
  }
}
