/// Kimlik Doğrulama: a vault that stores the tokens that arrive, and an issuer that renews them.
package enum TokensLesson {
  /// A token, printed `value#serial`.
  package struct Token: Equatable, CustomStringConvertible {
    package let value: Text
    package let serial: Int

    package init(_ value: Text, serial: Int) {
      self.value = value
      self.serial = serial
    }

    package var description: String { "\(value)#\(serial)" }
  }

  /// Which arriving tokens a vault stores.
  package enum Rule {
    /// Whatever arrives.
    case lastWins
    /// Only a strictly larger serial than the one held.
    case newerWins
  }

  /// A place for one token, printed `bos` when there is none.
  package struct Vault: Equatable, CustomStringConvertible {
    package private(set) var token: Token?

    package init(_ token: Token? = nil) {
      self.token = token
    }

    package mutating func store(_ arriving: Token, rule: Rule) {
      switch rule {
      case .lastWins: token = arriving
      case .newerWins:
        if let token, arriving.serial <= token.serial { return }
        token = arriving
      }
    }

    package var description: String { token?.description ?? "bos" }
  }

  /// A server with one valid refresh token, which each redemption replaces by the next.
  package struct Issuer: Equatable, CustomStringConvertible {
    package private(set) var issued = 1
    package private(set) var rejected = 0

    package init() {}

    /// `r` and the count of tokens issued.
    package var valid: Text { Text("r\(issued)") }

    /// Issues the next token for the valid one, and counts a rejection for any other.
    package mutating func redeem(_ token: Text) {
      if token == valid {
        issued += 1
      } else {
        rejected += 1
      }
    }

    package var description: String {
      "gecerli=\(valid) verilen=\(issued) reddedilen=\(rejected)"
    }
  }

  private static let first = Token("a1", serial: 1)
  private static let second = Token("a2", serial: 2)

  static let lesson = Lesson(
    "Kimlik Doğrulama", .network,
    rows: [
      .main("son-yazan-kazanir") {
        Trial(
          from: Vault(),
          a: { $0.store(first, rule: .lastWins) }, b: { $0.store(second, rule: .lastWins) })
      },
      .main("buyuk-damga-kazanir") {
        Trial(
          from: Vault(),
          a: { $0.store(first, rule: .newerWins) }, b: { $0.store(second, rule: .newerWins) })
      },
      .limiting("belirtec-donusumu") { Trial(from: Issuer(), a: { $0.redeem("r1") }) },
    ])
}
