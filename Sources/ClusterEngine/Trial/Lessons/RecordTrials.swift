import ClusterCore

/// What the lessons have in common whose values are fields of records at the cloud.
///
/// A phone makes `a` and a tablet `b`, each by a save of its own: both are on their way together,
/// and the cloud takes them in the order of arrival. Stamps are the devices' clocks, which stand
/// right, and pushes are off, so that nobody hears of the other's edit before making its own.
enum RecordTrials {
  static func scenario(
    _ label: String, _ scalars: CloudRules.Scalars = .lastArrival,
    start: [FieldPath: FieldValue] = [:]
  ) -> Scenario {
    var state = StartState()
    state.records = start
    return Scenario(
      named: label,
      devices: [TrialRow.phone, TrialRow.tablet].map { id in
        TrialRow.device(id) { $0.stamp = .deviceClock }
      },
      rules: CloudRules(
        scalars: scalars, tie: .arrival, sets: .union, page: 100, pushes: .none),
      start: state)
  }

  static let firstSave = Forcing.link(TrialRow.request(.save, of: "a"))

  static func write(_ path: FieldPath, _ value: Text, by device: NodeID) -> Entry.Action {
    .operation(.write([path: .text(value)]), device: device)
  }

  static func add(_ value: Text, to path: FieldPath, by device: NodeID) -> Entry.Action {
    .operation(.add([path: [.text(value)]]), device: device)
  }

  /// `a` by the phone, `b` by the tablet, each a write of one field.
  static func writes(
    _ label: String, _ a: (FieldPath, Text), _ b: (FieldPath, Text),
    on scenario: Scenario? = nil, gap: Milliseconds = 10, names: [String] = [],
    seen view: @escaping @Sendable (TrialRow.View) -> Printed
  ) -> TrialRow {
    TrialRow(
      label, on: scenario ?? self.scenario(label), a: write(a.0, a.1, by: TrialRow.phone),
      b: write(b.0, b.1, by: TrialRow.tablet), by: firstSave, gap: gap, names: names, seen: view)
  }
}
