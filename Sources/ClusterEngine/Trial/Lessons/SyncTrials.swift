import ClusterCore

/// Bulut Eşitleme: one record, as the cloud holds it.
enum SyncTrials {
  private static let theme = FieldPath("settings", "theme")
  private static let tags = FieldPath("settings", "tags")

  static let rows: [TrialRow] = [
    themes("iki-aygit-ayni-alan", .lastArrival),
    TrialRow(
      "kume-birlesimi", on: RecordTrials.scenario("kume-birlesimi"),
      a: RecordTrials.add("a1", to: tags, by: TrialRow.phone),
      b: RecordTrials.add("b2", to: tags, by: TrialRow.tablet), by: RecordTrials.firstSave,
      seen: record),
    themes("kural-gelis-sirasi", .lastArrival),
    themes("kural-damga", .highestStamp),
    // Both edits are made at one instant, so that their stamps are one.
    themes("kural-damga-esit", .highestStamp, gap: .zero, names: ["1"]),
  ]

  private static func themes(
    _ label: String, _ rule: CloudRules.Scalars, gap: Milliseconds = 10,
    names: [String] = ["1", "2"]
  ) -> TrialRow {
    RecordTrials.writes(
      label, (theme, "koyu"), (theme, "acik"), on: RecordTrials.scenario(label, rule), gap: gap,
      names: names, seen: record)
  }

  /// `field=value@stamp`, then `field={a,b}`.
  private static func record(_ view: TrialRow.View) -> Printed {
    var scalars: [Printed] = []
    var sets: [Printed] = []
    for change in view.fields {
      let field = change.path.field
      switch change.state.content {
      case .scalar(let value, let stamp, _): scalars.append("\(field)=\(value)@\(name: stamp)")
      case .set(let members):
        let values = members.map { "\($0.value)" as Printed }
        sets.append("\(field)={\(values.joined(by: ","))}")
      // No published row counts or deletes.
      case .counter, .tombstone: preconditionFailure("\(change.path) is of no published row")
      }
    }
    return (scalars + sets).joined(by: " ")
  }
}
