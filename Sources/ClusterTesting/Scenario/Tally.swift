import ClusterChecker
import ClusterCore

/// Counts runs, what happened in them, and what was met in none of them.
struct Tally {
  private(set) var runs = 0
  /// Calls of clients that threw.
  private(set) var thrown = 0
  /// Lines of the scenario's own schedule that came to nothing in every run, in its order.
  private(set) var unused: [String] = []
  private var happened: [Happening: Int] = [:]
  private var judged: Set<String> = []

  mutating func note(_ run: TestedRun) {
    let lines = Set(run.judged.outcome.unused.lines)
    unused = (runs == 0 ? run.scenario.aimed.lines : unused).filter(lines.contains)
    runs += 1
    thrown += run.remarks.count
    happened.merge(run.judged.checker.happenings) { $0 + $1 }
    judged.formUnion(run.results.filter { $0.verdict != .notJudged }.map(\.name.rawValue))
  }

  /// Of these checks, those that had something to judge in no run.
  func neverJudged(of names: [String]) -> [String] { names.filter { !judged.contains($0) } }

  var verification: Verification {
    let named = happened.map { ($0.key.rawValue, $0.value) }
    return Verification(
      runs: runs, happened: Dictionary(uniqueKeysWithValues: named), thrown: thrown)
  }
}
