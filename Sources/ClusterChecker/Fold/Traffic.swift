import ClusterCore

/// What the links did: counts of messages, and of the happenings a scenario can ask for.
///
/// What the calm sends is counted as a message and is no happening.
struct Traffic: Sendable {
  private(set) var counts = MessageCounts()
  /// Messages sent outside the calm, from the first on that a start alone does not explain.
  private(set) var sentForTimeline = 0
  private var happened: [Int] = Array(repeating: 0, count: Happening.allCases.count)

  private struct Link {
    let floor: Int64
    /// The latest event whose message has been delivered.
    var newestCause = 0
  }

  /// Three a device: requests, answers, pushes.
  private var links: [Link]
  /// The instant of each event by its number, to know how long a message took.
  private var instants: [Int64] = []
  private var startRoots: Set<RootID> = []
  private var lastPulls: [(root: RootID, cursor: Cursor)?]

  init(_ scenario: Scenario) {
    links = scenario.devices.flatMap { device in
      LinkPlan.links(of: device.id).map { Link(floor: scenario.links[$0].floor.count) }
    }
    lastPulls = Array(repeating: nil, count: scenario.devices.count)
  }

  var happenings: [Happening: Int] {
    Dictionary(uniqueKeysWithValues: Happening.allCases.map { ($0, happened[$0.place]) })
  }

  mutating func count(_ happening: Happening, times: Int = 1) { happened[happening.place] += times }

  mutating func begin(_ event: TraceEvent) {
    if event.number == instants.count + 1 { instants.append(event.at.milliseconds) }
  }

  mutating func noteStart(_ root: RootID) { startRoots.insert(root) }

  func weighStarts(into state: inout StateDigest) { state.combine(startRoots) }

  mutating func noteDropped() { counts.dropped += 1 }

  /// Messages that were held for what never happened are lost.
  mutating func noteNeverReleased(_ messages: [MessageName]) {
    for message in messages {
      counts.dropped += 1
      count(lossOf(message))
    }
  }

  mutating func noteSent(
    _ message: MessageName, _ dispatch: Dispatch, cursor: Cursor?, device: DeviceIndex?,
    isCalms: Bool
  ) {
    counts.sent += 1
    if case .copies(let delays) = dispatch, delays.isEmpty { counts.dropped += 1 }
    if case .refused = dispatch { counts.dropped += 1 }
    guard !isCalms else { return }
    if sentForTimeline > 0 || !startRoots.contains(message.root) { sentForTimeline += 1 }
    switch dispatch {
    case .copies(let delays): if delays.isEmpty { count(lossOf(message)) }
    case .refused: count(.refused)
    case .held, .kept: break
    }
    if message.part == .message { countRetry(message, cursor: cursor, device: device) }
  }

  /// A save is tried again under its next name; a pull is, where it reads on from where the one
  /// before it did, and not where it asks for the next page.
  private mutating func countRetry(_ message: MessageName, cursor: Cursor?, device: DeviceIndex?) {
    switch message.kind {
    case .save: if message.count > 1 { count(.retried) }
    case .push, .readOrder, .search, .unread: break
    case .fetch, .put, .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks: break
    case .order, .register, .markRead: if message.count > 1 { count(.retried) }
    case .call, .refresh, .signIn, .signOut: if message.count > 1 { count(.retried) }
    case .pull:
      guard let device, let cursor else { return }
      if let last = lastPulls[device], last.root == message.root, last.cursor == cursor {
        count(.retried)
      }
      lastPulls[device] = (message.root, cursor)
    }
  }

  private func lossOf(_ message: MessageName) -> Happening {
    if message.part == .answer { return .lostAnswer }
    return message.kind == .push ? .lostPush : .lostRequest
  }

  /// A file's bytes have arrived, or what asks for them.
  mutating func noteBytes(copy: Int) {
    counts.delivered += 1
    if copy > 1 { counts.duplicated += 1 }
  }

  /// - Parameter device: the one the message goes to or comes from.
  mutating func noteDelivered(
    _ message: MessageName, copy: Int, device: DeviceIndex, event: TraceEvent, isCalms: Bool
  ) {
    guard !message.kind.isLocal else { return }
    counts.delivered += 1
    if copy > 1 { counts.duplicated += 1 }
    guard !isCalms else { return }
    if copy == 2 { count(.doubled) }
    guard copy == 1, let cause = event.cause, cause > 0, cause <= instants.count else { return }
    let link = device * 3 + (message.part == .answer ? 1 : message.kind == .push ? 2 : 0)
    if event.at.milliseconds - instants[cause - 1] > links[link].floor { count(.late) }
    if cause < links[link].newestCause {
      count(.overtaken)
    } else {
      links[link].newestCause = cause
    }
  }
}

extension Happening {
  /// Its place among the happenings.
  fileprivate var place: Int {
    switch self {
    case .lostRequest: 0
    case .lostAnswer: 1
    case .lostPush: 2
    case .doubled: 3
    case .late: 4
    case .overtaken: 5
    case .retried: 6
    case .timedOut: 7
    case .refused: 8
    case .partitioned: 9
    case .conflict: 10
    case .killed: 11
    case .restarted: 12
    }
  }
}
