import ClusterCore

/// What is unread for each device, and where its pushes go.
///
/// An item for everybody is unread on each device, and what is read on one is read on all. An
/// item for users is unread for each of them, wherever they are signed in.
struct Noticeboard: Hashable, Sendable {
  /// A session on a device, whose user is sent what is for that user.
  private struct Usage: Hashable, Sendable {
    let user: UserID
    let family: Int
  }

  private let rules: NoticeRules
  /// The tokens of each device, in the order in which they were registered.
  private var tokens: [NodeID: [Text]] = [:]
  private var forAll: [NodeID: [Text]]
  private var forUsers: [UserID: [Text]] = [:]
  /// What was published before, to users and, under nil, to all.
  private var published: [UserID?: Set<Text>] = [:]
  /// The newest session on each device, all its actors, until it is ended.
  private var usages: [NodeID: Usage] = [:]
  private var sendings = 0

  init(_ rules: NoticeRules, start: [NodeID: [Text]]) {
    self.rules = rules
    forAll = start
    published[nil] = Set(start.values.flatMap { $0 })
  }

  func unread(for device: NodeID) -> [Text] {
    let ofUser = usages[device.home].flatMap { forUsers[$0.user] } ?? []
    return (forAll[device] ?? []) + ofUser
  }

  func tokens(of device: NodeID) -> [Text] { tokens[device] ?? [] }

  mutating func register(_ token: Text, of device: NodeID) {
    guard tokens[device]?.contains(token) != true else { return }
    tokens[device, default: []].append(token)
  }

  /// Somebody signed in on a device, in the place of whoever used it before.
  mutating func begin(_ session: Session, on device: NodeID) {
    usages[device] = Usage(user: session.user, family: session.family)
  }

  mutating func end(_ family: Int) { usages = usages.filter { $0.value.family != family } }

  mutating func end(_ user: UserID) { usages = usages.filter { $0.value.user != user } }

  /// The devices that a notice is for, in the order of their names.
  func reached(by publication: Publication, of devices: [NodeID]) -> [NodeID] {
    switch publication.audience {
    case .all: devices
    case .devices(let named): named.sorted()
    case .users(let users):
      devices.filter { usages[$0.home].map { users.contains($0.user) } ?? false }
    }
  }

  /// A new item; one that was published before is only pushed again.
  mutating func publish(_ publication: Publication, devices: [NodeID]) -> [Effect] {
    if let item = publication.notice.item {
      switch publication.audience {
      case .all, .devices:
        guard published[nil, default: []].insert(item).inserted else { break }
        for device in devices { forAll[device, default: []].append(item) }
      case .users(let users):
        for user in users where published[user, default: []].insert(item).inserted {
          forUsers[user, default: []].append(item)
        }
      }
    }
    return notify(publication.notice, reached(by: publication, of: devices))
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

  /// Marks items as read, of a user wherever that user is signed in; the other devices are told
  /// their new number.
  mutating func markRead(_ items: [Text], by reader: NodeID) -> [Effect] {
    let devices = Set(forAll.keys).union(tokens.keys).sorted()
    let before = devices.map { unread(for: $0) }
    for device in devices { forAll[device]?.removeAll { items.contains($0) } }
    if let user = usages[reader.home]?.user {
      forUsers[user]?.removeAll { items.contains($0) }
    }
    let changed = zip(devices, before).filter { device, old in
      device != reader && unread(for: device) != old
    }
    guard rules.badge == .unread else { return [] }
    return notify(Notice(id: "read", item: nil, badge: nil), changed.map(\.0))
  }
}
