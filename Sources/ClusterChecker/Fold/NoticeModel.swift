import ClusterCore

/// Which pushes tell of what is unread, by the rules and the deliveries alone; what is unread says
/// ``UnreadModel``.
struct NoticeModel: Sendable {
  struct Sent: Equatable, Sendable {
    let device: NodeID
    let push: Push
  }

  private let rules: NoticeRules
  private let devices: [NodeID]
  /// The tokens of each device.
  private var tokens: [NodeID: Set<Text>] = [:]
  private var sendings = 0

  init(_ scenario: Scenario) {
    rules = scenario.rules.notices
    devices = scenario.devices.map(\.id).sorted()
  }

  /// Takes in a request that arrived in this step; says which pushes it leads to.
  mutating func take(
    _ request: Request, from device: NodeID, step: Int, _ unread: UnreadModel
  ) -> [Sent] {
    switch request {
    case .register(let token):
      tokens[device, default: []].insert(token)
      return []
    case .markRead:
      guard rules.badge == .unread else { return [] }
      let told = devices.filter { $0 != device && unread.changes[$0]?.last == step }
      return send(Notice(id: "read", item: nil, badge: nil), told, unread)
    default: return []
    }
  }

  mutating func take(_ operation: CloudOperation, _ unread: UnreadModel) -> [Sent] {
    switch operation {
    case .publish(let publication), .notify(let publication):
      send(publication.notice, reached(by: publication.audience, unread), unread)
    case .answer, .expireTokens, .revoke, .rateLimit, .quota, .throttle: []
    case .snapshot, .rollback, .purge, .expireCursors: []
    }
  }

  private func reached(
    by audience: Publication.Audience, _ unread: UnreadModel
  ) -> [NodeID] {
    switch audience {
    case .all: devices
    case .devices(let named): named.sorted()
    case .users(let users): devices.filter { unread.isUsed($0, byOneOf: users) }
    }
  }

  private mutating func send(
    _ notice: Notice, _ receivers: [NodeID], _ unread: UnreadModel
  ) -> [Sent] {
    var sent: [Sent] = []
    for device in receivers {
      let counted = rules.badge == .unread ? unread.unread(for: device).count : nil
      for _ in tokens[device] ?? [] {
        sendings += 1
        let id = rules.ids == .new ? Text("\(notice.id)#\(sendings)") : notice.id
        let made = Notice(id: id, item: notice.item, badge: notice.badge ?? counted)
        sent.append(Sent(device: device, push: .notice(made)))
      }
    }
    return sent
  }
}
