import ClusterCore
import ClusterEngine
import Foundation
import Testing

@Test func smoke() throws {
  let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "cluster.json")
  let file = try ScenarioFile(Array(Data(contentsOf: url)))
  let scenario = try file.scenario(VariantName(ProcessInfo.processInfo.environment["V"] ?? "sound"))
  let seed = Seed(UInt64(ProcessInfo.processInfo.environment["S"] ?? "1")!)
  let hosts = Dictionary(
    uniqueKeysWithValues: scenario.devices.map { ($0.id, MemoryHost() as any DeviceHost) })
  var run = Run(RunSetup(scenario, seed: seed), hosts: hosts) { print($0.json) }
  let outcome = try run.run()
  for line in outcome.schedule.lines { print(line) }
  print(outcome.reason, outcome.steps, outcome.unusedFates)
}
