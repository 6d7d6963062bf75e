import ClusterCore

/// Per token family no two refreshes overlap, and a token is presented again only while no
/// answer to an earlier presentation was delivered.
///
/// A refresh ends with its answer, its timeout or its process. That the server is busy is no
/// answer to the token, and where tokens are not rotated presenting one again is the rule.
/// Witnesses are tokens presented.
struct RefreshOnce: Check {
  static let name = CheckName.refreshOnce

  private struct Open {
    let message: MessageName
    let family: Int
    let token: Token
  }

  private let isRotating: Bool
  private var families: RefreshFamilies
  private var open: [Open] = []
  /// By the number of the token, the step that delivered an answer to it.
  private var answered: [Int: Int] = [:]
  /// The last delivery, which a kill behind it takes back.
  private var last: (step: Step, token: Int, number: Int)?
  private var presented: Set<Int> = []
  private var breach: Breach?

  init(_ scenario: Scenario) {
    isRotating = scenario.rules.tokens.rotation == .on
    families = RefreshFamilies(scenario)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    if let last {
      let isLost = event.cuts(last.step) && !last.step.changesVault
      if !isLost, answered[last.token] == nil { answered[last.token] = last.number }
      self.last = nil
    }
    if case .died(let device, _) = event.kind { open.removeAll { $0.message.sender == device } }
    guard let step = event.step else { return }
    families.take(step)
    guard step.node != .cloud else { return }
    close(step, event)
    for performed in step.effects {
      if case .send(.refresh(let token), _) = performed.effect,
        case .sent(let message, _) = performed.outcome
      {
        present(token, by: message, event, isCalms: run.moment.isCalms)
      }
    }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(breach)
    families.weigh(into: &state)
    state.combine(open.count)
    for open in open {
      state.combine(open.message)
      state.combine(open.family)
      state.combine(open.token)
    }
    state.combine(Set(answered.keys))
    state.combine(last?.token)
    state.combine(last?.step.node)
    state.combine(last?.step.changesVault)
    state.combine(presented.isEmpty)
  }

  func finding(_ run: RunFold) -> Finding {
    Finding(witnesses: presented.count, breach: breach)
  }

  private mutating func close(_ step: Step, _ event: TraceEvent) {
    let message: MessageName
    switch step.name {
    case .delivery(let name, _) where name.kind == .refresh: message = name.request
    case .failure(let name) where name.kind == .refresh: message = name
    case .delivery, .failure, .timer, .entry: return
    }
    guard let place = open.firstIndex(where: { $0.message == message }) else { return }
    let ended = open.remove(at: place)
    switch step.event {
    case .answer(.session, _), .answer(.refused(.invalidGrant, _), _):
      last = (step, ended.token.number, event.number)
    case .start, .operation, .answer, .failure, .push, .timer, .link, .request, .transferCall,
      .transferNotice, .cloud:
      break
    }
  }

  private mutating func present(
    _ token: Token, by message: MessageName, _ event: TraceEvent, isCalms: Bool
  ) {
    if !isCalms { presented.insert(token.number) }
    let family = families[token]
    let answer = answered[token.number] ?? (last?.token == token.number ? last?.number : nil)
    if breach == nil, isRotating, let answer {
      breach = Breach(
        step: event.number, subject: "refresh", reason: "a used token is presented again",
        explanation: "\(message) presents \(token) again, though the answer to it had been "
          + "delivered in step \(answer).")
    } else if breach == nil, let other = open.first(where: { $0.family == family }) {
      breach = Breach(
        step: event.number, subject: "refresh", reason: "two refreshes overlap",
        explanation: "\(message) presents \(token) while \(other.message), which presents "
          + "\(other.token) of the same session, is still under way.")
    }
    open.append(Open(message: message, family: family, token: token))
  }
}
