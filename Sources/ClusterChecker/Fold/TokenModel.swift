import ClusterCore

/// Which token is good for what, by the rules and the deliveries alone.
///
/// A sign-in begins a family. Each pair that is handed out counts one on, and gives its number to
/// the access token and, where it is a new one, to the refresh token.
struct TokenModel: Sendable {
  /// What a request that needs a token is to be answered.
  enum Expected: Equatable, Sendable {
    case done
    case refused(CloudError)
    case session(Pair)
  }

  struct Pair: Equatable, Sendable {
    let user: UserID
    let family: Int
    let access: Int
    let refresh: Int
    let serial: Int?
  }

  private struct Family: Sendable {
    let user: UserID
    var isOver = false
    var current: Int
    var pairs = 0
    /// When it was renewed, as far back as the rate limit looks.
    var renewed: [Instant] = []
  }

  private struct Used: Sendable {
    let pair: Pair
    let at: Instant
  }

  private let rules: TokenRules
  /// The n-th has number n.
  private var families: [Family] = []
  /// By the number of the pair, the family and the end of the access token.
  private var accesses: [(family: Int, end: Instant)] = []
  private var refreshes: [Int: Int] = [:]
  private var used: [Int: Used] = [:]
  private var limits: [UserID: Instant] = [:]

  init(_ scenario: Scenario) {
    rules = scenario.rules.tokens
    for token in scenario.start.tokens {
      let begun = token.isAccessExpired ? Instant(-rules.accessLifetime.count) : Instant.start
      _ = signIn(token.user, at: begun)
    }
  }

  /// Nil where the request needs no token.
  mutating func answer(_ request: Request, at instant: Instant) -> Expected? {
    switch request {
    case .call(_, _, let token):
      return admits(token, at: instant) ? .done : .refused(.unauthorized)
    case .refresh(let token): return refresh(token, at: instant)
    case .signIn(let user, _): return .session(signIn(user, at: instant))
    case .signOut(let token, _):
      guard let family = family(of: token) else { return .refused(.invalidGrant) }
      families[family - 1].isOver = true
      return .done
    default: return nil
    }
  }

  mutating func take(_ operation: CloudOperation, at instant: Instant) {
    switch operation {
    case .expireTokens(let user):
      for place in accesses.indices where families[accesses[place].family - 1].user == user {
        accesses[place].end = min(accesses[place].end, instant)
      }
    case .revoke(let user):
      for place in families.indices where families[place].user == user {
        families[place].isOver = true
      }
    case .rateLimit(let user, let length): limits[user] = instant + length
    case .publish, .notify, .answer, .quota, .throttle: break
    case .snapshot, .rollback, .purge, .expireCursors: break
    }
  }
}

extension TokenModel {
  private func family(of token: Token) -> Int? {
    token.kind == .refresh ? refreshes[token.number] : nil
  }

  private func admits(_ token: Token, at instant: Instant) -> Bool {
    guard token.kind == .access, accesses.indices.contains(token.number - 1) else { return false }
    let access = accesses[token.number - 1]
    return instant < access.end && !families[access.family - 1].isOver
  }

  private mutating func signIn(_ user: UserID, at instant: Instant) -> Pair {
    families.append(Family(user: user, current: accesses.count + 1))
    return issue(families.count, refresh: accesses.count + 1, at: instant)
  }

  private mutating func refresh(_ token: Token, at instant: Instant) -> Expected {
    guard let family = family(of: token), !families[family - 1].isOver else {
      return .refused(.invalidGrant)
    }
    guard takesPlace(in: family, at: instant) else { return .refused(.rateLimited) }
    if rules.rotation == .off {
      return .session(renew(family, refresh: token.number, at: instant))
    }
    if token.number == families[family - 1].current {
      let pair = renew(family, refresh: accesses.count + 1, at: instant)
      families[family - 1].current = pair.refresh
      used[token.number] = Used(pair: pair, at: instant)
      return .session(pair)
    }
    if let used = used[token.number], instant - used.at <= rules.refreshGrace {
      return .session(used.pair)
    }
    if rules.reuse == .revoke { families[family - 1].isOver = true }
    return .refused(.invalidGrant)
  }

  /// Whether the rate limit lets one more refresh through, which is counted then.
  private mutating func takesPlace(in family: Int, at instant: Instant) -> Bool {
    if let end = limits[families[family - 1].user], instant < end { return false }
    guard let limit = rules.rateLimit else { return true }
    let recent = families[family - 1].renewed.filter { instant - $0 < limit.per }
    let isFree = recent.count < limit.burst
    families[family - 1].renewed = isFree ? recent + [instant] : recent
    return isFree
  }

  private mutating func renew(_ family: Int, refresh: Int, at instant: Instant) -> Pair {
    if rules.revokeAccessOnRotation {
      for place in accesses.indices where accesses[place].family == family {
        accesses[place].end = instant
      }
    }
    return issue(family, refresh: refresh, at: instant)
  }

  private mutating func issue(_ family: Int, refresh: Int, at instant: Instant) -> Pair {
    accesses.append((family, instant + rules.accessLifetime))
    refreshes[refresh] = family
    families[family - 1].pairs += 1
    return Pair(
      user: families[family - 1].user, family: family, access: accesses.count, refresh: refresh,
      serial: rules.serials ? families[family - 1].pairs : nil)
  }
}

extension TokenModel.Expected {
  /// What an answer says of tokens, as far as it can be predicted; nil for any other answer.
  init?(_ answer: Answer) {
    switch answer {
    case .done: self = .done
    case .refused(let error, _): self = .refused(error)
    case .session(let session):
      self = .session(
        TokenModel.Pair(
          user: session.user, family: session.family, access: session.access.number,
          refresh: session.refresh.number, serial: session.serial))
    default: return nil
    }
  }

  var words: String {
    switch self {
    case .done: "done"
    case .refused(let error): error.rawValue
    case .session(let pair):
      "access#\(pair.access) and refresh#\(pair.refresh) of \(pair.user)"
    }
  }
}
