import ClusterTesting
import Foundation
import Synchronization
import Testing

@Suite struct JobOrderTests {
  /// Writes down in which order two child tasks of one call ran.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private struct Twins: SyncClient {
    let device: ClientDevice
    let log: Log

    func perform(_ action: UserAction, intent: String) async throws {
      guard case .write = action else { return }
      let order = Log()
      await withTaskGroup { group in
        for name in ["a", "b"] { group.addTask { order.note(name) } }
      }
      log.note(order.all.joined())
      device.screen.show(.value(.text(order.all.joined())), of: "title", in: "note-1")
    }
  }

  private func orders(seeds: ClosedRange<UInt64>, _ weather: ScenarioTest.Weather) -> [String] {
    let log = Log()
    let scenario = TestScenario(
      "twins", devices: ["phone"],
      timeline: [.at(.seconds(1), "phone", .write("note-1", "title", "x"), id: "w")])
    let test = ScenarioTest(scenario).weather(weather).client("phone") { device in
      Twins(device: device, log: log)
    }
    for seed in seeds { _ = try? test.verify(seed: seed) }
    return log.all
  }

  @Test func twoReadyJobsRunInEitherOrder() {
    #expect(Set(orders(seeds: 1...8, .asWritten)) == ["ab", "ba"])
  }

  @Test func theSameSeedGivesTheSameOrder() {
    #expect(orders(seeds: 1...8, .asWritten) == orders(seeds: 1...8, .asWritten))
  }

  @Test func withoutWeatherTheyRunAsTheyBecameReady() {
    #expect(Set(orders(seeds: 1...8, .off)) == ["ab"])
  }
}

// MARK: As a counterexample

extension JobOrderTests {
  /// Shows an edit by one child task and clears the field by another: it matters which is first.
  private struct Careless: SyncClient {
    let device: ClientDevice

    func perform(_ action: UserAction, intent: String) async throws {
      guard case .write(let fields) = action, let field = fields.first else { return }
      let screen = device.screen
      await withTaskGroup { group in
        group.addTask { screen.show(nil, of: field.field, in: field.record) }
        group.addTask { screen.show(field.value, of: field.field, in: field.record) }
      }
    }
  }

  @Test func theOrderThatFailsStandsInTheSmallestScenario() throws {
    let scenario = TestScenario(
      "careless", devices: ["phone"],
      timeline: [.at(.seconds(1), "phone", .write("note-1", "title", "x"), id: "w")])
    let test = ScenarioTest(scenario).client("phone") { Careless(device: $0) }
    let failures = (UInt64(1)...8).compactMap { seed in
      failure(of: test, seed)
    }
    let own = try #require(failures.first { $0.message.contains("own-edits-show") })
    let json = try #require(own.scenarioJSON)
    #expect(json.contains("{\"jobs\": \"w\", \"picks\": [1]}"))
    let again = ScenarioTest(json: json).client("phone") { Careless(device: $0) }
    try again.weather(.off).verify()
  }

  @Test func aSearchTriesTheOtherOrderToo() throws {
    var scenario = TestScenario(
      "careless", devices: ["phone"],
      timeline: [.at(.seconds(1), "phone", .write("note-1", "title", "x"), id: "w")])
    scenario.calmAt = .seconds(5)
    // It sends nothing, which is not what this is about.
    scenario.expect.fail = ["converged", "no-lost-edit"]
    let told = try #require(throws: TestFailure.self) {
      try ScenarioTest(scenario).client("phone") { Careless(device: $0) }.verify(deviations: 1)
    }
    #expect(told.message.hasPrefix("careless, run 2 of those with up to 1 deviation, with "))
    #expect(told.message.contains("own-edits-show failed"))
    #expect(told.scenarioJSON?.contains("{\"jobs\": \"w\", \"picks\": [1]}") == true)
  }

  private func failure(of test: ScenarioTest, _ seed: UInt64?) -> TestFailure? {
    do throws(TestFailure) {
      try test.verify(seed: seed)
      return nil
    } catch {
      return error
    }
  }
}
