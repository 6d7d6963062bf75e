import ClusterCore

/// The limits that `bounded` sets on sessions: refreshes of one session within one lifetime of
/// its access tokens, and answers delivered that say `unauthorized`. Every try counts.
struct TokenBounds: Sendable {
  private let refreshes: Int?
  private let unauthorized: Int?
  private let lifetime: Milliseconds
  private var families: RefreshFamilies
  /// When each family was asked to be refreshed, within one lifetime.
  private var asked: [Int: [Instant]] = [:]
  private var refusals = 0

  init(_ scenario: Scenario) {
    refreshes = scenario.limits.refreshes
    unauthorized = scenario.limits.unauthorized
    lifetime = scenario.rules.tokens.accessLifetime
    families = RefreshFamilies(scenario)
  }

  var hasLimit: Bool { refreshes != nil || unauthorized != nil }

  func weigh(into state: inout StateDigest) {
    guard hasLimit else { return }
    families.weigh(into: &state)
    state.combine(asked)
    state.combine(refusals)
  }

  mutating func breach(_ event: TraceEvent) -> Breach? {
    guard hasLimit, let step = event.step else { return nil }
    families.take(step)
    if case .answer(.refused(.unauthorized, _), _) = step.event,
      case .delivery(let message, _) = step.name,
      let breach = refusalBreach(message, event)
    {
      return breach
    }
    for performed in step.effects {
      guard case .send(.refresh(let token), _) = performed.effect,
        case .sent(let message, _) = performed.outcome
      else { continue }
      if let breach = refreshBreach(token, message, event) { return breach }
    }
    return nil
  }

  private mutating func refreshBreach(
    _ token: Token, _ message: MessageName, _ event: TraceEvent
  ) -> Breach? {
    guard let refreshes else { return nil }
    let family = families[token]
    asked[family, default: []].removeAll { event.at - $0 >= lifetime }
    asked[family, default: []].append(event.at)
    let count = asked[family]?.count ?? 0
    guard count > refreshes else { return nil }
    return Breach(
      step: event.number, subject: "refreshes", reason: "over the limit",
      explanation: "\(message.sender) asks for refresh \(count) of one session within "
        + "\(lifetime), one lifetime of its access tokens (\(message), with \(token)); the limit "
        + "is \(refreshes).")
  }

  private mutating func refusalBreach(_ message: MessageName, _ event: TraceEvent) -> Breach? {
    guard let unauthorized else { return nil }
    refusals += 1
    guard refusals > unauthorized else { return nil }
    return Breach(
      step: event.number, subject: "unauthorized", reason: "over the limit",
      explanation: "The cloud answers \(message.request) with unauthorized, the \(refusals). time "
        + "in the run; the limit is \(unauthorized).")
  }
}

/// Which family each refresh token belongs to, as the cloud's answers tell.
struct RefreshFamilies: Sendable {
  private var families: [Int: Int] = [:]

  init(_ scenario: Scenario) {
    for number in scenario.start.tokens.indices { families[number + 1] = number + 1 }
  }

  func weigh(into state: inout StateDigest) { state.combine(families) }

  /// A token that no answer told of is a family of its own.
  subscript(token: Token) -> Int { families[token.number] ?? -token.number }

  mutating func take(_ step: Step) {
    guard step.node == .cloud, case .session(let session)? = step.answer else { return }
    families[session.refresh.number] = session.family
  }
}
