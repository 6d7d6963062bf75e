import ClusterCore

/// The number on a device's icon is what is unread for it at the cloud, once the device has been
/// in contact.
///
/// What is unread, ``UnreadModel`` says. It is judged at the end, for devices that have registered
/// for pushes or had a number from the start, and that were delivered an answer after it changed
/// last. Witnesses are changes of what is unread for such a device.
struct BadgeTrue: Check {
  static let name = CheckName.badgeTrue

  private struct Icon: Sendable {
    var badge = 0
    /// The step in which the number came to stand there; 0 from the start.
    var step = 0
    var contact = 0
    /// Whether it was in contact after what is unread changed last.
    var isInTouch = false
    var isRegistered = false
  }

  private let isUsed: Bool
  private let devices: [NodeID]
  private var icons: [NodeID: Icon] = [:]

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
      icon.isRegistered = start.badges[device] != nil
      icons[device] = icon
    }
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    guard isUsed else { return }
    switch event.kind {
    case .step(let step):
      take(step, event, run)
      for device in devices {
        let contact = icons[device]?.contact ?? 0
        icons[device]?.isInTouch = contact > (run.unread.changes[device]?.last ?? 0)
      }
    case .badged(let device, let badge, _): set(badge, on: device, event)
    case .died(let device, .reinstall):
      set(0, on: device, event)
      icons[device]?.isRegistered = false
    case .died(_, .system), .died(_, .user), .died(_, .power), .partition, .clockJump, .suspended,
      .ignored, .dropped, .calm, .ended, .locked:
      break
    }
  }

  func weigh(into state: inout StateDigest) {
    guard isUsed else { return }
    for device in devices {
      guard let icon = icons[device] else { continue }
      state.combine(icon.badge)
      state.combine(icon.isInTouch)
      state.combine(icon.isRegistered)
    }
  }

  func finding(_ run: RunFold) -> Finding {
    guard isUsed else { return Finding(witnesses: 0) }
    guard run.end != nil else { return .withoutEnd }
    var witnesses = 0
    var breach: Breach?
    for device in devices {
      let changes = run.unread.changes[device] ?? UnreadModel.Changes()
      guard let icon = icons[device], icon.isRegistered, icon.isInTouch else {
        continue
      }
      witnesses += changes.count
      let unread = run.unread.unread(for: device)
      guard breach == nil, icon.badge != unread.count else { continue }
      let items = unread.map(\.string).joined(separator: ", ")
      breach = Breach(
        step: max(icon.step, changes.last, 1), subject: "badge of \(device)",
        reason: icon.badge > unread.count ? "too high" : "too low",
        explanation: "The badge of \(device) says \(icon.badge) "
          + (icon.step > 0 ? "(since step \(icon.step))" : "(from the start)")
          + ", but at the cloud \(unread.count) \(unread.count == 1 ? "item is" : "items are") "
          + "unread for it"
          + (items.isEmpty ? "" : " (\(items))")
          + (changes.last > 0 ? ", since step \(changes.last)." : "."))
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
    case .request(.register, let sender):
      if run.moment.scripted?.when != .before { icons[sender]?.isRegistered = true }
    case .answer: icons[step.node]?.contact = event.number
    case .request, .start, .operation, .failure, .push, .timer, .link, .transferCall,
      .transferNotice, .cloud:
      break
    }
    guard step.node != .cloud else { return }
    for case .setBadge(let badge) in step.effects.map(\.effect) {
      set(badge, on: step.node, event)
    }
  }
}
