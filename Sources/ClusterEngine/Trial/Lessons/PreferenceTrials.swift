import ClusterCore

/// Basit Tercih Saklama: preferences are one record with a scalar field a key, under last
/// arrival, since a store of preferences keeps no stamps; each screen is a device of its own.
enum PreferenceTrials {
  private static let theme = FieldPath("preferences", "theme")
  private static let language = FieldPath("preferences", "language")
  private static let launches = FieldPath("preferences", "launchCount")

  static let rows: [TrialRow] = [
    RecordTrials.writes(
      "iki-ekran-ayni-anahtar", (theme, "koyu"), (theme, "acik"), seen: preferences),
    RecordTrials.writes(
      "iki-ekran-ayri-anahtar", (theme, "koyu"), (language, "tr"), seen: preferences),
    // Every launch of the app reads the number it shows, adds 1 and writes it.
    TrialRow(
      "acilis-sayaci", on: counting,
      a: .operation(.increment([launches: 1]), device: TrialRow.phone), by: .entries,
      seen: preferences),
  ]

  /// A store of preferences has no counters: a number is read, added to and written.
  private static let counting: Scenario = {
    var scenario = RecordTrials.scenario("acilis-sayaci")
    scenario.rules.counters = .replace
    return scenario
  }()

  /// `key=value` by key.
  private static func preferences(_ view: TrialRow.View) -> Printed {
    let values = view.fields.map { "\($0.path.field)=\($0.state.shown)" as Printed }
    return values.isEmpty ? "-" : values.joined(by: ",")
  }
}
