import ClusterCore

/// Yerel Veritabanı: a table is the cloud's records under last arrival, the caller's key being a
/// record's id, so that a write of a key that is there replaces its row. It is read by key, since
/// the cloud holds its records in that order.
enum TableTrials {
  private static func row(_ key: RecordID, _ value: Text) -> (FieldPath, Text) {
    (FieldPath(key, "value"), value)
  }

  static let rows: [TrialRow] = [
    RecordTrials.writes(
      "varsa-guncelle-ayri-anahtar", row("k1", "a1"), row("k2", "b2"), seen: table),
    RecordTrials.writes(
      "varsa-guncelle-ayni-anahtar", row("k1", "a1"), row("k1", "b2"), seen: table),
    RecordTrials.writes("anahtar-sirasi-okuma", row("k1", "a1"), row("k2", "b2"), seen: table),
  ]

  /// `key=value` by key.
  private static func table(_ view: TrialRow.View) -> Printed {
    view.fields.map { "\($0.path.record)=\($0.state.shown)" as Printed }.joined(by: ",")
  }
}
