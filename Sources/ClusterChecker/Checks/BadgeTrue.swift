import ClusterCore

/// The number on a device's icon is what is unread for it at the cloud, once the device has been
/// in contact.
///
/// What is unread is folded here from what was published and from what was delivered as read. It
/// is judged at the end, for devices that have registered for pushes or had a number from the
/// start, and that were delivered an answer after it changed last. Witnesses are changes of what
/// is unread for such a device.
struct BadgeTrue: Check {
  static let name = CheckName.badgeTrue

  private struct Icon: Sendable {
    var badge = 0
    /// The step in which the number came to stand there; 0 from the start.
    var step = 0
    var unread: [Text] = []
    /// When what is unread changed last, and why.
    var changed = 0
    var changes = 0
    var contact = 0
    var isRegistered = false
  }

  private let isUsed: Bool
  private let devices: [NodeID]
  private var icons: [NodeID: Icon] = [:]
  private var published: Set<Text> = []

  init(_ scenario: Scenario) {
    devices = scenario.devices.map(\.id)
    let start = scenario.start
    isUsed =
      !start.badges.isEmpty || !start.unread.isEmpty
      || scenario.timeline.contains { entry in
        if case .operation(.register, _) = entry.action { true } else { false }
      }
    guard isUsed else { return }
    for device in devices {
      var icon = Icon()
      icon.badge = start.badges[device] ?? 0
      icon.unread = start.unread[device] ?? []
      icon.isRegistered = start.badges[device] != nil
      published.formUnion(icon.unread)
      icons[device] = icon
    }
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    guard isUsed else { return }
    switch event.kind {
    case .step(let step): take(step, event, run)
    case .badged(let device, let badge, _): set(badge, on: device, event)
    case .died(let device, .reinstall):
      set(0, on: device, event)
      icons[device]?.isRegistered = false
    default: break
    }
  }

  func weigh(into state: inout StateDigest) {
    guard isUsed else { return }
    state.combine(published)
    for device in devices {
      guard let icon = icons[device] else { continue }
      state.combine(icon.badge)
      state.combine(icon.unread)
      state.combine(icon.changes > 0)
      state.combine(icon.contact > icon.changed)
      state.combine(icon.isRegistered)
    }
  }

  func finding(_ run: RunFold) -> Finding {
    guard isUsed else { return Finding(witnesses: 0) }
    guard run.end != nil else { return .withoutEnd }
    var witnesses = 0
    var breach: Breach?
    for device in devices {
      guard let icon = icons[device], icon.isRegistered, icon.contact > icon.changed else {
        continue
      }
      witnesses += icon.changes
      guard breach == nil, icon.badge != icon.unread.count else { continue }
      let items = icon.unread.map(\.string).joined(separator: ", ")
      breach = Breach(
        step: max(icon.step, icon.changed, 1), subject: "badge of \(device)",
        reason: icon.badge > icon.unread.count ? "too high" : "too low",
        explanation: "The badge of \(device) says \(icon.badge) "
          + (icon.step > 0 ? "(since step \(icon.step))" : "(from the start)")
          + ", but at the cloud \(icon.unread.count) items are unread for it"
          + (items.isEmpty ? "" : " (\(items))")
          + (icon.changed > 0 ? ", since step \(icon.changed)." : "."))
    }
    return Finding(witnesses: witnesses, breach: breach)
  }
}

extension BadgeTrue {
  private mutating func set(_ badge: Int, on device: NodeID, _ event: TraceEvent) {
    guard icons[device]?.badge != badge else { return }
    icons[device]?.badge = badge
    icons[device]?.step = event.number
  }

  private mutating func take(_ step: Step, _ event: TraceEvent, _ run: RunFold) {
    switch step.event {
    case .cloud(.publish(let publication)): publish(publication, event)
    case .request(let request, let sender):
      guard run.moment.scripted?.when != .before else { return }
      switch request {
      case .markRead(let items, _): read(items, event)
      case .register: icons[sender]?.isRegistered = true
      default: break
      }
    case .answer: icons[step.node]?.contact = event.number
    default: break
    }
    guard step.node != .cloud else { return }
    for case .setBadge(let badge) in step.effects.map(\.effect) {
      set(badge, on: step.node, event)
    }
  }

  private mutating func publish(_ publication: Publication, _ event: TraceEvent) {
    guard let item = publication.notice.item, published.insert(item).inserted else { return }
    for device in publication.devices ?? devices {
      icons[device]?.unread.append(item)
      noteChange(of: device, event)
    }
  }

  private mutating func read(_ items: [Text], _ event: TraceEvent) {
    for device in devices {
      guard let icon = icons[device], icon.unread.contains(where: items.contains) else { continue }
      icons[device]?.unread.removeAll { items.contains($0) }
      noteChange(of: device, event)
    }
  }

  private mutating func noteChange(of device: NodeID, _ event: TraceEvent) {
    icons[device]?.changed = event.number
    icons[device]?.changes += 1
  }
}
