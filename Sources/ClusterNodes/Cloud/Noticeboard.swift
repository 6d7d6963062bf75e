import ClusterCore

/// What is unread for each device, and where its pushes go.
///
/// All devices are one user's: what is read on one is read on all.
struct Noticeboard: Hashable, Sendable {
  private let rules: NoticeRules
  /// The tokens of each device, in the order in which they were registered.
  private var tokens: [NodeID: [Text]] = [:]
  private var unread: [NodeID: [Text]]
  private var published: Set<Text> = []
  private var sendings = 0

  init(_ rules: NoticeRules, start: [NodeID: [Text]]) {
    self.rules = rules
    unread = start
    for items in start.values { published.formUnion(items) }
  }

  func unread(for device: NodeID) -> [Text] { unread[device] ?? [] }

  func tokens(of device: NodeID) -> [Text] { tokens[device] ?? [] }

  mutating func register(_ token: Text, of device: NodeID) {
    guard tokens[device]?.contains(token) != true else { return }
    tokens[device, default: []].append(token)
  }

  /// A new item, unread for these devices; one that was published before is only pushed again.
  mutating func publish(_ notice: Notice, to devices: [NodeID]) -> [Effect] {
    if let item = notice.item, published.insert(item).inserted {
      for device in devices { unread[device, default: []].append(item) }
    }
    return notify(notice, devices)
  }

  /// One push for each token, so that a device with two has two.
  mutating func notify(_ notice: Notice, _ devices: [NodeID]) -> [Effect] {
    var effects: [Effect] = []
    for device in devices {
      for _ in tokens[device] ?? [] {
        sendings += 1
        let id = rules.ids == .new ? Text("\(notice.id)#\(sendings)") : notice.id
        let counted = rules.badge == .unread ? unread(for: device).count : nil
        let sent = Notice(id: id, item: notice.item, badge: notice.badge ?? counted)
        effects.append(.push(.notice(sent), to: device))
      }
    }
    return effects
  }

  /// Marks items as read everywhere; the other devices are told their new number.
  mutating func markRead(_ items: [Text], by reader: NodeID) -> [Effect] {
    var changed: [NodeID] = []
    for device in unread.keys.sorted() {
      let left = unread(for: device).filter { !items.contains($0) }
      guard left != unread[device] else { continue }
      unread[device] = left
      if device != reader { changed.append(device) }
    }
    guard rules.badge == .unread else { return [] }
    return notify(Notice(id: "read", item: nil, badge: nil), changed)
  }
}
