import ClusterCore
import ClusterEngine
import Foundation

/// How far the tests that search and draw go.
enum Extent {
  /// Whether as far as `.ci/run` has them go; else they stop sooner.
  static let isFull = ProcessInfo.processInfo.environment["CLUSTER_FULL"] == "1"

  /// Seeds from the first: so many as `.ci/run` takes, else an eighth of them.
  static func seeds(_ count: UInt64) -> ClosedRange<UInt64> {
    1...(isFull ? count : (count + 7) / 8)
  }

  /// Of cases that are alike, all of them or every other one.
  static func cases<Case>(_ all: [Case]) -> [Case] {
    all.enumerated().filter { isFull || $0.offset % 2 == 0 }.map(\.element)
  }
}

/// A finished run in memory, with all its events.
struct RecordedRun {
  let events: [TraceEvent]
  let outcome: RunOutcome

  var hash: StableHash {
    var encoder = TraceEncoder()
    for event in events { encoder.combine(event) }
    return encoder.hash
  }

  var steps: [Step] { events.compactMap(\.step) }

  /// What was delivered to whom, in order.
  var deliveries: [String] { steps.map { "\($0.node) \($0.name)" } }

  init(_ setup: RunSetup) throws {
    var events: [TraceEvent] = []
    var run = Run(setup, hosts: MemoryHost.all(of: setup.scenario)) { events.append($0) }
    try run.start()
    outcome = try run.run()
    self.events = events
  }
}

/// Builds a scenario from the parts that a test is about.
enum Sample {
  static let stormy =
    #"{"default": {"delay": {"uniform": ["20ms", "400ms"]}, "loss": 0.1, "duplicate": 0.1}}"#

  static func scenario(
    devices: [String] = ["phone", "tablet"], links: String = "{}", cloud: String = "{}",
    start: String = "{}", calm: String = "{}", policy: String = "\"sound\"",
    timeline: [String]
  ) throws -> Scenario {
    let devices = devices.map { name in
      "{\"name\": \"\(name)\", \"timeout\": \"10s\", \"policy\": \(policy)}"
    }
    let text = """
      {"format": 1, "name": "sample", "devices": [\(devices.joined(separator: ","))],
       "links": \(links), "cloud": \(cloud), "start": \(start), "calm": \(calm),
       "timeline": [\(timeline.joined(separator: ","))]}
      """
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  static func write(
    _ id: String, at: String, _ device: String, _ value: String, field: String = "title"
  ) -> String {
    """
    {"id": "\(id)", "at": "\(at)", "device": "\(device)",
     "write": {"note-1": {"\(field)": "\(value)"}}}
    """
  }

  static func sync(_ id: String, at: String, _ device: String) -> String {
    "{\"id\": \"\(id)\", \"at\": \"\(at)\", \"device\": \"\(device)\", \"sync\": true}"
  }

  static func partition(
    _ id: String, at: String, _ device: String, traffic: String, for length: String
  )
    -> String
  {
    """
    {"id": "\(id)", "at": "\(at)", "partition": ["\(device)"], "traffic": "\(traffic)",
     "for": "\(length)"}
    """
  }
}
