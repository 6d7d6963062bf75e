import ClusterCore

/// An order that stands in the ledger, and the key that a repeat of it is known by.
package struct KeyedOrder: Hashable, Sendable {
  package let item: Text
  /// Nil where it came without one, or the cloud takes no notice of keys.
  package let key: Text?
}

/// The orders that the cloud has taken, and the keys it knows a repeat by.
struct Ledger: Hashable, Sendable {
  private struct Known: Hashable, Sendable {
    let entry: Int
    let order: Order
    let since: Instant
  }

  private let rules: OrderRules
  private(set) var entries: [LedgerEntry]
  private var keys: [Text: Known] = [:]

  init(_ rules: OrderRules, start: [LedgerEntry]) {
    self.rules = rules
    entries = start
  }

  mutating func place(_ order: Order, at instant: Instant) -> Answer {
    guard let key = order.key, rules.idempotency != .ignore else { return append(order) }
    if let known = keys[key], isKnown(known, at: instant) {
      guard known.order.item == order.item, known.order.made == order.made else {
        return .refused(.keyReused)
      }
      return rules.idempotency == .refuse
        ? .refused(.alreadyExists) : .placed(entry: known.entry)
    }
    keys[key] = Known(entry: entries.count + 1, order: order, since: instant)
    return append(order)
  }

  func read(_ intent: IntentID) -> Answer {
    let place = entries.firstIndex { $0.intent == intent }
    return .orderState(intent, entry: place.map { $0 + 1 })
  }

  var orders: [KeyedOrder] {
    let keys = Dictionary(keys.map { ($0.value.entry, $0.key) }) { first, _ in first }
    return entries.enumerated().map { KeyedOrder(item: $1.item, key: keys[$0 + 1]) }
  }

  private func isKnown(_ known: Known, at instant: Instant) -> Bool {
    rules.idempotency != .forget || instant - known.since < rules.keyLifetime
  }

  private mutating func append(_ order: Order) -> Answer {
    entries.append(LedgerEntry(intent: order.intent, item: order.item))
    return .placed(entry: entries.count)
  }
}
