import ClusterCore

/// Ağ İstemcisi: what a client's calls leave behind, here or at the cloud.
enum ClientTrials {
  private static let cache = FieldPath("cache", "keys")
  private static let preference = FieldPath("preferences", "theme")

  static let rows: [TrialRow] = [
    // A cache is seen as the set of its keys: a set field under union.
    TrialRow(
      "onbellege-yaz", on: RecordTrials.scenario("onbellege-yaz"),
      a: RecordTrials.add("profil", to: cache, by: TrialRow.phone),
      b: RecordTrials.add("akis", to: cache, by: TrialRow.tablet), by: RecordTrials.firstSave,
      seen: cacheKeys),
    // What a server has received by key is the ledger's keys, in the order of arrival.
    orders("anahtarli-gonderim", ("kitap", "defter"), .perIntent, names: ["k-41", "k-42"]) {
      $0.cloud.orders.map { "\(name: $0.key ?? "-")" as Printed }.quotedList
    },
    // A retry without a key: the counter is the length of the ledger.
    OrderTrials.retried("yeniden-dene", .none) { "\($0.cloud.orders.count)" },
    PushTrials.counting("rozet-artir", .increment) { "\($0.phone.badge)" },
    RecordTrials.writes(
      "tercih-yaz", (preference, "koyu"), (preference, "acik"),
      on: RecordTrials.scenario("tercih-yaz", start: [preference: .scalar(.text("sistem"))]),
      seen: { $0.fields.map { "\($0.state.shown)" as Printed }.joined(by: ",") }),
    // A journal takes whatever comes: a ledger of orders without keys, by what was ordered.
    orders("gunluge-ekle", ("giris", "cikis"), .none) {
      $0.cloud.orders.map { "\($0.item)" as Printed }.quotedList
    },
  ]

  private static func orders(
    _ label: String, _ items: (Text, Text), _ key: Policy.OrderKey, names: [String] = [],
    seen view: @escaping @Sendable (TrialRow.View) -> Printed
  ) -> TrialRow {
    TrialRow(
      label, on: OrderTrials.scenario(label, key), a: OrderTrials.order(items.0),
      b: OrderTrials.order(items.1), by: .link(TrialRow.request(.order, of: "a")), names: names,
      seen: view)
  }

  private static func cacheKeys(_ view: TrialRow.View) -> Printed {
    let keys = view.fields.flatMap { change -> [Value] in
      if case .set(let members) = change.state.content { members.map(\.value) } else { [] }
    }
    return keys.map { "\($0)" as Printed }.quotedList
  }
}
