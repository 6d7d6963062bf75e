import ClusterChecker
import ClusterCore

/// One check measured on a correct version and on a faulty one.
package struct AuditRow: Sendable {
  package let check: CheckName
  /// The planted fault, or the naive variant: `records/lost-answer last-arrival`.
  package let fault: String
  package let onCorrect: CheckResult
  package let onFaulty: CheckResult
  /// Whether the fault is there for this check to see.
  package let isNamed: Bool

  /// The check passes the correct version and fails the faulty one.
  package var discriminates: Bool { onCorrect.verdict == .pass && onFaulty.verdict == .fail }

  /// The check fails a correct version.
  package var accuses: Bool { onCorrect.verdict == .fail || onCorrect.verdict == .unknown }
}

/// The measure of the checks themselves: each is run on correct versions and on faulty ones.
package enum Audit {
  /// What every check says of exercises without a fault, each run once however many faults are
  /// measured on it.
  package struct CorrectVersions {
    private var results: [Exercise: [CheckResult]] = [:]

    package init() {}

    fileprivate mutating func results(
      of exercise: Exercise, _ setup: RunSetup
    ) throws -> [CheckResult] {
      if let known = results[exercise] { return known }
      let found = try Audit.results(of: setup) { Plant() }
      results[exercise] = found
      return found
    }
  }

  /// Every check, on the exercise of a fault and on that exercise with the fault.
  package static func measure(
    _ fault: PlantedFault, beside correct: inout CorrectVersions
  ) throws -> [AuditRow] {
    let setup = try fault.exercise.setup()
    let faulty = try results(of: setup, with: fault.plant)
    return rows(
      of: fault.name, try correct.results(of: fault.exercise, setup), faulty, named: fault.seenBy)
  }

  /// The checks that a naive variant must fail, on it and on a sibling that passes them; and on
  /// every sound variant whatever check accuses it.
  ///
  /// - Parameter file: names the scenario in what is printed.
  package static func measure(_ scenarios: [Scenario], file: String) throws -> [AuditRow] {
    let judged = try scenarios.map { scenario in
      (scenario, try JudgedRun.inMemory(RunSetup(scenario)).checker.results())
    }
    // What fails with some seed only is neither a correct version nor a faulty one.
    let sound = judged.filter { $0.0.expect.fail.isEmpty && $0.0.expect.sometimes.isEmpty }
    var rows: [AuditRow] = []
    for (scenario, faulty) in judged where !scenario.expect.fail.isEmpty {
      for result in faulty where scenario.expect.fail.contains(result.name.rawValue) {
        let siblings = (sound + judged).lazy.compactMap { other in
          other.1.first { $0.name == result.name && $0.verdict == .pass }
        }
        rows.append(
          AuditRow(
            check: result.name, fault: "\(file) \(scenario.variant)",
            onCorrect: siblings.first
              ?? CheckResult(name: result.name, verdict: .notJudged, witnesses: 0),
            onFaulty: result, isNamed: true))
      }
    }
    for (scenario, results) in sound {
      for result in results where result.verdict == .fail || result.verdict == .unknown {
        rows.append(
          AuditRow(
            check: result.name, fault: "\(file) \(scenario.variant)", onCorrect: result,
            onFaulty: result, isNamed: false))
      }
    }
    return rows
  }

  private static func rows(
    of fault: String, _ correct: [CheckResult], _ faulty: [CheckResult], named: [CheckName]
  ) -> [AuditRow] {
    CheckName.allCases.compactMap { name in
      guard let before = correct.first(where: { $0.name == name }),
        let after = faulty.first(where: { $0.name == name })
      else { return nil }
      return AuditRow(
        check: name, fault: fault, onCorrect: before, onFaulty: after,
        isNamed: named.contains(name))
    }
  }

  /// What every check says, `deterministic` by a second run.
  private static func results(
    of setup: RunSetup, with plant: () -> Plant
  ) throws -> [CheckResult] {
    let (results, hash) = try run(setup, plant())
    let (_, again) = try run(setup, plant())
    return results + [
      CheckResult(
        name: .deterministic, verdict: hash == again ? .pass : .fail, witnesses: 1,
        explanation: hash == again ? "" : "two runs of one seed differ")
    ]
  }

  private static func run(
    _ setup: RunSetup, _ plant: Plant
  ) throws -> (results: [CheckResult], hash: StableHash) {
    var checker = plant.checker(of: setup)
    var encoder = TraceEncoder()
    _ = try setup.run(with: plant) { event in
      checker.observe(event)
      encoder.combine(event)
    }
    return (checker.results(), encoder.hash)
  }
}

extension [AuditRow] {
  /// What does not hold of the measure, in sentences; empty where it holds.
  ///
  /// - Parameter isWhole: whether all faults were measured, so that every check must see one.
  package func defects(isWhole: Bool) -> [String] {
    var defects: [String] = []
    for row in self where row.accuses {
      defects.append("\(row.check.rawValue) accuses the correct version of \(row.fault)")
    }
    for row in self where row.isNamed && !row.accuses && !row.discriminates {
      defects.append("\(row.check.rawValue) does not see \(row.fault)")
    }
    for fault in faults where !isSeen(fault) { defects.append("no check sees \(fault)") }
    guard isWhole else { return defects }
    for check in CheckName.allCases
    where !contains(where: { $0.check == check && $0.discriminates }) {
      defects.append("\(check.rawValue) sees no fault at all")
    }
    return defects
  }

  /// In the order of their first rows.
  private var faults: [String] {
    var known: Set<String> = []
    return map(\.fault).filter { known.insert($0).inserted }
  }

  /// A second run shows what none of the checks can see; it is no excuse for any other fault.
  private func isSeen(_ fault: String) -> Bool {
    let rows = filter { $0.fault == fault && !$0.accuses }
    let needsTwice = rows.filter(\.isNamed).allSatisfy { $0.check == .deterministic }
    return rows.isEmpty
      || rows.contains { $0.discriminates && ($0.check != .deterministic || needsTwice) }
  }
}
