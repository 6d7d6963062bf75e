import ClusterCore

/// What a chart remembers of the messages that were sent.
struct MessageLedger {
  struct Entry {
    let label: String
    /// The file that it asks for or brings a part of; nil where it is about none.
    let file: FileName?
    let at: Instant
    /// Counts the messages of a run in the order of sending.
    let order: Int
    /// Copies that have not arrived.
    var underWay: Int
  }

  private let links: LinkPlan
  private var entries: [MessageName: Entry] = [:]
  private var sent = 0
  /// For each link the latest sent of the messages that have arrived.
  private var latest: [LinkID: Int] = [:]

  init(links: LinkPlan) {
    self.links = links
  }

  subscript(name: MessageName) -> Entry? { entries[name] }

  mutating func noteSent(
    _ name: MessageName, label: String, file: FileName? = nil, dispatch: Dispatch, at: Instant
  ) {
    let copies =
      switch dispatch {
      case .copies(let delays): delays.count
      case .held, .kept: 1
      case .refused: 0
      }
    entries[name] = Entry(label: label, file: file, at: at, order: sent, underWay: copies)
    sent += 1
  }

  /// In what way the copy that arrives now is late, nil where it is not; notes that it has arrived.
  mutating func noteArrival(of name: MessageName, at instant: Instant) -> Lateness? {
    guard let entry = entries[name] else { return nil }
    entries[name]?.underWay -= 1
    let link = LinkID(of: name)
    let isOvertaken = entry.order < latest[link] ?? -1
    latest[link] = max(entry.order, latest[link] ?? -1)
    // How long a file's bytes take is their size's business more than the link's.
    guard !name.kind.isTransfer else { return nil }
    let travel = instant - entry.at
    if travel > links[link].usualDelay { return .slow(travel) }
    return isOvertaken ? .overtaken : nil
  }

  /// The labels of messages that never arrived and were not lost, in the order of sending.
  var stillUnderWay: [String] {
    entries.values.filter { $0.underWay > 0 }.sorted { $0.order < $1.order }.map(\.label)
  }
}

extension Weather {
  /// What most messages take at most: the most there is, or three times an exponential's mean.
  fileprivate var usualDelay: Milliseconds {
    switch delay {
    case .constant(let delay): max(delay, floor)
    case .uniform(_, let high): max(high, floor)
    case .exponential(let mean): max(Milliseconds(mean.count * 3), floor)
    }
  }
}

extension MessageKind {
  /// Whether another message of this kind from one root is another attempt at what the first one
  /// asked for; the next pull of a root is a new question.
  var isTry: Bool {
    switch self {
    case .save, .order, .call, .refresh, .signIn, .signOut, .register, .markRead: true
    case .pull, .push, .fetch, .put, .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks,
      .readOrder, .search, .unread:
      false
    }
  }
}

extension MessageName {
  /// Whether it is a further attempt, or the answer to one.
  var isRetry: Bool { count > 1 && kind.isTry }
}
