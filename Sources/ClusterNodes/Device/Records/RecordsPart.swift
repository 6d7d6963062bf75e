import ClusterCore

/// The records of the app on a device: edits that are pending, what the cloud is known to
/// hold, and what shows.
///
/// ``Outbox`` and ``Replica`` hold what is pending and what is known, ``HybridClock`` stamps,
/// ``Backoff`` says when to try again.
struct RecordsPart: Hashable, Sendable {
  let id: NodeID
  let policy: Policy
  let rules: CloudRules
  var clock: HybridClock
  var replica: Replica
  var outbox: Outbox
  var backoff = Backoff()
  var cursor: Int
  var pull = PullState.idle
  var pullInFlight: RequestNumber?
  private(set) var shown: [FieldPath: FieldValue] = [:]
  /// Fields whose pending edits wait until the user has settled a conflict.
  var questions = Questions()
  /// Pull once nothing is pending any more, or cannot be sent.
  private var pullsAfterPush = false
  /// Fields whose shown value may have changed in the event in hand.
  var touched: Set<FieldPath> = []
  /// The actors of its device, where there are any.
  let actors: [NodeID]
  let seeds: [FieldPath: Value]
  var hasSeeded = false
  /// What the seeds are to be made under once the first fetch has found nothing.
  var seedsAfterFetch: IntentID?
  /// What the feed, read from its beginning, has named so far; nil where it is read on.
  var listing: Listing?

  enum PullState: Hashable, Sendable {
    case idle, inFlight
    /// Something came up while a pull was in flight: pull once more.
    case again
  }

  static let pullLine: Text = "records/pull"

  static func line(of intent: IntentID) -> Text { Text("records/\(intent)") }

  init(_ setup: DeviceInit) {
    id = setup.device
    policy = setup.policy
    rules = setup.rules
    clock = HybridClock(device: setup.device)
    replica = Replica(setup.start)
    outbox = Outbox(owner: setup.device)
    actors = setup.actors
    cursor = setup.start.count
    seeds = setup.seeds
    for change in setup.start { shown[change.path] = change.state.shown }
  }

  /// Operations that are not settled; one that waits for nobody but the user is not counted.
  var pending: Int { outbox.intents(where: { !questions.hold($0.path) }).count }

  /// - Parameter author: the actor that wrote the entry; nil where there are none.
  mutating func restore(_ entry: StoreEntry, by author: NodeID?) {
    switch entry {
    case .made(let edits, let stamp):
      if author == nil {
        outbox.append(edits, by: id)
      } else {
        outbox.appendNew(edits, by: author ?? id)
      }
      touched.formUnion(edits.map(\.path))
      if let stamp { clock.observe(stamp) }
    case .settled(let keys, let fields):
      outbox.remove(keys)
      touched.formUnion(keys.map(\.path))
      for change in fields { take(change.path, change.state) }
    case .cursor(let cursor): self.cursor = max(self.cursor, cursor)
    case .forgotten(let paths): forget(paths)
    case .seeded:
      hasSeeded = true
      seedsAfterFetch = nil
    case .transferWanted, .transferEnded, .foreign, .ordered, .orderSettled, .registered, .read,
      .counted, .asked, .answered, .signedOut, .renewing, .renewed:
      break
    }
  }

  /// What is pending of other actors will be told anew.
  mutating func forgetOthers() { touched.formUnion(outbox.removeOthers().map(\.path)) }

  /// To be called before any event is handled: other actors may have stored something.
  mutating func look(_ out: inout Outgoing) {
    if !touched.isEmpty { showTouched(&out) }
  }

  mutating func start(_ out: inout Outgoing) {
    showTouched(&out)
    synchronise(&out)
  }

  /// Push what is pending, then pull; every budget is whole again.
  mutating func synchronise(_ out: inout Outgoing) {
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    guard out.isLinkUp else { return }
    sendPending(&out)
    pullsAfterPush = true
    pullIfPushed(&out)
  }

  mutating func wake(_ line: Text, _ out: inout Outgoing) {
    backoff.wake(line)
    if line == RecordsPart.pullLine {
      requestPull(&out)
    } else {
      sendPending(&out)
    }
  }

  /// A push says that something changed.
  mutating func changed(_ out: inout Outgoing) { requestPull(&out) }

  mutating func receive(
    _ answer: Answer, to request: RequestNumber, at reading: ClockReading, _ out: inout Outgoing
  ) {
    switch answer {
    case .saved(let results): saved(results, by: request, &out)
    case .pulled(let changes, let cursor, let more, let pruned):
      guard request == pullInFlight else { return }
      if isToList(after: pruned) { return beginListing(after: pruned, knowing: changes, &out) }
      forgetDeletions(before: pruned, &out)
      pulled(changes, cursor: cursor, more: more, pruned: pruned, &out)
      if !more { finishSeeding(at: reading, &out) }
    case .refused, .chunk, .received, .placed, .orderState, .results, .unread, .session, .done:
      fail(request, &out)
    }
  }

  /// The attempt ended without what was asked for.
  mutating func fail(_ request: RequestNumber, _ out: inout Outgoing) {
    if request == pullInFlight {
      pullFailed(&out)
    } else {
      saveFailed(request, &out)
    }
  }

  mutating func pullIfPushed(_ out: inout Outgoing) {
    guard pullsAfterPush, !outbox.hasSaveInFlight else { return }
    pullsAfterPush = false
    requestPull(&out)
  }

  mutating func retryLater(_ line: Text, _ out: inout Outgoing) {
    if let timer = backoff.fail(line, rule: policy.retry) { out.emit(.setTimer(timer)) }
  }

  /// Takes over what the cloud holds, where that is news.
  mutating func take(_ path: FieldPath, _ state: FieldState) {
    replica.advance(path, to: state)
    touched.insert(path)
    guard policy.stamp == .hybrid else { return }
    switch state.content {
    case .scalar(_, let stamp, _): clock.observe(stamp)
    case .tombstone(let tombstone): clock.observe(tombstone.stamp)
    case .set, .counter: break
    }
  }

  mutating func renumber(by shift: Int) {
    outbox.renumber(by: shift)
    pullInFlight = pullInFlight.map { $0 + shift }
  }

  func value(of path: FieldPath) -> FieldValue? {
    if hasLife(path.record) {
      return replica.value(
        of: path, underAll: outbox.shownEdits(of: path.record), madeBy: actors, by: rules.deletes)
    }
    return replica.value(of: path, under: outbox.shownEdits(of: path), madeBy: actors)
  }

  /// What the user is to be told of a conflict about the field.
  private mutating func news(of path: FieldPath) -> Shown? {
    guard questions.hold(path) else { return nil }
    return questions.ask(
      of: path, own: value(of: path), cloud: replica.fields[path]?.shown,
      isOpen: !outbox.edits(of: path).isEmpty)
  }

  /// One effect for all that changed on the screen, in the order of the paths.
  mutating func showTouched(_ out: inout Outgoing) {
    var changes: [Shown] = []
    touchLives()
    for path in touched.sorted() where !path.isLife {
      let value = value(of: path)
      if value != shown[path] {
        shown[path] = value
        changes.append(.field(path, value))
      }
      if let news = news(of: path) { changes.append(news) }
    }
    touched.removeAll(keepingCapacity: true)
    if !changes.isEmpty { out.emit(.show(changes)) }
  }

  var state: [JSONNode.Member] {
    func text(_ string: String) -> JSONNode { JSONNode(.string(string)) }
    let records = shown.sorted { $0.key < $1.key }.map { path, value in
      JSONNode.Member(name: path.description, value: text(value.description))
    }
    return [
      JSONNode.Member(name: "shown", value: JSONNode(.object(records))),
      JSONNode.Member(
        name: "pending", value: JSONNode(.array(outbox.intents.map { text($0.string) }))),
      JSONNode.Member(name: "cursor", value: JSONNode(.number(String(cursor)))),
    ]
  }
}
