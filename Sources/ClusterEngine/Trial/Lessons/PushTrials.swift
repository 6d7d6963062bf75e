import ClusterCore

/// Uzak Bildirimler: the number on the icon, the app's own token, and the pushes it has counted.
enum PushTrials {
  static let rows: [TrialRow] = [
    counting("rozet-yerel-artir", .increment, seen: inbox),
    pushes("rozet-mutlak-deger", .absolute, notice("n1", badge: 4), notice("n2", badge: 7)),
    registration("belirtec-yeniden-kaydet"),
    counting("kimlikli-ayni-bildirim", .oncePerID, names: ["n1"], seen: inbox),
    pushes(
      "kimlikli-iki-bildirim", .oncePerID, notice("n1"), notice("n2"), names: ["n1", "n2"]),
    pushes("mutlak-esit-deger", .absolute, notice("n1", badge: 4), notice("n2", badge: 4)),
  ]

  /// The one push `n1`, and the same once more.
  static func counting(
    _ label: String, _ badge: Policy.BadgeSource, names: [String] = [],
    seen view: @escaping @Sendable (TrialRow.View) -> Printed
  ) -> TrialRow {
    pushes(label, badge, notice("n1"), notice("n1"), names: names, seen: view)
  }

  private static let device = TrialRow.phone

  private static func notice(_ id: Text, badge: Int? = nil) -> Entry.Action {
    .cloud(.notify(Publication(notice: Notice(id: id, item: id, badge: badge))))
  }

  private static func scenario(
    _ label: String, _ badge: Policy.BadgeSource, timeline: [Entry] = []
  ) -> Scenario {
    var rules = CloudRules.standard
    rules.notices = NoticeRules(ids: .stable, badge: .none)
    var start = StartState()
    start.badges = [device: 3]
    return Scenario(
      named: label, devices: [TrialRow.device(device) { $0.badge = badge }], rules: rules,
      start: start, timeline: timeline)
  }

  /// No push comes without a registration, and the rows begin with none: the app has lost its
  /// own, with its store, when the power failed, and the cloud goes on sending to it.
  private static func pushes(
    _ label: String, _ badge: Policy.BadgeSource, _ a: Entry.Action, _ b: Entry.Action,
    names: [String] = [], seen view: @escaping @Sendable (TrialRow.View) -> Printed = inbox
  ) -> TrialRow {
    let before = [
      Entry(id: "before", at: Instant(100), action: .operation(.register("t0"), device: device)),
      Entry(id: "forget", at: Instant(300), action: .power(device: device, length: 100)),
    ]
    let push = MessageName(sender: .cloud, receiver: device, kind: .push, root: "a", count: 1)
    return TrialRow(
      label, on: scenario(label, badge, timeline: before), a: a, b: b, by: .link(push),
      names: names, seen: view)
  }

  /// The system gives the app its token at every launch, and the app registers it again.
  private static func registration(_ label: String) -> TrialRow {
    TrialRow(
      label, on: scenario(label, .increment),
      a: .operation(.register("t1"), device: device), by: .entries, seen: inbox)
  }

  /// `rozet=N belirtec=T`, and ` islenen=n1,n2` where pushes were counted by their ids.
  ///
  /// The token is the app's own, once for each registration of it that the cloud has.
  private static func inbox(_ view: TrialRow.View) -> Printed {
    let own = texts(view.phone.account["pushToken"])
    let tokens = view.cloud.pushTokens(of: device).map(\.string).filter(own.contains)
    let counted = texts(view.phone.account["counted"]).map { "\(name: $0)" as Printed }
    let token = tokens.isEmpty ? "-" : tokens.joined(separator: ",")
    let state: Printed = "rozet=\(view.phone.badge) belirtec=\(token)"
    return counted.isEmpty ? state : "\(state) islenen=\(counted.joined(by: ","))"
  }

  /// A text, or the texts of a list.
  private static func texts(_ node: JSONNode?) -> [String] {
    switch node?.content {
    case .string(let text): [text]
    case .array(let nodes): nodes.flatMap { texts($0) }
    case .object, .number, .bool, .null, nil: []
    }
  }
}
