import ClusterCore
import Testing

@testable import ClusterEngine

/// What a run keeps of requests, whose number grows with its length.
@Suite struct AttemptTests {
  /// A device asks every ten seconds, its limit for an answer.
  private func run(links: String) throws -> Run {
    let entries = (1...200).map { Sample.sync("s\($0)", at: "\($0 * 10)s", "phone") }
    let scenario = try Sample.scenario(links: links, timeline: entries)
    let setup = RunSetup(scenario, seed: Seed(3))
    var run = Run(setup, hosts: MemoryHost.all(of: scenario)) { _ in }
    try run.start()
    let outcome = try run.run()
    #expect(outcome.reason == .quiet)
    return run
  }

  @Test(arguments: ["{}", #"{"default": {"loss": 0.3, "duplicate": 0.3}}"#])
  func anAttemptIsForgottenWhenNothingMoreCanComeOfIt(links: String) throws {
    let run = try run(links: links)
    #expect(run.steps > 400)
    #expect(run.openAttempts == 0)
    // Those of the last seconds, whose limit had not come when the run was quiet.
    #expect(run.attempts.values.allSatisfy { !$0.isDue })
    #expect(run.attempts.count < 10)
  }
}
