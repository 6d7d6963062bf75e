import ClusterCore

/// Which orders come into the ledger, by the rules and the deliveries alone.
struct OrderModel: Sendable {
  private struct Known: Sendable {
    let entry: Int
    let order: Order
    let since: Instant
  }

  private let rules: OrderRules
  private(set) var entries: [LedgerEntry]
  private var keys: [Text: Known] = [:]

  init(_ scenario: Scenario) {
    rules = scenario.rules.orders
    entries = scenario.start.ledger
  }

  func weigh(into state: inout StateDigest) {
    state.combine(entries)
    state.combine(keys.count)
    for (key, known) in keys.sorted(by: { $0.key < $1.key }) {
      state.combine(key)
      state.combine(known.entry)
      state.combine(known.order)
      state.combine(known.since)
    }
  }

  /// Takes in an order that arrived; says what it is answered, and whether it is a new entry.
  mutating func receive(_ order: Order, at instant: Instant) -> (answer: Answer, isNew: Bool) {
    if let key = order.key, rules.idempotency != .ignore {
      if let known = keys[key], remembers(known, at: instant) {
        return (answer(again: order, known), false)
      }
      keys[key] = Known(entry: entries.count + 1, order: order, since: instant)
    }
    entries.append(LedgerEntry(intent: order.intent, item: order.item))
    return (.placed(entry: entries.count), true)
  }

  func read(_ intent: IntentID) -> Answer {
    .orderState(intent, entry: entries.firstIndex { $0.intent == intent }.map { $0 + 1 })
  }

  private func answer(again order: Order, _ known: Known) -> Answer {
    let isSame = known.order.item == order.item && known.order.made == order.made
    guard isSame else { return .refused(.keyReused) }
    return rules.idempotency == .refuse ? .refused(.alreadyExists) : .placed(entry: known.entry)
  }

  private func remembers(_ known: Known, at instant: Instant) -> Bool {
    switch rules.idempotency {
    case .honour, .refuse: true
    case .forget: instant - known.since < rules.keyLifetime
    case .ignore: false
    }
  }
}
