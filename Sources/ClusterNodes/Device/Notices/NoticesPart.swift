import ClusterCore

/// Pushes that the user sees, what has been read, and the number on the icon.
struct NoticesPart: Hashable, Sendable {
  private struct Reading: Hashable, Sendable {
    let intent: IntentID
    let items: [Text]
    var request: RequestNumber?
  }

  private static let registerLine: Text = "notices/register"
  private static let unreadLine: Text = "notices/unread"

  private let policy: Policy
  /// What the icon says, as far as the app knows; the number itself belongs to the system.
  private var badge = 0
  private var token: Text?
  private var isTokenKnown = false
  private var registering: RequestNumber?
  /// What the user has read and the cloud has not been told.
  private var readings: [Reading] = []
  /// The pushes that have been counted.
  private var counted: Set<Text> = []
  private var asking: RequestNumber?
  private var asksAgain = false
  /// Whether the app has anything to do with pushes at all.
  private var isUsed = false
  private var backoff = Backoff()

  init(_ policy: Policy) {
    self.policy = policy
  }

  var pending: Int { readings.count + (token != nil && !isTokenKnown ? 1 : 0) }

  mutating func renumber(by shift: Int) {
    registering = registering.map { $0 + shift }
    asking = asking.map { $0 + shift }
    for index in readings.indices {
      readings[index].request = readings[index].request.map { $0 + shift }
    }
  }

  mutating func restore(_ entry: StoreEntry) {
    isUsed = true
    switch entry {
    case .registered(let token, let isKnown):
      self.token = token
      isTokenKnown = isKnown
    case .read(let items, let intent, false):
      readings.append(Reading(intent: intent, items: items))
    case .read(_, let intent, true): readings.removeAll { $0.intent == intent }
    case .counted(let id): counted.insert(id)
    case .made, .settled, .cursor, .refetched, .forgotten, .transferWanted, .transferEnded,
      .foreign, .ordered,
      .orderSettled, .seeded, .asked, .answered, .signedOut, .renewing, .renewed:
      break
    }
  }

  mutating func start(badge: Int, _ out: inout Outgoing) {
    self.badge = badge
    if badge > 0 { isUsed = true }
    synchronise(&out)
  }

  /// A contact: whatever is owed is sent, and under `serverCount` the count is asked for.
  mutating func synchronise(_ out: inout Outgoing) {
    guard isUsed else { return }
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    sendRegistration(&out)
    sendReadings(&out)
    ask(&out)
  }

  mutating func register(_ token: Text, _ out: inout Outgoing) {
    isUsed = true
    self.token = token
    isTokenKnown = false
    registering = nil
    out.emit(.store(.registered(token, isKnown: false)))
    sendRegistration(&out)
    ask(&out)
  }

  mutating func markRead(_ items: [Text], _ intent: IntentID, _ out: inout Outgoing) {
    isUsed = true
    readings.append(Reading(intent: intent, items: items))
    if policy.outbox == .durable {
      out.emit(.store(.read(items, intent: intent, isTold: false)))
    }
    set(max(0, badge - items.count), &out)
    sendReadings(&out)
  }

  mutating func receive(_ notice: Notice, _ out: inout Outgoing) {
    isUsed = true
    switch policy.badge {
    case .increment, .oncePerID: if notice.item != nil { count(notice.id, &out) }
    case .absolute, .serverCount: if let badge = notice.badge { set(badge, &out) }
    }
    ask(&out)
  }

  /// The user tapped on a push: the app is handed it once more.
  mutating func tapped(_ id: Text, _ out: inout Outgoing) {
    isUsed = true
    switch policy.badge {
    case .increment, .oncePerID: count(id, &out)
    case .absolute, .serverCount: break
    }
  }

  mutating func wake(_ line: Text, _ out: inout Outgoing) {
    backoff.wake(line)
    switch line {
    case NoticesPart.registerLine: sendRegistration(&out)
    case NoticesPart.unreadLine: ask(&out)
    default: sendReadings(&out)
    }
  }

  mutating func receive(_ answer: Answer, to request: RequestNumber, _ out: inout Outgoing) {
    switch answer {
    case .unread(let items) where request == asking: counted(items, &out)
    case .done where request == registering:
      registering = nil
      isTokenKnown = true
      backoff.succeed(NoticesPart.registerLine)
      if let token { out.emit(.store(.registered(token, isKnown: true))) }
    case .done: told(request, &out)
    case .saved, .pulled, .refused, .chunk, .received, .placed, .orderState, .results, .unread,
      .session:
      fail(request, &out)
    }
  }

  mutating func fail(_ request: RequestNumber, _ out: inout Outgoing) {
    if request == asking {
      asking = nil
      asksAgain = false
      retryLater(NoticesPart.unreadLine, &out)
    } else if request == registering {
      registering = nil
      retryLater(NoticesPart.registerLine, &out)
    } else if let place = readings.firstIndex(where: { $0.request == request }) {
      readings[place].request = nil
      retryLater(NoticesPart.line(of: readings[place].intent), &out)
    }
  }

  var state: [JSONNode.Member] {
    guard isUsed else { return [] }
    func text(_ text: Text) -> JSONNode { JSONNode(.string(text.string)) }
    return [
      JSONNode.Member(name: "badge", value: JSONNode(.number(String(badge)))),
      JSONNode.Member(name: "pushToken", value: token.map(text) ?? JSONNode(.null)),
      JSONNode.Member(name: "counted", value: JSONNode(.array(counted.sorted().map(text)))),
    ]
  }
}

extension NoticesPart {
  private static func line(of intent: IntentID) -> Text { Text("notices/read/\(intent)") }

  private mutating func set(_ badge: Int, _ out: inout Outgoing) {
    guard badge != self.badge else { return }
    self.badge = badge
    out.emit(.setBadge(badge))
  }

  private mutating func count(_ id: Text, _ out: inout Outgoing) {
    if policy.badge == .oncePerID {
      guard counted.insert(id).inserted else { return }
      out.emit(.store(.counted(id)))
    }
    set(badge + 1, &out)
  }

  /// Asks how many are unread; one question at a time, so that answers cannot overtake.
  private mutating func ask(_ out: inout Outgoing) {
    guard policy.badge == .serverCount, out.isLinkUp, isUsed else { return }
    guard asking == nil else {
      asksAgain = true
      return
    }
    guard !backoff.isWaiting(NoticesPart.unreadLine) else { return }
    asking = out.send(.unread, for: .notices)
  }

  private mutating func counted(_ items: [Text], _ out: inout Outgoing) {
    asking = nil
    backoff.succeed(NoticesPart.unreadLine)
    // While the cloud has not been told what was read, its count is too high.
    if readings.isEmpty { set(items.count, &out) }
    let again = asksAgain
    asksAgain = false
    if again { ask(&out) }
  }

  private mutating func told(_ request: RequestNumber, _ out: inout Outgoing) {
    guard let place = readings.firstIndex(where: { $0.request == request }) else { return }
    let reading = readings.remove(at: place)
    backoff.succeed(NoticesPart.line(of: reading.intent))
    if policy.outbox == .durable {
      out.emit(.store(.read(reading.items, intent: reading.intent, isTold: true)))
    }
    ask(&out)
  }

  private mutating func sendRegistration(_ out: inout Outgoing) {
    guard out.isLinkUp, let token, !isTokenKnown, registering == nil,
      !backoff.isWaiting(NoticesPart.registerLine)
    else { return }
    registering = out.send(.register(token), for: .notices)
  }

  private mutating func sendReadings(_ out: inout Outgoing) {
    guard out.isLinkUp else { return }
    for place in readings.indices where readings[place].request == nil {
      let reading = readings[place]
      guard !backoff.isWaiting(NoticesPart.line(of: reading.intent)) else { continue }
      readings[place].request = out.send(
        .markRead(reading.items, intent: reading.intent), for: .notices)
    }
  }

  private mutating func retryLater(_ line: Text, _ out: inout Outgoing) {
    if let timer = backoff.fail(line, rule: policy.retry) { out.emit(.setTimer(timer)) }
  }
}
