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
  var cursor: Cursor
  /// How often the cloud's records have been restored, as far as the device knows; nil for never.
  var fingerprint: Int?
  /// All that the cloud holds, while it is read anew.
  var refetch: Refetch?
  /// The field whose records are listed, and the list as it shows.
  let thread: FieldName?
  var shownThread: [RecordID] = []
  var pull = PullState.idle
  var pullInFlight: RequestNumber?
  var shown: [FieldPath: FieldValue] = [:]
  /// Fields whose pending edits wait until the user has settled a conflict.
  var questions = Questions()
  /// Records that wait until the cloud may take them.
  var refusals = Refusals()
  /// The wall clock when the last complete fetch was over; nil before the process has had one.
  var lastFetch: Int64?
  /// Pull once nothing is pending any more, or cannot be sent.
  private var pullsAfterPush = false
  /// Fields whose shown value may have changed in the event in hand.
  var touched = TouchedFields()
  /// The actors of its device, where there are any.
  let actors: [NodeID]
  let seeds: [FieldPath: Value]
  var hasSeeded = false
  /// What the seeds are to be made under once the first fetch has found nothing.
  var seedsAfterFetch: IntentID?
  /// Up to where the cloud has forgotten deletions that this device has seen to.
  var pruned = 0

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
    clock = HybridClock(device: setup.device, maxOffset: setup.maxOffset)
    replica = Replica(setup.start)
    outbox = Outbox(owner: setup.device)
    actors = setup.actors
    switch setup.policy.cursorFrom {
    case .server: cursor = .number(setup.start.count)
    case .deviceClock, .serverStamp: cursor = .instant(0)
    }
    thread = setup.thread
    seeds = setup.seeds
    for change in setup.start { shown[change.path] = change.state.shown }
  }

  /// Operations that are not settled; one that waits for its user, or for the cloud to have room
  /// for it or its parent, is not counted.
  var pending: Int { outbox.items.isEmpty ? 0 : sendable.count }

  /// The owner's operations of which something may go out as things stand, oldest first.
  var sendable: [IntentID] { outbox.intents(but: questions, refusals) }

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
      if let stamp { clock.follow(stamp) }
    case .settled(let keys, let fields):
      outbox.remove(keys)
      touched.formUnion(keys.map(\.path))
      for change in fields { take(change.path, change.state) }
    case .cursor(let cursor): self.cursor = self.cursor.advanced(to: cursor)
    case .refetched(let changes, let cursor, let fingerprint):
      takeAnew(changes, cursor, fingerprint)
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
  mutating func look(at reading: ClockReading, _ out: inout Outgoing) {
    clock.read(wall: reading.wall)
    if !touched.isEmpty { showTouched(&out) }
  }

  mutating func start(at reading: ClockReading, _ out: inout Outgoing) {
    clock.read(wall: reading.wall)
    showTouched(&out)
    synchronise(&out)
  }

  /// Push what is pending, then pull; every budget is whole again.
  mutating func synchronise(_ out: inout Outgoing) {
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    refusals.releaseAll()
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
    case .pulled(let changes, let cursor, let more, let fingerprint, let pruned):
      guard request == pullInFlight else { return }
      guard !isRestored(fingerprint) else { return beginRefetch(&out) }
      guard !hasMissedDeletions(before: pruned) else {
        return beginRefetch(after: pruned, knowing: changes, &out)
      }
      if refetch == nil {
        pulled(changes, cursor: cursor, more: more, pruned: pruned, at: reading, &out)
      } else {
        refetched(
          changes, cursor: cursor, more: more, fingerprint: fingerprint, at: reading, &out)
      }
      if !more {
        // What nobody looks at must not tell the states of a search apart.
        if policy.conflictTest == .localSyncTime { lastFetch = reading.wall }
        finishSeeding(at: reading, &out)
      }
    case .refused(.changeTokenExpired, _) where request == pullInFlight:
      beginRefetch(&out)
    case .refused(_, let retryAfter): fail(request, notBefore: retryAfter, &out)
    case .chunk, .received, .placed, .orderState, .results, .unread, .session, .done:
      fail(request, &out)
    }
  }

  /// The attempt ended without what was asked for.
  ///
  /// - Parameter notBefore: when another may succeed, where the cloud has said so.
  mutating func fail(
    _ request: RequestNumber, notBefore: Milliseconds? = nil, _ out: inout Outgoing
  ) {
    if request == pullInFlight {
      pullFailed(notBefore, &out)
    } else {
      saveFailed(request, notBefore, &out)
    }
  }

  mutating func pullIfPushed(_ out: inout Outgoing) {
    guard pullsAfterPush, !outbox.hasSaveInFlight else { return }
    pullsAfterPush = false
    requestPull(&out)
  }

  mutating func retryLater(
    _ line: Text, notBefore: Milliseconds?, _ out: inout Outgoing
  ) {
    let timer = backoff.fail(line, rule: policy.retry, notBefore: notBefore)
    if let timer { out.emit(.setTimer(timer)) }
  }

  /// Takes over what the cloud holds, where that is news.
  mutating func take(_ path: FieldPath, _ state: FieldState) {
    if replica.advance(path, to: state) { refusals.release(childrenOf: path.record) }
    refetch?.replica.advance(path, to: state)
    touched.insert(path)
    note(state)
  }

  /// The hybrid clock hears of a stamp.
  mutating func note(_ state: FieldState) {
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

  var state: [JSONNode.Member] {
    func text(_ string: String) -> JSONNode { JSONNode(.string(string)) }
    let records = shown.sorted { $0.key < $1.key }.map { path, value in
      JSONNode.Member(name: path.description, value: text(value.description))
    }
    return [
      JSONNode.Member(name: "shown", value: JSONNode(.object(records))),
      JSONNode.Member(
        name: "pending", value: JSONNode(.array(outbox.intents.map { text($0.string) }))),
      JSONNode.Member(name: "cursor", value: cursor.account),
    ]
  }
}

extension Cursor {
  fileprivate var account: JSONNode {
    switch self {
    case .number(let number, _): JSONNode(.number(String(number)))
    case .instant(let instant): JSONNode(.number(String(instant)))
    }
  }
}
