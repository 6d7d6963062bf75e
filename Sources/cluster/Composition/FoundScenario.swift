import ClusterCore
import ClusterEngine
import ClusterTransport

/// A run that a search found to fail, on its way to an ordinary scenario file.
struct FoundScenario {
  /// The scenario that was searched.
  let origin: Scenario
  /// The run, with all that is settled of it.
  let setup: RunSetup
  let failures: [CheckResult]
  /// What tells it from the others that the search found.
  let label: String

  /// Writes it below the store and gives its path; a file that stands there stays as it is.
  func keep(in store: String) throws -> String {
    let names = failures.map(\.name.rawValue)
    let file = ScenarioWriter(setup.scenario).file(
      name: "\(origin.name)-\(origin.variant)-\(label)",
      about: "Found by a search: \(failures.first?.explanation ?? "")",
      schedule: setup.schedule, isWeatherOff: true, failing: names)
    let folder = "\(store)/\(origin.name)/explore"
    let moved = DeviceCommands.moved(file, of: origin, to: try Files.makeFolder(folder))
    return try Files.keep(
      Array((moved.pretty() + "\n").utf8), in: folder,
      named: "\(origin.variant)-\(label)-\(names.joined(separator: "+"))")
  }
}
