import ClusterCore

/// A device of the app, as a pure state machine: an event in, a list of effects out.
///
/// It knows no socket, file or clock but the readings it is handed; whoever hosts it performs
/// the effects in order. The work is divided: ``Outbox`` and ``Replica`` hold what is pending
/// and what is known, ``HybridClock`` stamps, ``Backoff`` says when to try again.
package struct DeviceMachine: Hashable, Sendable {
  private let id: NodeID
  private let policy: Policy
  private let rules: CloudRules
  private var clock: HybridClock
  private var replica: Replica
  private var outbox = Outbox()
  private var backoff = Backoff()
  private var cursor: Int
  private var shown: [FieldPath: FieldValue] = [:]
  private var isLinkUp = true
  private var nextRequest = 1
  private var pull = PullState.idle
  private var pullInFlight: RequestNumber?
  /// Pull once nothing is pending any more, or cannot be sent.
  private var pullsAfterPush = false

  private enum PullState: Hashable, Sendable {
    case idle, inFlight
    /// Something came up while a pull was in flight: pull once more.
    case again
  }

  /// The effects of the event in hand.
  private var effects: [Effect] = []
  /// Fields whose shown value may have changed in the event in hand.
  private var touched: Set<FieldPath> = []

  private static let pullLine: Text = "pull"

  package init(_ setup: DeviceInit) {
    id = setup.device
    policy = setup.policy
    rules = setup.rules
    clock = HybridClock(device: setup.device)
    replica = Replica(setup.start)
    cursor = setup.start.count
    for change in setup.start { shown[change.path] = change.state.shown }
  }

  /// Operations that are not settled yet.
  package var pending: Int { outbox.intents.count }

  /// Takes back one entry of the journal, the oldest first, before the machine is started.
  package mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .made(let edits, let stamp):
      outbox.append(edits)
      touched.formUnion(edits.map(\.path))
      if let stamp { clock.observe(stamp) }
    case .settled(let keys, let fields):
      outbox.remove(keys)
      touched.formUnion(keys.map(\.path))
      for change in fields { take(change.path, change.state) }
    case .cursor(let cursor): self.cursor = cursor
    case .foreign: break
    }
  }

  package mutating func handle(_ event: NodeEvent, clock reading: ClockReading) -> [Effect] {
    effects.removeAll(keepingCapacity: true)
    switch event {
    case .start: start()
    case .operation(let operation, let intent): perform(operation, intent, at: reading)
    case .answer(let answer, let request): receive(answer, to: request)
    case .failure(let failure, let request): fail(request, with: failure)
    case .push: requestPull()
    case .timer(let line): wake(line)
    case .link(let isUp): linkChanged(isUp)
    case .request: preconditionFailure("\(id) was handed a request: \(event)")
    }
    return effects
  }
}

// MARK: Starting, links, timers

extension DeviceMachine {
  private mutating func start() {
    showTouched()
    synchronise()
  }

  private mutating func linkChanged(_ isUp: Bool) {
    isLinkUp = isUp
    if isUp { synchronise() }
  }

  private mutating func wake(_ line: Text) {
    backoff.wake(line)
    if line == DeviceMachine.pullLine {
      requestPull()
    } else {
      sendPending()
    }
  }

  /// Push what is pending, then pull; every budget is whole again.
  private mutating func synchronise() {
    for line in backoff.reset() { effects.append(.cancelTimer(line)) }
    guard isLinkUp else { return }
    sendPending()
    pullsAfterPush = true
    pullIfPushed()
  }

  private mutating func pullIfPushed() {
    guard pullsAfterPush, !outbox.hasSaveInFlight else { return }
    pullsAfterPush = false
    requestPull()
  }
}

// MARK: The user's operations

extension DeviceMachine {
  private mutating func perform(
    _ operation: Operation, _ intent: IntentID, at reading: ClockReading
  ) {
    switch operation {
    case .write(let values):
      make(values.sorted { $0.key < $1.key }.map { ($0.key, .write($0.value)) }, intent, reading)
    case .add(let values): make(sets(values, intent, adding: true), intent, reading)
    case .remove(let values): make(sets(values, intent, adding: false), intent, reading)
    case .sync: synchronise()
    }
  }

  /// Stores, shows and sends edits, in that order: what is shown must outlive a crash.
  private mutating func make(
    _ operations: [(FieldPath, Edit.Operation)], _ intent: IntentID, _ reading: ClockReading
  ) {
    let stamp = stamp(at: reading)
    let edits = operations.map { path, operation in
      Edit(
        intent: intent, path: path, operation: operation, stamp: stamp,
        base: replica.tag(of: path.record))
    }
    outbox.append(edits)
    touched.formUnion(edits.map(\.path))
    effects.append(.store(.made(edits, clock: policy.stamp == .hybrid ? clock.last : nil)))
    showTouched()
    sendPending()
  }

  private mutating func stamp(at reading: ClockReading) -> Stamp? {
    switch policy.stamp {
    case .deviceClock: Stamp(milliseconds: reading.wall)
    case .server: nil
    case .hybrid: clock.tick(wall: reading.wall)
    }
  }

  /// One edit a member, but under `replace` one a set, which carries it whole.
  private func sets(
    _ values: [FieldPath: [Value]], _ intent: IntentID, adding: Bool
  ) -> [(FieldPath, Edit.Operation)] {
    values.sorted { $0.key < $1.key }.flatMap { path, members -> [(FieldPath, Edit.Operation)] in
      guard rules.sets != .replace else {
        var whole: Set<Value> = []
        if case .set(let shown) = value(of: path) { whole = Set(shown) }
        if adding { whole.formUnion(members) } else { whole.subtract(members) }
        return [(path, .replace(whole.sorted()))]
      }
      return members.map { member in
        (path, adding ? .add(member) : .remove(member, observed: adds(of: member, in: path)))
      }
    }
  }

  /// The adds of a member that this device has seen, its own pending ones included.
  private func adds(of member: Value, in path: FieldPath) -> [IntentID] {
    var adds: Set<IntentID> = []
    if case .set(let members) = replica.fields[path]?.content {
      adds.formUnion(members.first { $0.value == member }?.adds ?? [])
    }
    for edit in outbox.edits(of: path) where edit.operation == .add(member) {
      adds.insert(edit.intent)
    }
    return adds.sorted()
  }
}

// MARK: Saves

extension DeviceMachine {
  /// Sends what may be sent now, by the policy's order of sending.
  private mutating func sendPending() {
    guard isLinkUp else { return }
    let intents = outbox.intents
    switch policy.send {
    case .allAtOnce:
      for intent in intents where !outbox.isInFlight(intent) && !backoff.isWaiting(intent.text) {
        save([intent])
      }
    case .batched:
      guard let first = intents.first, !outbox.hasSaveInFlight, !backoff.isWaiting(first.text)
      else { return }
      save(intents)
    case .queued:
      guard let first = intents.first, !outbox.hasSaveInFlight, !backoff.isWaiting(first.text)
      else { return }
      save([first])
    }
  }

  private mutating func save(_ intents: [IntentID]) {
    var edits = intents.flatMap { outbox.edits(of: $0) }
    if policy.write == .wholeRecord { edits = withCarried(edits) }
    let number = takeNumber()
    outbox.mark(intents, inFlightWith: number)
    effects.append(.send(.save(edits), number: number))
  }

  /// The edits, and every other scalar of their records as it shows now.
  private func withCarried(_ edits: [Edit]) -> [Edit] {
    var all = edits
    for edit in edits {
      for path in replica.paths(of: edit.path.record) {
        guard !all.contains(where: { $0.path == path }), case .scalar(let value) = value(of: path)
        else { continue }
        all.append(
          Edit(
            intent: edit.intent, path: path, operation: .write(value), stamp: edit.stamp,
            base: edit.base, isCarried: true))
      }
    }
    return all
  }

  private mutating func saved(_ results: [EditResult], by request: RequestNumber) {
    let sent = outbox.items.filter { $0.request == request }.map(\.edit)
    var fields: [Change] = []
    for result in results {
      guard let state = result.state, !fields.contains(where: { $0.path == result.path }) else {
        continue
      }
      fields.append(Change(path: result.path, state: state))
    }
    let keys = sent.map(\.key)
    outbox.remove(keys)
    touched.formUnion(keys.map(\.path))
    for change in fields { take(change.path, change.state) }
    effects.append(.store(.settled(keys, fields: fields)))
    if let line = sent.first?.intent.text { backoff.succeed(line) }
    showTouched()
    sendPending()
    pullIfPushed()
  }

  private mutating func saveFailed(_ request: RequestNumber, with failure: NetworkFailure) {
    guard let first = outbox.items.first(where: { $0.request == request })?.edit.intent else {
      return
    }
    outbox.unmark(request)
    retryLater(first.text)
    pullIfPushed()
  }

  private mutating func retryLater(_ line: Text) {
    if let timer = backoff.fail(line, rule: policy.retry) { effects.append(.setTimer(timer)) }
  }
}

// MARK: Pulls

extension DeviceMachine {
  private mutating func requestPull() {
    guard isLinkUp else { return }
    switch pull {
    case .inFlight, .again: pull = .again
    case .idle:
      let number = takeNumber()
      pull = .inFlight
      pullInFlight = number
      effects.append(.send(.pull(cursor: cursor), number: number))
    }
  }

  private mutating func pulled(_ changes: [Change], cursor: Int, more: Bool) {
    var dropped: [EditKey] = []
    for change in changes {
      guard accepts(change) else { continue }
      if policy.fetch == .overPending {
        dropped += outbox.edits(of: change.path).map(\.key)
      }
      take(change.path, change.state)
    }
    outbox.remove(dropped)
    self.cursor = max(self.cursor, cursor)
    if !changes.isEmpty {
      effects.append(.store(.settled(dropped, fields: changes)))
      effects.append(.store(.cursor(self.cursor)))
    }
    backoff.succeed(DeviceMachine.pullLine)
    showTouched()
    let pullsAgain = more || pull == .again
    pull = .idle
    pullInFlight = nil
    if pullsAgain { requestPull() }
  }

  private mutating func pullFailed() {
    pull = .idle
    pullInFlight = nil
    retryLater(DeviceMachine.pullLine)
  }

  /// Whether a fetched change is applied at all.
  private func accepts(_ change: Change) -> Bool {
    guard policy.apply == .newestStamp,
      case .scalar(let value, let stamp, let maker) = change.state.content,
      let local = localStamp(of: change.path)
    else { return true }
    if stamp != local.stamp { return stamp > local.stamp }
    switch policy.applyTie {
    case .remote: return true
    case .larger:
      return rules.tie == .value
        ? value.comparisonText >= local.value.comparisonText : maker >= local.maker
    }
  }

  private func localStamp(of path: FieldPath) -> (stamp: Stamp, value: Value, maker: NodeID)? {
    if let edit = outbox.edits(of: path).last, let stamp = edit.stamp,
      case .write(let value) = edit.operation
    {
      return (stamp, value, id)
    }
    guard case .scalar(let value, let stamp, let maker) = replica.fields[path]?.content else {
      return nil
    }
    return (stamp, value, maker)
  }
}

// MARK: Answers, and what is shown

extension DeviceMachine {
  private mutating func receive(_ answer: Answer, to request: RequestNumber) {
    switch answer {
    case .saved(let results): saved(results, by: request)
    case .pulled(let changes, let cursor, let more):
      guard request == pullInFlight else { return }
      pulled(changes, cursor: cursor, more: more)
    case .refused: fail(request, with: .timeout)
    }
  }

  private mutating func fail(_ request: RequestNumber, with failure: NetworkFailure) {
    if request == pullInFlight {
      pullFailed()
    } else {
      saveFailed(request, with: failure)
    }
  }

  private mutating func take(_ path: FieldPath, _ state: FieldState) {
    replica.advance(path, to: state)
    touched.insert(path)
    guard policy.stamp == .hybrid, case .scalar(_, let stamp, _) = state.content else { return }
    clock.observe(stamp)
  }

  private mutating func takeNumber() -> RequestNumber {
    defer { nextRequest += 1 }
    return nextRequest
  }

  private func value(of path: FieldPath) -> FieldValue? {
    replica.value(of: path, under: outbox.edits(of: path))
  }

  /// One effect for all that changed on the screen, in the order of the paths.
  private mutating func showTouched() {
    var changes: [Shown] = []
    for path in touched.sorted() {
      let value = value(of: path)
      guard value != shown[path] else { continue }
      shown[path] = value
      changes.append(.field(path, value))
    }
    touched.removeAll(keepingCapacity: true)
    if !changes.isEmpty { effects.append(.show(changes)) }
  }

  /// The device's own account of itself, for people and for comparing hosts.
  package var state: JSONNode {
    func text(_ string: String) -> JSONNode { JSONNode(.string(string)) }
    let records = shown.sorted { $0.key < $1.key }.map { path, value in
      JSONNode.Member(name: path.description, value: text(value.description))
    }
    return JSONNode(
      .object([
        JSONNode.Member(name: "shown", value: JSONNode(.object(records))),
        JSONNode.Member(
          name: "pending", value: JSONNode(.array(outbox.intents.map { text($0.string) }))),
        JSONNode.Member(name: "cursor", value: JSONNode(.number(String(cursor)))),
      ]))
  }
}
