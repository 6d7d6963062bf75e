import ClusterCore

/// What a device tells its user of all that is no record.
struct Account: Sendable {
  private(set) var user: UserID?
  private(set) var calls: [IntentID: CallStatus] = [:]
  private(set) var orders: [IntentID: OrderStatus] = [:]
  /// The results on the screen; nil before the first.
  private(set) var list: [Text]?
  /// The records of its list; nil where it has shown none.
  private(set) var thread: [RecordID]?
  /// How the row of a file stands that changed last.
  private(set) var files: [FileName: FileState] = [:]

  /// A new process shows nobody before it has looked.
  mutating func restart() { user = nil }

  /// Its process is over, and with it the results on the screen; with the app go the files.
  mutating func die(_ death: Death) {
    list = nil
    thread = nil
    if death == .reinstall { files = [:] }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(user)
    state.combine(calls)
    state.combine(orders)
    state.combine(list)
    state.combine(thread)
    state.combine(files)
  }

  mutating func take(_ changes: [Shown]) {
    for change in changes {
      switch change {
      case .field, .question, .refused, .notFollowed: break
      case .thread(let records): thread = records
      case .call(let intent, let status): calls[intent] = status
      case .session(let user): self.user = user
      case .order(let intent, let status): orders[intent] = status
      case .list(let list): self.list = list.query == nil ? nil : list.items
      case .file(let key, let state): files[key.file] = state
      }
    }
  }

  /// Adds what the device shows.
  func add(to state: inout AppState, of node: NodeID) {
    if let user { state[AppPath(.signedIn, at: node)] = .word(user.text) }
    if let list { state[AppPath(.lists, at: node)] = .items(list) }
    if let thread {
      state[AppPath(.threads, at: node)] = .items(thread.map(\.text))
    }
    for (intent, status) in calls {
      state[AppPath(.calls, at: node, intent.text)] = .word(Text(status.rawValue))
    }
    for (intent, status) in orders {
      state[AppPath(.orders, at: node, intent.text)] = .word(Text(status.rawValue))
    }
    for (file, row) in files {
      state[AppPath(.files, at: node, file.text)] = .word(Text(row.rawValue))
    }
  }
}
