import ClusterCore

/// Hata ve Yeniden Deneme: the ledger. `b` is the device's own second try of the order, the
/// answer to its first having been lost, or the first being late.
enum OrderTrials {
  static let rows: [TrialRow] = [
    retried("anahtarsiz-siparis", .none, seen: ledger),
    retried("anahtarli-siparis", .perIntent, names: ["k-9"], seen: ledger),
  ]

  static func retried(
    _ label: String, _ key: Policy.OrderKey, names: [String] = [],
    seen view: @escaping @Sendable (TrialRow.View) -> Printed
  ) -> TrialRow {
    TrialRow(
      label, on: scenario(label, key, timeout: .seconds(5)), a: order("kitap"),
      by: .retry(TrialRow.request(.order, of: "a")), names: names, seen: view)
  }

  static func scenario(
    _ label: String, _ key: Policy.OrderKey,
    timeout: Milliseconds = DeviceSetup.standardTimeout
  ) -> Scenario {
    Scenario(
      named: label,
      devices: [TrialRow.device(TrialRow.phone, timeout: timeout) { $0.orderKey = key }])
  }

  static func order(_ item: Text) -> Entry.Action {
    .operation(.order(OrderWish(item: item)), device: TrialRow.phone)
  }

  /// `[item@key]`, `-` without a key.
  private static func ledger(_ view: TrialRow.View) -> Printed {
    view.cloud.orders.map { order -> Printed in
      if let key = order.key { "\(order.item)@\(name: key)" } else { "\(order.item)@-" }
    }.plainList
  }
}
