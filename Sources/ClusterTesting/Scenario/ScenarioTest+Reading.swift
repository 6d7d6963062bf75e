import ClusterCore
import ClusterEngine
import ClusterReport
import Foundation

extension ScenarioTest {
  /// The scenario as it is to be run; what cannot be meant is told as `cluster` tells it.
  func scenario() throws(TestFailure) -> Scenario {
    var scenario = try read()
    for client in clients {
      try check(client, in: scenario)
      // It is in the test's hands, whatever program the file names.
      scenario.devices.indices.filter { scenario.devices[$0].id == NodeID(client.device) }
        .forEach { scenario.devices[$0].command = nil }
    }
    if let foreign = scenario.devices.first(where: { $0.command != nil }) {
      throw TestFailure(
        what: "\(foreign.id) is a program of its own, and a test starts no process",
        cause: "the scenario gives it a \"command\"",
        next: "run it with `cluster run`, or give the test a client for it")
    }
    guard weather == .hostile else { return scenario }
    guard scenario.isHostileAllowed else {
      throw TestFailure(
        what: "\(scenario.name) is not to be run in hostile weather",
        cause: "its file says \"hostile\": false",
        next: "leave the weather as it is written")
    }
    return HostileWeather.added(to: scenario)
  }

  private func read() throws(TestFailure) -> Scenario {
    switch source {
    case .file(let path, let variant):
      let bytes: [UInt8]
      do {
        bytes = Array(try Data(contentsOf: URL(filePath: path)))
      } catch {
        throw TestFailure(
          what: "\(path) cannot be read: \(error.localizedDescription)",
          cause: "the name is wrong, or seen from another folder than the test runs in",
          next: "begin the path with the test's own #filePath, or use a resource's URL")
      }
      return try parse(bytes, named: path, variant)
    case .json(let text, let variant):
      return try parse(Array(text.utf8), named: "the scenario", variant)
    case .built(let scenario):
      return try parse(scenario)
    }
  }

  /// What is wrong is told by its key: nobody wrote the lines that are read here.
  private func parse(_ built: TestScenario) throws(TestFailure) -> Scenario {
    do throws(FormatError) {
      return try ScenarioFile(Array(built.json.utf8)).scenario(nil)
    } catch {
      let key = error.path.isEmpty ? "" : ", \(error.path)"
      throw TestFailure(
        what: "\(built.name)\(key): \(error.problem)", cause: "allowed here: \(error.allowed)",
        next: "correct the TestScenario")
    }
  }

  private func parse(
    _ bytes: [UInt8], named name: String, _ variant: String?
  ) throws(TestFailure) -> Scenario {
    do throws(FormatError) {
      return try ScenarioFile(bytes).scenario(variant.map { VariantName($0) })
    } catch {
      let message = UserMessage(error, file: name, bytes: bytes)
      throw TestFailure(what: message.what, cause: message.cause, next: "correct it")
    }
  }

  private func check(_ client: Client, in scenario: Scenario) throws(TestFailure) {
    let names = scenario.devices.map(\.id.string)
    guard let device = scenario.device(NodeID(client.device)) else {
      throw TestFailure(
        what: "\(scenario.name) has no device \"\(client.device)\" for a client to be",
        cause: Suggestion.among(names, for: client.device),
        next: "name one of the scenario's devices")
    }
    guard device.home == device.id else {
      throw TestFailure(
        what: "\(client.device) shares its store with other actors of \(device.home)",
        cause: "a client of yours is a whole device",
        next: "give the device no \"actors\"")
    }
    guard clients.count(where: { $0.device == client.device }) == 1 else {
      throw TestFailure(
        what: "\(client.device) has two clients", cause: "client(_:_:) was called twice for it",
        next: "call it once")
    }
  }
}

extension TestFailure {
  /// Three lines. The test library writes "error" in front of them itself.
  init(what: String, cause: String, next: String) {
    let parts = [what, "  cause: " + cause, "  next:  " + next]
    self.init(parts.map { TextStyle.ofMessages.safe($0) }.joined(separator: "\n"))
  }
}
