import ClusterCore

/// Arka Plan Aktarımı: the tasks that the system's transfer service has under way.
///
/// `a.zip` is on its way from the start, and so long that it never ends by itself.
enum TransferTrials {
  static let rows: [TrialRow] = [
    relaunched("denetlemeden-kuyruga-al", .blind),
    relaunched("tanimlayiciya-gore", .byIdentifier),
    ended("bitme-ve-kuyruk"),
  ]

  private static let file: FileName = "a.zip"
  private static let download = Entry.Action.operation(.download([file]), device: TrialRow.phone)

  private static func scenario(_ label: String, _ rule: Policy.ReenqueueRule) -> Scenario {
    var rules = CloudRules.standard
    rules.files = FileRules(speed: 100_000, chunk: 100_000, onDuplicate: .overwrite)
    var start = StartState()
    start.files = [file: FileVersion(size: FileVersion.longest, checksum: "v1")]
    return Scenario(
      named: label, devices: [TrialRow.device(TrialRow.phone) { $0.reenqueue = rule }],
      rules: rules, start: start,
      timeline: [Entry(id: "start", at: Instant(100), action: download)])
  }

  /// `a` is a relaunch: the system kills the app and starts it again, and the app enqueues what
  /// it wants.
  private static func relaunched(_ label: String, _ rule: Policy.ReenqueueRule) -> TrialRow {
    let kill = Kill(
      device: TrialRow.phone, manner: .system, length: .seconds(1), during: nil, cut: nil)
    return TrialRow(
      label, on: scenario(label, rule), a: .kill(kill), by: .entries, seen: registry)
  }

  /// `a` is the end of the task, `b` the user's wish for the file.
  ///
  /// The task ends because the cloud refuses it: an app that goes by identifiers does not fetch
  /// again what it has, so after a good end `b` would be no wish. The system's registry does not
  /// tell one end from another. The word of the end goes from the system to its app: it can be
  /// held, so that the wish races with it, and no link copies it.
  private static func ended(_ label: String) -> TrialRow {
    let refusal = ScriptedAnswer(.next(.fetch, times: 1), error: .fileNotFound, when: .before)
    let word = MessageName(
      sender: TrialRow.phone.transferService, receiver: TrialRow.phone, kind: .failed,
      root: "start", count: 1)
    return TrialRow(
      label, on: scenario(label, .byIdentifier), a: .cloud(.answer(refusal)), b: download,
      by: .handover(word, second: .entry("b")), gap: .seconds(10), seen: registry)
  }

  private static func registry(_ view: TrialRow.View) -> Printed {
    view.phone.tasks.map(\.key.file).sorted().map { "\($0)" as Printed }.plainList
  }
}
