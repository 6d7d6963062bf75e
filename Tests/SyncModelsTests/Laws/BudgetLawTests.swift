import SyncModels
import Testing

@Suite("Law: a budget never falls below 0")
struct BudgetLawTests {
  struct Spending {}

  typealias BudgetLaw = Law<Int, Spending, Int>

  private let law = BudgetLaw.eachStep(
    start: { $0.number(-2...6) },
    operation: { _ in Spending() },
    holds: { before, _, after in before >= 0 && after == (before == 0 ? 0 : before - 1) })

  @Test("holds for the budget of the lesson on retry", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let budget: BudgetLaw.Model = behaviour(
      from: { RetryLesson.Budget($0) },
      apply: { budget, _ in budget.spend() },
      seen: \.left)
    #expect(await law.counterexample(to: budget, seed: seed) == nil)
  }

  @Test("fails for a budget without a floor", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let bottomless: BudgetLaw.Model = behaviour(
      from: { max(0, $0) }, apply: { left, _ in left -= 1 }, seen: { $0 })
    #expect(await law.counterexample(to: bottomless, seed: seed) != nil)
  }
}
