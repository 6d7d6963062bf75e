import ClusterCore

/// What is unread for each device, and which pushes tell of it, by the rules and the deliveries
/// alone.
struct NoticeModel: Sendable {
  struct Sent: Equatable, Sendable {
    let device: NodeID
    let push: Push
  }

  private let rules: NoticeRules
  private let devices: [NodeID]
  /// The tokens of each device.
  private var tokens: [NodeID: Set<Text>] = [:]
  private(set) var unread: [NodeID: [Text]]
  private var known: Set<Text>
  private var sendings = 0

  init(_ scenario: Scenario) {
    rules = scenario.rules.notices
    devices = scenario.devices.map(\.id).sorted()
    unread = scenario.start.unread
    known = Set(scenario.start.unread.values.flatMap { $0 })
  }

  /// Takes in a request that arrived; says which pushes it leads to.
  mutating func take(_ request: Request, from device: NodeID) -> [Sent] {
    switch request {
    case .register(let token):
      tokens[device, default: []].insert(token)
      return []
    case .markRead(let items, _):
      var told: [NodeID] = []
      for (other, before) in unread.sorted(by: { $0.key < $1.key }) {
        let left = before.filter { !items.contains($0) }
        unread[other] = left
        if other != device && left.count < before.count { told.append(other) }
      }
      return rules.badge == .unread ? send(Notice(id: "read", item: nil, badge: nil), told) : []
    default: return []
    }
  }

  mutating func take(_ operation: CloudOperation) -> [Sent] {
    switch operation {
    case .publish(let publication):
      let receivers = publication.devices?.sorted() ?? devices
      if let item = publication.notice.item, known.insert(item).inserted {
        for device in receivers { unread[device, default: []].append(item) }
      }
      return send(publication.notice, receivers)
    case .notify(let publication):
      return send(publication.notice, publication.devices?.sorted() ?? devices)
    case .answer, .expireTokens, .revoke, .rateLimit: return []
    }
  }

  private mutating func send(_ notice: Notice, _ receivers: [NodeID]) -> [Sent] {
    var sent: [Sent] = []
    for device in receivers {
      let badge = notice.badge ?? (rules.badge == .unread ? unread[device]?.count ?? 0 : nil)
      for _ in tokens[device] ?? [] {
        sendings += 1
        let id = rules.ids == .new ? Text("\(notice.id)#\(sendings)") : notice.id
        sent.append(
          Sent(device: device, push: .notice(Notice(id: id, item: notice.item, badge: badge))))
      }
    }
    return sent
  }
}
