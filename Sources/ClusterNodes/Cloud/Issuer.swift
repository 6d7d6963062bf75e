import ClusterCore

/// How a session stands with the issuer.
package struct FamilyAccount: Hashable, Sendable {
  /// The name of the refresh token that is good now, never its secret.
  package let refresh: String
  /// How many pairs it has had.
  package let pairs: Int
}

/// The part of the cloud that signs people in and lets requests in: sessions and their tokens.
///
/// A sign-in begins a *family*; each refresh hands out another pair of the same family.
struct Issuer: Hashable, Sendable {
  private struct Family: Hashable {
    let user: UserID
    var isEnded = false
    /// The number of the refresh token that is good now.
    var current: Int
    /// How many pairs it has had.
    var pairs = 1
    /// When it was refreshed, as far back as the rate limit looks.
    var refreshes: [Instant] = []
  }

  private struct Access: Hashable {
    let family: Int
    let secret: Text
    var end: Instant
  }

  private struct Refresh: Hashable {
    let family: Int
    let secret: Text
    /// What it was exchanged for, and when.
    var successor: Session?
    var used = Instant.start
  }

  private let rules: TokenRules
  /// Secrets are drawn from it, each by its token's name.
  private let seed: Seed
  private var families: [Family] = []
  /// The n-th has number n.
  private var accesses: [Access?] = []
  private var refreshes: [Refresh?] = []
  private var limitedUntil: [UserID: Instant] = [:]

  init(rules: TokenRules, seed: Seed) {
    self.rules = rules
    self.seed = seed
  }

  /// A session that began so early that its access token is over, or that begins now.
  mutating func begin(_ start: StartToken) -> VaultItem {
    let lifetime = rules.accessLifetime
    let begun = start.isAccessExpired ? Instant(-lifetime.count) : Instant.start
    return VaultItem(signIn(start.user, at: begun), since: begun.milliseconds)
  }

  mutating func signIn(_ user: UserID, at instant: Instant) -> Session {
    let number = accesses.count + 1
    families.append(Family(user: user, current: number))
    return issue(families.count, refresh: number, at: instant)
  }

  mutating func signOut(_ token: Token) -> Answer {
    guard let family = refresh(token)?.family else { return .refused(.invalidGrant) }
    families[family - 1].isEnded = true
    return .done
  }

  /// The session that a refresh token is of, ended or not.
  func family(of token: Token) -> Int? { refresh(token)?.family }

  /// Whether a request with this access token is let in.
  func admits(_ token: Token, at instant: Instant) -> Bool {
    guard token.kind == .access, accesses.indices.contains(token.number - 1),
      let access = accesses[token.number - 1], access.secret == token.secret
    else { return false }
    return instant < access.end && !families[access.family - 1].isEnded
  }

  mutating func refresh(_ token: Token, at instant: Instant) -> Answer {
    guard let refresh = refresh(token), !families[refresh.family - 1].isEnded else {
      return .refused(.invalidGrant)
    }
    let family = refresh.family
    guard isWithinLimit(family, at: instant) else { return .refused(.rateLimited) }
    guard rules.rotation == .on else {
      return .session(renew(family, refresh: token.number, at: instant))
    }
    if token.number == families[family - 1].current {
      let session = renew(family, refresh: accesses.count + 1, at: instant)
      families[family - 1].current = session.refresh.number
      refreshes[token.number - 1]?.successor = session
      refreshes[token.number - 1]?.used = instant
      return .session(session)
    }
    if let session = refresh.successor, instant - refresh.used <= rules.refreshGrace {
      return .session(session.left(at: instant))
    }
    if rules.reuse == .revoke { families[family - 1].isEnded = true }
    return .refused(.invalidGrant)
  }

  mutating func perform(_ operation: CloudOperation, at instant: Instant) {
    switch operation {
    case .expireTokens(let user):
      for index in accesses.indices {
        guard let access = accesses[index], families[access.family - 1].user == user else {
          continue
        }
        accesses[index]?.end = min(access.end, instant)
      }
    case .revoke(let user):
      for index in families.indices where families[index].user == user {
        families[index].isEnded = true
      }
    case .rateLimit(let user, let length): limitedUntil[user] = instant + length
    case .publish, .notify, .answer, .quota, .throttle: break
    case .snapshot, .rollback, .purge, .expireCursors: break
    }
  }
}

extension Issuer {
  private func refresh(_ token: Token) -> Refresh? {
    guard token.kind == .refresh, refreshes.indices.contains(token.number - 1),
      let refresh = refreshes[token.number - 1], refresh.secret == token.secret
    else { return nil }
    return refresh
  }

  func account(of family: Int) -> FamilyAccount? {
    guard families.indices.contains(family - 1) else { return nil }
    let (current, pairs) = (families[family - 1].current, families[family - 1].pairs)
    return FamilyAccount(refresh: token(.refresh, current).description, pairs: pairs)
  }

  private mutating func isWithinLimit(_ family: Int, at instant: Instant) -> Bool {
    if let until = limitedUntil[families[family - 1].user], instant < until { return false }
    guard let limit = rules.rateLimit else { return true }
    families[family - 1].refreshes.removeAll { instant - $0 >= limit.per }
    guard families[family - 1].refreshes.count < limit.burst else { return false }
    families[family - 1].refreshes.append(instant)
    return true
  }

  private mutating func renew(_ family: Int, refresh: Int, at instant: Instant) -> Session {
    if rules.revokeAccessOnRotation {
      for index in accesses.indices where accesses[index]?.family == family {
        accesses[index]?.end = instant
      }
    }
    families[family - 1].pairs += 1
    return issue(family, refresh: refresh, at: instant)
  }

  /// Makes the next pair; the refresh token is a new one, or one that there is already.
  private mutating func issue(_ family: Int, refresh: Int, at instant: Instant) -> Session {
    let number = accesses.count + 1
    let (access, renewal) = (token(.access, number), token(.refresh, refresh))
    let end = instant + rules.accessLifetime
    accesses.append(Access(family: family, secret: access.secret, end: end))
    refreshes.append(
      refresh == number ? Refresh(family: family, secret: renewal.secret) : nil)
    return Session(
      user: families[family - 1].user, family: family, access: access, refresh: renewal,
      serial: rules.serials ? families[family - 1].pairs : nil, lifetime: rules.accessLifetime,
      expiresAt: end.milliseconds)
  }

  private func token(_ kind: Token.Kind, _ number: Int) -> Token {
    var generator = seed.generator(for: "token/\(kind.rawValue)#\(number)")
    let digits = String(generator.next(), radix: 16)
    let secret = String(repeating: "0", count: 16 - digits.count) + digits
    return Token(kind: kind, number: number, secret: Text(secret))
  }
}

extension Session {
  /// The same pair handed out again: of its life only the rest is left.
  fileprivate func left(at instant: Instant) -> Session {
    Session(
      user: user, family: family, access: access, refresh: refresh, serial: serial,
      lifetime: Milliseconds(expiresAt - instant.milliseconds), expiresAt: expiresAt)
  }
}
