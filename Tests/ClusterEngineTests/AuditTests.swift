import ClusterChecker
import ClusterCore
import Testing

@testable import ClusterEngine

/// The checks themselves, measured on faults that are planted on purpose.
@Suite struct AuditTests {
  /// One fault in so many is measured here, since `AuditCommandTests` has the tool measure every
  /// one; all of them with `CLUSTER_FULL=1`, and then every check has to see one.
  private static let pace = Extent.isFull ? 1 : 5

  @Test func everyFaultIsSeenAndEveryCheckSeesOne() throws {
    var correct = Audit.CorrectVersions()
    let faults = stride(from: 0, to: PlantedFault.all.count, by: Self.pace).map {
      PlantedFault.all[$0]
    }
    let rows = try faults.flatMap { try Audit.measure($0, beside: &correct) }
    #expect(rows.defects(isWhole: Extent.isFull) == [])
  }

  @Test func faultsAreNamedByTheirPlaces() {
    let names = PlantedFault.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 40)
    for place in PlantedFault.Place.allCases {
      #expect(PlantedFault.all.count { $0.place == place } >= 5, "\(place)")
    }
    for fault in PlantedFault.all { #expect(!fault.seenBy.isEmpty, "\(fault.name)") }
  }

  /// Only the unseeded chance may need a second run.
  @Test func oneFaultAloneNeedsTwoRuns() {
    let twice = PlantedFault.all.filter { $0.seenBy.contains(.deterministic) }
    #expect(twice.map(\.name) == ["link-unseeded-chance"])
  }

  @Test func aFaultWithoutEffectIsADefectOfTheAudit() throws {
    let idle = PlantedFault(
      .device, "nothing", "Nothing is done wrong.", in: .notes, seenBy: [.settled]
    ) { _ in }
    var correct = Audit.CorrectVersions()
    #expect(
      try Audit.measure(idle, beside: &correct).defects(isWhole: false) == [
        "settled does not see device-nothing", "no check sees device-nothing",
      ])
  }

  @Test func aCheckThatAccusesACorrectVersionIsADefect() throws {
    let name = CheckName.settled
    let failed = CheckResult(name: name, verdict: .fail, witnesses: 1)
    let rows = [
      AuditRow(check: name, fault: "f", onCorrect: failed, onFaulty: failed, isNamed: true)
    ]
    #expect(
      rows.defects(isWhole: false) == ["settled accuses the correct version of f"])
  }

  @Test func aSecondRunIsNoExcuse() {
    func result(_ name: CheckName, _ verdict: Verdict) -> CheckResult {
      CheckResult(name: name, verdict: verdict, witnesses: 1)
    }
    let rows = [
      AuditRow(
        check: .settled, fault: "f", onCorrect: result(.settled, .pass),
        onFaulty: result(.settled, .pass), isNamed: true),
      AuditRow(
        check: .deterministic, fault: "f", onCorrect: result(.deterministic, .pass),
        onFaulty: result(.deterministic, .fail), isNamed: false),
    ]
    #expect(rows.defects(isWhole: false).contains("no check sees f"))
  }

  /// A check that loses its witnesses on the correct version measures nothing.
  @Test func aCheckThatDoesNotRunSeesNothing() {
    let rows = [
      AuditRow(
        check: .settled, fault: "f",
        onCorrect: CheckResult(name: .settled, verdict: .notJudged, witnesses: 0),
        onFaulty: CheckResult(name: .settled, verdict: .fail, witnesses: 1), isNamed: true)
    ]
    #expect(
      rows.defects(isWhole: false) == ["settled does not see f", "no check sees f"])
  }

  /// The hooks change nothing where nothing is planted.
  @Test func aRunWithAnEmptyPlantIsTheRunWithout() throws {
    let exercises: [Exercise] = [.notes, .kills, .sessions, .badges, .files]
    for exercise in exercises {
      let setup = try exercise.setup()
      var encoder = TraceEncoder()
      _ = try setup.run(with: Plant()) { encoder.combine($0) }
      #expect(encoder.hash == (try RecordedRun(setup).hash))
    }
  }
}
