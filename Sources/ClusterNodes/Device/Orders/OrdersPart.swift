import ClusterCore

/// The orders of a device: what the user wants done once, however often it has to be tried.
struct OrdersPart: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    let order: Order
    var status: OrderStatus
    /// The attempt under way.
    var attempt: RequestNumber?
    /// The question under way, what became of the order.
    var reading: RequestNumber?
    /// Whether it is asked what became of it before it is sent again.
    var readsFirst = false
  }

  private let policy: Policy
  private var lines: [IntentID: Line] = [:]
  /// Oldest first.
  private var sequence: [IntentID] = []
  /// Under `newIntent`, the newest try of what the user wanted.
  private var newestTries: [IntentID: IntentID] = [:]
  private var backoff = Backoff()

  init(_ policy: Policy) {
    self.policy = policy
  }

  var pending: Int { sequence.isEmpty ? 0 : sequence.count { lines[$0]?.status == .pending } }

  mutating func renumber(by shift: Int) {
    lines = lines.mapValues { line in
      var line = line
      line.attempt = line.attempt.map { $0 + shift }
      line.reading = line.reading.map { $0 + shift }
      return line
    }
  }

  mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .ordered(let order): add(order)
    case .orderSettled(let intent, let status): lines[intent]?.status = status
    case .made, .settled, .cursor, .refetched, .forgotten, .transferWanted, .transferEnded,
      .foreign, .registered, .read,
      .counted, .seeded, .asked, .answered, .signedOut, .renewing, .renewed:
      break
    }
  }

  /// Shows what it knows, and takes up what is pending.
  mutating func start(_ clock: ClockReading, _ out: inout Outgoing) {
    guard !sequence.isEmpty else { return }
    out.emit(.show(sequence.compactMap { id in lines[id].map { .order(id, $0.status) } }))
    synchronise(clock, &out)
  }

  /// Another trigger: every budget is whole again.
  mutating func synchronise(_ clock: ClockReading, _ out: inout Outgoing) {
    guard !sequence.isEmpty else { return }
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    for intent in sequence { proceed(intent, clock, &out) }
  }

  /// - Parameter intent: of the entry; where the wish names another, the user tries that again.
  mutating func perform(
    _ wish: OrderWish, _ intent: IntentID, at clock: ClockReading, _ out: inout Outgoing
  ) {
    guard let old = wish.intent, old != intent else {
      return begin(intent, wish.item, clock, &out)
    }
    switch policy.userRetry {
    case .newIntent:
      guard lines[newestTries[old] ?? old]?.status != .placed else { return }
      newestTries[old] = intent
      begin(intent, wish.item, clock, &out)
    case .readFirst: tryAgain(old, wish.item, clock, &out)
    }
  }

  mutating func wake(_ line: Text, _ clock: ClockReading, _ out: inout Outgoing) {
    backoff.wake(line)
    for intent in sequence where OrdersPart.line(of: intent) == line {
      proceed(intent, clock, &out)
    }
  }

  mutating func receive(
    _ answer: Answer, to request: RequestNumber, _ clock: ClockReading, _ out: inout Outgoing
  ) {
    guard let intent = end(request) else { return }
    switch answer {
    case .placed: settle(intent, .placed, &out)
    case .orderState(_, .some): settle(intent, .placed, &out)
    case .orderState(_, nil):
      lines[intent]?.readsFirst = false
      proceed(intent, clock, &out)
    case .refused(.alreadyExists, _):
      settle(intent, policy.alreadyDone == .success ? .placed : .failed, &out)
    case .refused(let error, _)
    where error.certainlyNotApplied && !error.mayPass && policy.retry == .classified:
      settle(intent, .failed, &out)
    case .refused(_, let retryAfter): retryLater(intent, notBefore: retryAfter, &out)
    case .saved, .pulled, .chunk, .received, .results, .unread, .session, .done:
      retryLater(intent, &out)
    }
  }

  mutating func fail(_ request: RequestNumber, _ out: inout Outgoing) {
    if let intent = end(request) { retryLater(intent, &out) }
  }

  var state: [JSONNode.Member] {
    guard !sequence.isEmpty else { return [] }
    let orders = sequence.compactMap { intent in
      lines[intent].map {
        JSONNode.Member(name: intent.string, value: JSONNode(.string($0.status.rawValue)))
      }
    }
    return [JSONNode.Member(name: "orders", value: JSONNode(.object(orders)))]
  }
}

extension OrdersPart {
  static func line(of intent: IntentID) -> Text { Text("orders/\(intent)") }

  private mutating func add(_ order: Order) {
    guard lines[order.intent] == nil else { return }
    lines[order.intent] = Line(order: order, status: .pending)
    sequence.append(order.intent)
  }

  /// Stores, shows and sends, in that order: what is shown must outlive a crash, and what is
  /// sent must be known to have been.
  private mutating func begin(
    _ intent: IntentID, _ item: Text, _ clock: ClockReading, _ out: inout Outgoing
  ) {
    guard lines[intent] == nil else { return }
    let key = policy.orderKey == .perIntent ? Text("\(intent)") : nil
    let order = Order(intent: intent, item: item, made: clock.wall, key: key)
    add(order)
    if policy.outbox == .durable { out.emit(.store(.ordered(order))) }
    out.emit(.show([.order(intent, .pending)]))
    proceed(intent, clock, &out)
  }

  private mutating func tryAgain(
    _ intent: IntentID, _ item: Text, _ clock: ClockReading, _ out: inout Outgoing
  ) {
    guard let line = lines[intent] else { return begin(intent, item, clock, &out) }
    guard line.status != .placed else { return }
    if line.status == .failed {
      lines[intent]?.status = .pending
      if policy.outbox == .durable { out.emit(.store(.orderSettled(intent, .pending))) }
      out.emit(.show([.order(intent, .pending)]))
    }
    lines[intent]?.readsFirst = true
    proceed(intent, clock, &out)
  }

  /// Asks what became of the order, or sends it, unless that is under way or has to wait.
  private mutating func proceed(
    _ intent: IntentID, _ clock: ClockReading, _ out: inout Outgoing
  ) {
    guard out.isLinkUp, let line = lines[intent], line.status == .pending else { return }
    if line.readsFirst {
      guard line.reading == nil else { return }
      lines[intent]?.reading = out.send(.readOrder(intent), for: .orders)
    } else {
      let name = OrdersPart.line(of: intent)
      guard line.attempt == nil, !backoff.isWaiting(name) else { return }
      let order = payload(of: line.order, clock)
      lines[intent]?.attempt = out.send(.order(order), for: .orders)
    }
  }

  private func payload(of order: Order, _ clock: ClockReading) -> Order {
    switch policy.orderKey {
    case .perIntent: return order
    case .none: return Order(intent: order.intent, item: order.item, made: clock.wall, key: nil)
    case .perAttempt:
      var hash = StableHash()
      hash.combine("\(order.intent)/\(order.item)/\(clock.wall)".utf8)
      return Order(
        intent: order.intent, item: order.item, made: clock.wall, key: Text(hash.description))
    }
  }

  /// Notes that a request is over; returns the order it was about.
  private mutating func end(_ request: RequestNumber) -> IntentID? {
    for intent in sequence {
      if lines[intent]?.attempt == request {
        lines[intent]?.attempt = nil
        return intent
      }
      if lines[intent]?.reading == request {
        lines[intent]?.reading = nil
        return intent
      }
    }
    return nil
  }

  private mutating func settle(
    _ intent: IntentID, _ status: OrderStatus, _ out: inout Outgoing
  ) {
    guard lines[intent]?.status == .pending else { return }
    lines[intent]?.status = status
    lines[intent]?.readsFirst = false
    let line = OrdersPart.line(of: intent)
    if backoff.isWaiting(line) { out.emit(.cancelTimer(line)) }
    backoff.succeed(line)
    if policy.outbox == .durable { out.emit(.store(.orderSettled(intent, status))) }
    out.emit(.show([.order(intent, status)]))
  }

  private mutating func retryLater(
    _ intent: IntentID, notBefore: Milliseconds? = nil, _ out: inout Outgoing
  ) {
    guard lines[intent]?.status == .pending else { return }
    let timer = backoff.fail(
      OrdersPart.line(of: intent), rule: policy.retry, notBefore: notBefore)
    if let timer { out.emit(.setTimer(timer)) }
  }
}
