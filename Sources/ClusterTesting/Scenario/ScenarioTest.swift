import ClusterCore
import ClusterEngine
import Foundation

/// A scenario as one expectation: it holds in every run, or the test fails with the smallest run in
/// which it does not.
///
/// ```swift
/// @Test func twoTitlesConverge() throws {
///   try ScenarioTest(file: "Scenarios/two-titles.json").verify(seeds: 1...200)
/// }
/// ```
///
/// Runs are made in memory, one after the other; no process is started and no socket opened. A run
/// is a function of its scenario, its seed and, for your own client, of the client's code.
public struct ScenarioTest: Sendable {
  /// What is added to, or taken from, the weather that the scenario has.
  public enum Weather: Hashable, Sendable {
    /// Each link as the scenario says.
    case asWritten
    /// Loss and doubling of a tenth and up to 2 s of delay, on top of each link's own.
    case hostile
    /// Nothing is drawn: every message takes its link's least delay, and ready jobs run in the
    /// order in which they became ready. What the timeline settles still holds.
    case off
  }

  var source: Source
  var clients: [Client] = []
  var weather = Weather.asWritten
  var answerLimit = Swift.Duration.seconds(10)

  enum Source: Sendable {
    case file(String, variant: String?)
    case json(String, variant: String?)
    case built(TestScenario)
  }

  struct Client: Sendable {
    let device: String
    let make: ClientHost.Factory
  }

  /// A scenario file; it is read when the test is verified.
  ///
  /// - Parameter variant: one of the file's; left out, the file as it stands.
  public init(file path: String, variant: String? = nil) {
    source = .file(path, variant: variant)
  }

  public init(file url: URL, variant: String? = nil) {
    self.init(file: url.path(percentEncoded: false), variant: variant)
  }

  /// The text of a scenario file.
  public init(json: String, variant: String? = nil) {
    source = .json(json, variant: variant)
  }

  public init(_ scenario: TestScenario) {
    source = .built(scenario)
  }

  /// The same test with a client of your own as that device; the others are the cluster's.
  ///
  /// - Parameter make: makes the client of one launch of the app. It is called again after each
  ///   death, and finds what the store and the vault hold.
  public func client(
    _ device: String, _ make: @escaping @Sendable (ClientDevice) -> any SyncClient
  ) -> ScenarioTest {
    var test = self
    test.clients.append(Client(device: device, make: make))
    return test
  }

  public func weather(_ weather: Weather) -> ScenarioTest {
    var test = self
    test.weather = weather
    return test
  }

  /// The same test with another wall-clock limit for one event of a client; without it 10 s. It
  /// ends a client that does not give its thread back, and decides nothing else.
  public func answerLimit(_ limit: Swift.Duration) -> ScenarioTest {
    var test = self
    test.answerLimit = limit
    return test
  }
}

// MARK: Verifying

extension ScenarioTest {
  /// Runs the scenario under each seed.
  ///
  /// The seed decides the weather, what devices draw, and which of a client's ready jobs runs
  /// first. The first seed is run twice where there is a client, to see that it repeats.
  ///
  /// - Throws: ``TestFailure`` at the first run that is not as the scenario expects; at the end also
  ///   if what a fate of the scenario names was met in no run, or a check under `pass` had something
  ///   to judge in none.
  @discardableResult
  public func verify(seeds: ClosedRange<UInt64>) throws(TestFailure) -> Verification {
    try verify(.seeds(seeds))
  }

  /// Runs the scenario once.
  ///
  /// - Parameter seed: left out, the scenario's own; then what the scenario says is to happen
  ///   (`happened`) and which checks are to be judged counts too.
  @discardableResult
  public func verify(seed: UInt64? = nil) throws(TestFailure) -> Verification {
    try verify(seed.map { .seeds($0...$0) } ?? .own)
  }

  /// Runs every run with at most so many deviations from the one in which nothing goes wrong, the
  /// smallest first: messages lost, late or twice, devices killed in the middle of an event, and a
  /// client's ready jobs run out of turn.
  ///
  /// Something can deviate only before the calm, which begins with the last entry unless the
  /// scenario says when (`calm.at`).
  ///
  /// - Parameters:
  ///   - deviations: the number of runs grows with its power; 1 is a few hundred for a few devices.
  ///   - limit: after so many runs the search ends, and the test fails, since it claims them all.
  /// - Throws: ``TestFailure`` at the first run in which a check fails that is not to fail; where
  ///   checks are to fail, also if they do so in no run; and if what a fate of the scenario names
  ///   is met in none.
  @discardableResult
  public func verify(
    deviations: Int, limit: Int = 100_000
  ) throws(TestFailure) -> Verification {
    try verify(.deviations(max(0, deviations), limit: max(1, limit)))
  }

  /// Runs the scenario once, without weather, with these lines laid over its timeline: the one run
  /// that a failed search over deviations names in its message.
  ///
  /// - Parameter schedule: fates and kills as the scenario format writes them, such as
  ///   `{"message":"phone>cloud/save/milk/1","fate":[]}`.
  @discardableResult
  public func verify(schedule: [String]) throws(TestFailure) -> Verification {
    try verify(.schedule(schedule))
  }

  private func verify(_ extent: Verifier.Extent) throws(TestFailure) -> Verification {
    let watch = Watch(limit: answerLimit)
    let verifier = try Verifier(self, extent: extent, watch: watch)
    guard !clients.isEmpty else { return try verifier.verify().get() }
    let result: Result<Verification, TestFailure>
    do throws(ClientProblem) {
      result = try watch.run { verifier.verify() }
    } catch {
      throw TestFailure(error.lines.joined(separator: "\n"))
    }
    return try result.get()
  }
}

/// What was verified.
public struct Verification: Hashable, Sendable {
  /// How many runs were made, all of them as expected.
  public let runs: Int
  /// How often what happened in them all, by the names of the scenario format: `lostRequest`,
  /// `doubled`, `retried` and so on.
  public let happened: [String: Int]
  /// How many calls of your clients threw in them all: a launch, an action of the user, a push.
  public let thrown: Int
}
