import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// A schedule that is kept with a bug report has to outlive changes that have nothing to do with
/// the bug; where it does not, the run says which lines are void.
@Suite struct StoredScheduleTests {
  /// A scenario by its parts, so that a change is one assignment.
  struct Parts {
    var devices = ["phone", "tablet", "laptop"]
    var timeout = "10s"
    var policy = "\"sound\""
    var links = Sample.stormy
    var cloud: [String: String] = ["rule": "\"lastArrival\""]
    var records = "\"note-1\": {\"title\": \"old\"}"
    var calm = "30s"
    var limits = "{}"
    var timeline = [
      Sample.write("a", at: "1s", "phone", "one"),
      Sample.write("b", at: "2s", "tablet", "two"),
      Sample.write("c", at: "3s", "laptop", "three", field: "theme"),
      Sample.write("d", at: "7s", "phone", "four"),
      Sample.write("e", at: "7500ms", "tablet", "five"),
      Sample.write("f", at: "8s", "laptop", "six", field: "theme"),
    ]

    mutating func replace(_ id: String, with entry: String?) {
      timeline = timeline.compactMap { $0.contains("\"id\": \"\(id)\"") ? entry : $0 }
    }

    mutating func add(_ entry: String) { timeline.append(entry) }

    func scenario() throws -> Scenario {
      let devices = devices.map { name in
        "{\"name\": \"\(name)\", \"timeout\": \"\(timeout)\", \"policy\": \(policy)}"
      }
      let cloud = cloud.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      let text = """
        {"format": 1, "name": "stored", "devices": [\(devices.joined(separator: ","))],
         "links": \(links), "cloud": {\(cloud.joined(separator: ","))},
         "start": {"records": {\(records)}}, "limits": \(limits), "calm": {"at": "\(calm)"},
         "timeline": [\(timeline.joined(separator: ","))],
         "expect": {"pass": ["newest-wins"]}}
        """
      return try ScenarioFile(Array(text.utf8)).scenario()
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout Parts) -> Void

    init(_ description: String, _ make: @escaping @Sendable (inout Parts) -> Void) {
      testDescription = description
      self.make = make
    }
  }

  private static func note(_ id: String, at: String, _ device: String) -> String {
    """
    {"id": "\(id)", "at": "\(at)", "device": "\(device)", "write": {"note-2": {"text": "\(id)"}}}
    """
  }

  static let changes: [Change] = [
    Change("an entry of the phone added") { $0.add(note("x1", at: "500ms", "phone")) },
    Change("an entry of the tablet added") { $0.add(note("x2", at: "4s", "tablet")) },
    Change("an entry of the laptop added") { $0.add(note("x3", at: "9s", "laptop")) },
    Change("an entry at the end added") { $0.add(note("x4", at: "20s", "phone")) },
    Change("a sync added") { $0.add(Sample.sync("x5", at: "6s", "laptop")) },
    Change("a partition of the laptop added") {
      $0.add(Sample.partition("x6", at: "12s", "laptop", traffic: "drop", for: "2s"))
    },
    Change("a device added") { $0.devices.append("watch") },
    Change("a field elsewhere renamed") {
      $0.replace("c", with: Sample.write("c", at: "3s", "laptop", "three", field: "colour"))
    },
    Change("a value elsewhere changed") {
      $0.replace("f", with: Sample.write("f", at: "8s", "laptop", "seven", field: "theme"))
    },
    Change("an entry elsewhere moved") {
      $0.replace("c", with: Sample.write("c", at: "3100ms", "laptop", "three", field: "theme"))
    },
    Change("an entry elsewhere removed") { $0.replace("f", with: nil) },
    Change("a shorter timeout") { $0.timeout = "9s" },
    Change("a longer timeout") { $0.timeout = "11s" },
    Change("another backoff") { $0.policy = #"{"retry": "always"}"# },
    Change("smaller pages") { $0.cloud["page"] = "50" },
    Change("a record at the start") { $0.records += ", \"note-9\": {\"title\": \"other\"}" },
    Change("a limit") { $0.limits = #"{"attempts": 40}"# },
    Change("a later calm") { $0.calm = "40s" },
    Change("worse weather") {
      $0.links = $0.links.split(separator: "0.1").joined(separator: "0.3")
    },
    Change("other tokens") { $0.cloud["tokens"] = #"{"accessLifetime": "2h"}"# },
  ]

  private struct Stored: Sendable {
    let schedule: Schedule
    let signature: String
  }

  /// Twenty runs of the naive cloud that failed, each with its schedule; run once for all changes.
  private static let stored = Result {
    let scenario = try Parts().scenario()
    var stored: [Stored] = []
    for seed: UInt64 in 1...400 where stored.count < 20 {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      guard let failure = run.checker.results().first(where: { $0.verdict == .fail }) else {
        continue
      }
      stored.append(Stored(schedule: run.outcome.schedule, signature: failure.signature))
    }
    return stored
  }

  /// How many of them still fail alike; one that does not has to name void lines.
  private static func stillFailing(_ stored: [Stored], after parts: Parts) throws -> Int {
    let scenario = try parts.scenario()
    var count = 0
    for one in stored {
      let run = try JudgedRun.inMemory(
        RunSetup(scenario, drawsWeather: false, added: one.schedule))
      if run.checker.results().contains(where: { $0.signature == one.signature }) {
        count += 1
      } else {
        let unused = run.outcome.unused
        #expect(!unused.isEmpty, "it fails no more, and every line applies")
      }
    }
    return count
  }

  @Test func thereAreTwentyChanges() { #expect(Self.changes.count == 20) }

  @Test(arguments: Extent.cases(changes))
  func mostSchedulesOutliveAChangeElsewhere(change: Change) throws {
    let stored = try Self.stored.get()
    #expect(stored.count == 20)
    var parts = Parts()
    change.make(&parts)
    let count = try Self.stillFailing(stored, after: parts)
    #expect(count >= 15, "\(count) of 20 still fail for the same reason")
  }

  @Test func mostSchedulesOutliveAllTwentyChanges() throws {
    var parts = Parts()
    for change in Self.changes { change.make(&parts) }
    let count = try Self.stillFailing(try Self.stored.get(), after: parts)
    #expect(count >= 15, "\(count) of 20 still fail for the same reason")
  }

  @Test func eachVoidLineIsNamed() throws {
    let text = """
      [{"message": "phone>cloud/save/zebra/1", "fate": []},
       {"timer": "phone/timer/retry/zebra/1", "jitter": "5ms"},
       {"resume": "phone.resume#9", "order": []},
       {"device": "phone", "kill": "system", "during": "zebra", "afterEffects": 1, "for": "1s"}]
      """
    var schedule = Schedule()
    for line in try JSONReader(try JSONParser.parse(Array(text.utf8))).elements() {
      #expect(try schedule.take(line))
    }
    let scenario = try Parts().scenario()
    let run = try JudgedRun.inMemory(RunSetup(scenario, drawsWeather: false, added: schedule))
    #expect(run.outcome.unused == schedule)
  }
}
