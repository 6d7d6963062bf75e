import SyncModels
import Testing

@Suite("Law: the vault refuses an equal serial")
struct VaultLawTests {
  typealias Token = TokensLesson.Token

  typealias VaultLaw = Law<Token?, Token, Token?>

  private let law = VaultLaw.eachStep(
    start: { $0.chance() ? Self.draw(&$0) : nil },
    operation: Self.draw,
    holds: { before, arriving, after in
      guard let before else { return after == arriving }
      return after == (arriving.serial > before.serial ? arriving : before)
    })

  private static func draw(_ generator: inout SeededGenerator) -> Token {
    Token(generator.name(), serial: generator.number(1...5))
  }

  @Test("holds for a vault in which newer wins", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let vault: VaultLaw.Model = behaviour(
      from: { TokensLesson.Vault($0) },
      apply: { $0.store($1, rule: .newerWins) },
      seen: \.token)
    #expect(await law.counterexample(to: vault, seed: seed) == nil)
  }

  @Test("fails for a vault that takes an equal serial", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let takingEqual: VaultLaw.Model = behaviour(
      from: { $0 },
      apply: { held, arriving in
        if let token = held, arriving.serial < token.serial { return }
        held = arriving
      },
      seen: { $0 })
    #expect(await law.counterexample(to: takingEqual, seed: seed) != nil)
  }
}
