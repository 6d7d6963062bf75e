import ClusterCore

/// What is unread for each device, by what was published and what was delivered to the cloud.
///
/// An item for everybody is unread on each device until it is read on any. An item for users is
/// unread where one of them uses the device: from the sign-in there until that session's
/// sign-out, a `revoke`, or the next sign-in on that device.
struct UnreadModel: Sendable {
  private struct Usage: Hashable, Sendable {
    let user: UserID
    /// The session's family; nil where the answer to the sign-in hid it.
    let family: Int?
  }

  /// When what is unread for a device changed last, and how often it did.
  struct Changes: Sendable {
    var last = 0
    var count = 0
  }

  private let devices: [NodeID]
  /// Whether anything is ever unread.
  private let isUsed: Bool
  private var forAll: [NodeID: [Text]]
  private var forUsers: [UserID: [Text]] = [:]
  /// What was published before, to users and, under nil, to all.
  private var published: [UserID?: Set<Text>] = [:]
  /// Who uses a device, all its actors.
  private var usages: [NodeID: Usage] = [:]
  /// The family of each refresh token that was handed out.
  private var families: [Int: Int] = [:]
  private(set) var changes: [NodeID: Changes] = [:]

  init(_ scenario: Scenario) {
    devices = scenario.devices.map(\.id)
    forAll = scenario.start.unread
    published[nil] = Set(forAll.values.flatMap { $0 })
    isUsed =
      !forAll.isEmpty
      || scenario.timeline.contains { entry in
        switch entry.action {
        case .cloud(.publish), .cloud(.notify): true
        case .cloud, .operation, .partition, .clock, .lock, .kill, .suspend, .reinstall, .power:
          false
        }
      }
    for (index, token) in scenario.start.tokens.enumerated() {
      usages[token.device] = Usage(user: token.user, family: index + 1)
      families[index + 1] = index + 1
    }
  }

  func weigh(into state: inout StateDigest) {
    guard isUsed else { return }
    state.combine(forAll)
    state.combine(forUsers)
    state.combine(published)
    state.combine(usages)
    state.combine(families)
    for device in devices { state.combine((changes[device]?.count ?? 0) > 0) }
  }

  func unread(for device: NodeID) -> [Text] {
    let ofUser = usages[device.home].flatMap { forUsers[$0.user] } ?? []
    return (forAll[device] ?? []) + ofUser
  }

  /// Whether one of these users uses the device now.
  func isUsed(_ device: NodeID, byOneOf users: [UserID]) -> Bool {
    usages[device.home].map { users.contains($0.user) } ?? false
  }

  /// Adds what is unread, where anything ever is.
  func add(to state: inout AppState) {
    guard isUsed else { return }
    for device in devices {
      state[AppPath(.unread, at: device)] = .items(unread(for: device))
    }
  }

  mutating func take(_ operation: CloudOperation, _ event: TraceEvent) {
    guard isUsed else { return }
    switch operation {
    case .publish(let publication): change(event) { $0.publish(publication) }
    case .revoke(let user):
      change(event) { $0.usages = $0.usages.filter { $0.value.user != user } }
    case .notify, .answer, .expireTokens, .rateLimit, .quota, .throttle: break
    case .snapshot, .rollback, .purge, .expireCursors: break
    }
  }

  /// - Parameter answer: what the cloud made of it.
  mutating func take(
    _ request: Request, from sender: NodeID, _ answer: Answer?, _ event: TraceEvent
  ) {
    guard isUsed else { return }
    if case .session(let session)? = answer { families[session.refresh.number] = session.family }
    switch request {
    case .markRead(let items, _): change(event) { $0.read(items, by: sender) }
    case .signIn(let user, _):
      var family: Int?
      if case .session(let session)? = answer { family = session.family }
      change(event) { $0.usages[sender.home] = Usage(user: user, family: family) }
    case .signOut(let token, _):
      guard let family = families[token.number] else { return }
      change(event) { $0.usages = $0.usages.filter { $0.value.family != family } }
    case .save, .pull, .fetch, .put, .order, .readOrder, .search, .register, .unread, .call,
      .refresh:
      break
    }
  }

  private mutating func publish(_ publication: Publication) {
    guard let item = publication.notice.item else { return }
    switch publication.audience {
    case .all:
      guard published[nil, default: []].insert(item).inserted else { return }
      for device in devices { forAll[device, default: []].append(item) }
    case .users(let users):
      for user in users where published[user, default: []].insert(item).inserted {
        forUsers[user, default: []].append(item)
      }
    case .devices: break
    }
  }

  private mutating func read(_ items: [Text], by reader: NodeID) {
    for device in devices { forAll[device]?.removeAll { items.contains($0) } }
    guard let user = usages[reader.home]?.user else { return }
    forUsers[user]?.removeAll { items.contains($0) }
  }

  private mutating func change(_ event: TraceEvent, _ body: (inout UnreadModel) -> Void) {
    let before = devices.map { unread(for: $0) }
    body(&self)
    for (device, old) in zip(devices, before) where unread(for: device) != old {
      changes[device, default: Changes()].last = event.number
      changes[device, default: Changes()].count += 1
    }
  }
}
