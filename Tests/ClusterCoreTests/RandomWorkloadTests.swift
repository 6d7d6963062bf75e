import ClusterCore
import Testing

/// What a file says of a random workload, and what is drawn of it.
@Suite struct RandomWorkloadTests {
  static func scenario(
    _ random: String, devices: String = #"[{"name": "phone"}, {"name": "tablet"}]"#,
    more: String = ""
  ) throws -> Scenario {
    let text = """
      {"format": 1, "name": "drawn", "devices": \(devices), "random": \(random)\(more)}
      """
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  private static func refusal(_ random: String, more: String = "") throws -> FormatError {
    do {
      _ = try scenario(random, more: more)
    } catch let error as FormatError {
      return error
    }
    throw NotRefused()
  }

  private struct NotRefused: Error {}

  private static func timeline(_ scenario: Scenario, seed: UInt64) -> [Entry] {
    scenario.resolved(seed: Seed(seed)).timeline
  }

  // MARK: The file

  @Test func `what is left out is sixty seconds, three records, everything that fits`() throws {
    let random = try #require(try Self.scenario(#"{"operations": 40}"#).random)
    #expect(random.length == .seconds(60))
    #expect(random.records == 3)
    #expect(random.faultCount == 6)
    #expect(random.isSwarm)
    #expect(random.kinds == RandomWorkload.Kind.allCases)
    // Nobody's store is made to survive a loss of power.
    #expect(random.faults == RandomWorkload.Fault.allCases.filter { $0 != .power })
  }

  @Test(arguments: [
    (#"{}"#, "random"), (#"{"operations": 0}"#, "random.operations"),
    (#"{"operations": 10001}"#, "random.operations"),
    (#"{"operations": 5, "opps": 1}"#, "random.opps"),
    (#"{"operations": 5, "for": "999ms"}"#, "random.for"),
    (#"{"operations": 5, "for": 60}"#, "random.for"),
    (#"{"operations": 5, "records": 0}"#, "random.records"),
    (#"{"operations": 5, "kinds": []}"#, "random.kinds"),
    (#"{"operations": 5, "kinds": ["wrote"]}"#, "random.kinds[0]"),
    (#"{"operations": 5, "kinds": ["write", "write"]}"#, "random.kinds[1]"),
    (#"{"operations": 5, "kinds": ["rollback"]}"#, "random.kinds[0]"),
    (#"{"operations": 5, "faults": ["power"]}"#, "random.faults[0]"),
    (#"{"operations": 5, "faults": [], "faultCount": 2}"#, "random.faultCount"),
    (#"{"operations": 5, "swarm": "yes"}"#, "random.swarm"),
  ])
  func `what cannot be meant is refused where it stands`(random: String, path: String) throws {
    let error = try Self.refusal(random)
    #expect(error.path == path)
    #expect(!error.problem.isEmpty && !error.allowed.isEmpty)
  }

  @Test func `a remove is refused where sets only grow, and left out if nothing is named`() throws {
    let union = #", "cloud": {"sets": "union"}"#
    let error = try Self.refusal(#"{"operations": 5, "kinds": ["remove"]}"#, more: union)
    #expect(error.problem.contains("union"))
    let random = try Self.scenario(#"{"operations": 5}"#, more: union).random
    #expect(random?.kinds.contains(.remove) == false)
  }

  @Test func `it may not go on past the calm`() throws {
    let error = try Self.refusal(
      #"{"operations": 5, "for": "30s"}"#, more: #", "calm": {"at": "20s"}"#)
    #expect(error.path == "calm")
    #expect(error.problem.contains("30s") && error.allowed.contains("20s"))
  }

  @Test func `fields of the timeline must be of the kind that is drawn`() throws {
    let error = try Self.refusal(
      #"{"operations": 5}"#, more: #", "start": {"records": {"note-2": {"tags": "one"}}}"#)
    #expect(error.problem.contains("note-2.tags"))
  }

  @Test(arguments: ["r1-write", "f12-kill", "q3-resolve"])
  func `an id that is given to what is drawn is taken`(id: String) throws {
    let entry = #"{"id": "\#(id)", "at": "1s", "device": "phone", "sync": true}"#
    let error = try Self.refusal(#"{"operations": 5}"#, more: #", "timeline": [\#(entry)]"#)
    #expect(error.problem.contains(id))
  }

  @Test(arguments: ["r1", "r-1", "rest", "x1-write", "r1write"])
  func `an id that only looks alike is not`(id: String) throws {
    let entry = #"{"id": "\#(id)", "at": "1s", "device": "phone", "sync": true}"#
    _ = try Self.scenario(#"{"operations": 5}"#, more: #", "timeline": [\#(entry)]"#)
  }

  // MARK: Drawing

  @Test func `a seed draws the same each time, and another seed something else`() throws {
    let scenario = try Self.scenario(#"{"operations": 50, "faultCount": 10}"#)
    for seed: UInt64 in 1...20 {
      let timeline = Self.timeline(scenario, seed: seed)
      #expect(timeline == Self.timeline(scenario, seed: seed))
      #expect(timeline != Self.timeline(scenario, seed: seed + 1))
    }
  }

  @Test func `there is as much as was asked for, in its time and under its ids`() throws {
    let scenario = try Self.scenario(
      #"{"operations": 50, "faultCount": 10, "for": "20s"}"#,
      more: #", "timeline": [{"at": "5s", "device": "phone", "sync": true}]"#)
    for seed: UInt64 in 1...20 {
      let timeline = Self.timeline(scenario, seed: seed)
      let liftings = timeline.count { $0.id.string.hasSuffix("-over") }
      #expect(timeline.count == 61 + liftings)
      #expect(Set(timeline.map(\.id)).count == timeline.count)
      #expect(timeline.map(\.at) == timeline.map(\.at).sorted())
      #expect(timeline.allSatisfy { $0.end <= Instant.start + .seconds(20) })
    }
  }

  @Test func `each run draws which kinds and faults it uses`() throws {
    let scenario = try Self.scenario(#"{"operations": 200, "faultCount": 60}"#)
    var uses: Set<WorkloadDrawing.Use> = []
    for seed: UInt64 in 1...40 {
      let use = try #require(scenario.drawing(seed: Seed(seed))).use
      uses.insert(use)
      let words = Self.timeline(scenario, seed: seed).map { entry in
        String(entry.id.string.split(separator: "-")[1])
      }
      let allowed = use.kinds.map(\.rawValue) + use.faults.map(\.rawValue)
      #expect(Set(words).isSubset(of: allowed))
      #expect(use.kinds.count < RandomWorkload.Kind.allCases.count)
    }
    #expect(uses.count == 40)
    let all = try Self.scenario(#"{"operations": 200, "faultCount": 60, "swarm": false}"#)
    let use = try #require(all.drawing(seed: Seed(1))).use
    #expect(use.kinds == RandomWorkload.Kind.allCases)
  }

  /// What the new kind does not take stays as it is, to its last value.
  @Test func `a kind more takes operations and changes none of the others`() throws {
    let few = try Self.scenario(
      #"{"operations": 60, "kinds": ["write", "add", "call"], "faults": ["kill"], "swarm": false}"#)
    let more = try Self.scenario(
      #"{"operations": 60, "kinds": ["write", "add", "call", "search"], "faults": ["kill", "suspend"], "swarm": false}"#
    )
    for seed: UInt64 in 1...10 {
      let before = Self.timeline(few, seed: seed)
      let after = Self.timeline(more, seed: seed)
      let new = after.filter { entry in
        entry.id.string.hasSuffix("-search") || entry.id.string.hasSuffix("-suspend")
      }
      #expect(!new.isEmpty && new.count < after.count / 2)
      #expect(after.filter { !new.contains($0) }.allSatisfy(before.contains))
    }
  }

  @Test func `no workload rolls the cloud back, purges it or installs an app anew`() throws {
    let words =
      RandomWorkload.Kind.allCases.map(\.rawValue)
      + RandomWorkload.Fault.allCases.map(\.rawValue)
    #expect(!words.contains { ["rollback", "purge", "snapshot", "reinstall"].contains($0) })
  }

  @Test func `a user answers what is asked only on a device that asks`() throws {
    let devices = #"[{"name": "phone", "policy": {"onConflict": "askUser"}}, {"name": "tablet"}]"#
    let asking = try Self.scenario(#"{"operations": 30}"#, devices: devices)
    let others = try Self.scenario(#"{"operations": 30}"#)
    let answers = Self.timeline(asking, seed: 3).filter { $0.id.string.hasPrefix("q") }
    #expect(answers.count == 8)
    #expect(answers.last?.at == Instant.start + .seconds(60))
    for case .operation(let operation, let device) in answers.map(\.action) {
      guard case .resolveAll = operation else {
        Issue.record("\(operation)")
        continue
      }
      #expect(device == "phone")
    }
    let rest = Self.timeline(asking, seed: 3).filter { !answers.contains($0) }
    #expect(rest == Self.timeline(others, seed: 3))
  }

  // MARK: The resolved scenario

  @Test func `the resolved source is an ordinary file with the same timeline`() throws {
    let devices =
      #"[{"name": "phone", "actors": ["app", "share"], "durability": "power"}, {"name": "tablet", "policy": {"onConflict": "askUser"}}]"#
    let scenario = try Self.scenario(
      #"{"operations": 120, "faultCount": 30}"#, devices: devices,
      more: #", "timeline": [{"at": "5s", "device": "tablet", "sync": true}]"#)
    for seed: UInt64 in 1...40 {
      let resolved = scenario.resolved(seed: Seed(seed))
      #expect(resolved.random == nil)
      #expect(resolved.source["random"] == nil)
      let again = try ScenarioFile(Array(resolved.source.json.utf8)).scenario()
      #expect(again.timeline == resolved.timeline)
      #expect(again.start == resolved.start)
    }
  }

  @Test func `what has no random workload is as it was`() throws {
    let text = #"{"format": 1, "name": "plain", "devices": [{"name": "phone"}]}"#
    let scenario = try ScenarioFile(Array(text.utf8)).scenario()
    #expect(scenario.drawing(seed: Seed(1)) == nil)
    #expect(scenario.resolved(seed: Seed(1)).source.json == scenario.source.json)
  }
}
