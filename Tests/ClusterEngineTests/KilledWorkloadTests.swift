import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterNodes
import Foundation
import Testing

/// Workloads that are there to be killed.
enum Workload {
  /// Records, orders, calls, sessions and files together, two actors on one store among them.
  ///
  /// - Parameter policy: of all devices, as JSON.
  static func busyMorning(policy: String = "\"sound\"") throws -> Scenario {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Scenarios/mixed/busy-morning.json")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing(#""timeout": "10s"}"#, with: #""timeout": "10s", "policy": \#(policy)}"#)
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  /// One kill for every number of effects of every step of a device, before the calm.
  static func kills(of setup: RunSetup) throws -> [Kill] {
    let events = try RecordedRun(setup).events.prefix { $0.kind != .calm }
    let devices = Set(setup.scenario.devices.map(\.id))
    return events.compactMap(\.step).filter { devices.contains($0.node) }.flatMap { step in
      (0...step.effects.count).map { count in
        Kill(
          device: step.node, manner: .system, length: Deviation.deadFor, during: step.name,
          cut: Cut(afterEffects: count))
      }
    }
  }

  static func failures(_ setup: RunSetup) throws -> [CheckResult] {
    try JudgedRun.inMemory(setup).checker.results().filter { $0.verdict == .fail }
  }
}

/// The busy morning, and three devices that write, add and remove while one of them is cut off,
/// killed at every place where a kill can cut them.
@Suite struct KilledWorkloadTests {
  static func scenario(
    policy: String = "\"sound\"", links: String, cloud: String = "{}"
  ) throws -> Scenario {
    func entry(_ id: String, _ at: String, _ device: String, _ verb: String, _ tag: String)
      -> String
    {
      """
      {"id": "\(id)", "at": "\(at)", "device": "\(device)", "\(verb)": {"note-1": {"tags": ["\(tag)"]}}}
      """
    }
    return try Sample.scenario(
      devices: ["phone", "tablet", "laptop"], links: links, cloud: cloud,
      start: #"{"records": {"note-1": {"title": "Groceries", "tags": ["home", "old"]}}}"#,
      calm: #"{"at": "40s"}"#, policy: policy,
      timeline: [
        Sample.write("w1", at: "1s", "phone", "Milk"),
        entry("a1", "1500ms", "tablet", "add", "shop"),
        Sample.partition("p", at: "2s", "laptop", traffic: "refuse", for: "6s"),
        Sample.write("w2", at: "3s", "laptop", "Bread"),
        entry("r1", "3500ms", "laptop", "remove", "old"),
        """
        {"id": "w3", "at": "4s", "device": "tablet",
         "write": {"note-1": {"title": "Eggs", "theme": "dark"}}}
        """,
        entry("a2", "5s", "phone", "add", "old"), entry("r2", "9s", "phone", "remove", "shop"),
        Sample.write("w4", at: "12s", "laptop", "Cheese"),
      ])
  }

  /// Each share of the kills is a run of its own, so that they go on side by side.
  private static let shares = 8

  /// One kill in so many is tried; every one with `CLUSTER_FULL=1`.
  private static let pace = Extent.isFull ? 1 : 5

  /// In the storm that the file draws, and without weather.
  @Test(arguments: [true, false], 0..<shares)
  func killedAnywhereASoundDeviceLosesNothing(hasWeather: Bool, share: Int) throws {
    let scenario = try Workload.busyMorning()
    let kills = try Workload.kills(of: RunSetup(scenario, drawsWeather: hasWeather))
    #expect(kills.count > 250)
    let first = (hasWeather ? 0 : Self.pace / 2) + share * Self.pace
    for index in stride(from: first, to: kills.count, by: Self.shares * Self.pace) {
      let kill = kills[index]
      let setup = RunSetup(scenario, drawsWeather: hasWeather, added: Schedule(kills: [kill]))
      for failure in try Workload.failures(setup) {
        Issue.record("\(kill.json): \(failure.signature): \(failure.explanation)")
      }
    }
  }

  @Test(arguments: [#"{"onConflict": "rebase"}"#, #"{"onConflict": "askUser"}"#])
  func killedAnywhereWhereSavesNeedTheTagASoundDeviceLosesNothing(policy: String) throws {
    let scenario = try Self.scenario(
      policy: policy, links: "{}", cloud: #"{"saves": "ifTagMatches"}"#)
    let kills = try Workload.kills(of: RunSetup(scenario))
    #expect(kills.count > 50)
    for index in stride(from: 0, to: kills.count, by: Self.pace) {
      let kill = kills[index]
      for failure in try Workload.failures(RunSetup(scenario, added: Schedule(kills: [kill]))) {
        Issue.record("\(kill.json): \(failure.signature): \(failure.explanation)")
      }
    }
  }

  /// The same kills do find what they are made for.
  @Test(arguments: [
    (#"{"outbox": "memory"}"#, CheckName.noLostEdit),
    (#"{"cursor": "beforeData"}"#, .converged),
  ])
  func killedSomewhereANaiveDeviceIsCaught(policy: String, check: CheckName) throws {
    let scenario = try Self.scenario(policy: policy, links: "{}")
    let kills = try Workload.kills(of: RunSetup(scenario))
    let caught = try kills.contains { kill in
      try Workload.failures(RunSetup(scenario, added: Schedule(kills: [kill]))).contains {
        $0.name == check
      }
    }
    #expect(caught)
  }

  /// Nor does what the other parts have that is naive go unseen.
  @Test(arguments: [
    (#""orderKey": "none""#, CheckName.orderOnce), (#""reenqueue": "blind""#, .transferOnce),
    (#""refresh": "perRequest""#, .refreshOnce),
  ])
  func killedSomewhereAMixedNaiveDeviceIsCaught(behaviour: String, check: CheckName) throws {
    let scenario = try Workload.busyMorning(policy: "{\(behaviour)}")
    let kills = try Workload.kills(of: RunSetup(scenario))
    let caught = try kills.contains { kill in
      try Workload.failures(RunSetup(scenario, added: Schedule(kills: [kill]))).contains {
        $0.name == check
      }
    }
    #expect(caught)
  }
}

@Suite struct PowerLossTests {
  private static func ending(durability: String, at: String) throws -> (Checker, RecordedRun) {
    let text = """
      {"format": 1, "name": "power", "calm": {"at": "30s"},
       "devices": [{"name": "phone", "durability": "\(durability)"}, {"name": "tablet"}],
       "timeline": [
         {"id": "p", "at": "500ms", "partition": ["phone"], "traffic": "refuse", "for": "5s"},
         {"id": "a", "at": "1s", "device": "phone", "write": {"n": {"t": "one"}}},
         {"id": "off", "at": "\(at)", "device": "phone", "power": true, "for": "2s"}]}
      """
    let setup = RunSetup(try ScenarioFile(Array(text.utf8)).scenario())
    return (try JudgedRun.inMemory(setup).checker, try RecordedRun(setup))
  }

  @Test func whatWasSyncedOutlivesThePower() throws {
    let (checker, run) = try Self.ending(durability: "power", at: "2s")
    #expect(run.events.contains { $0.kind == .died(device: "phone", .power) })
    #expect(run.events.contains { $0.step?.name.description == "phone.start#2" })
    #expect(checker.cloud == [FieldPath("n", "t"): .scalar(.text("one"))])
    #expect(checker.results().allSatisfy { $0.verdict != .fail })
  }

  @Test func whatWasNeverSyncedIsGoneAndLost() throws {
    let (checker, _) = try Self.ending(durability: "process", at: "2s")
    #expect(checker.cloud.isEmpty)
    let failed = checker.results().filter { $0.verdict == .fail }.map(\.name)
    #expect(failed == [.noLostEdit, .ownEditsShow])
  }

  @Test func whatHadArrivedIsThereAgain() throws {
    let (checker, _) = try Self.ending(durability: "process", at: "8s")
    #expect(checker.cloud == [FieldPath("n", "t"): .scalar(.text("one"))])
    let lost = checker.results().first { $0.name == .noLostEdit }
    #expect(lost?.verdict == .pass)
  }
}

@Suite struct CompactionTests {
  /// Machines restored from a journal and from the compacted one are the same once they have
  /// started, wherever the journal ends.
  @Test(arguments: [
    "\"sound\"", #"{"stamp": "server"}"#, #"{"fetch": "overPending"}"#, "\"naive\"",
  ])
  func whatIsLeftRestoresToTheSameMachine(policy: String) throws {
    let scenario = try KilledWorkloadTests.scenario(policy: policy, links: Sample.stormy)
    for seed: UInt64 in 1...5 {
      let setup = RunSetup(scenario, seed: Seed(seed))
      let run = try RecordedRun(setup)
      for device in scenario.devices {
        let journal = run.steps.filter { $0.node == device.id }.flatMap(\.effects).compactMap {
          performed -> JournalEntry? in
          guard case .store(let entry) = performed.effect else { return nil }
          return JournalEntry(entry)
        }
        #expect(journal.count > 3)
        for count in 0...journal.count {
          let prefix = Array(journal.prefix(count))
          let left = DeviceMachine.compacted(prefix)
          #expect(left.count <= 3)
          let initial = Run.deviceInit(device, in: setup)
          let (whole, compacted) = (Self.restored(prefix, initial), Self.restored(left, initial))
          #expect(whole.machine == compacted.machine)
          #expect(whole.effects == compacted.effects)
        }
      }
    }
  }

  private static func restored(
    _ journal: [JournalEntry], _ setup: DeviceInit
  ) -> (machine: DeviceMachine, effects: [Effect]) {
    var machine = DeviceMachine(setup)
    for entry in journal { machine.restore(entry) }
    let clock = ClockReading(wall: 99_000, continuous: 99_000)
    let effects = machine.handle(.start(Launch(isLinkUp: true)), at: Surroundings(clock: clock))
    return (machine, effects)
  }

  /// Four hundred writes store three times what a journal holds before it is compacted.
  private static func busy(kill: String) throws -> Scenario {
    let writes = (0..<400).map {
      Sample.write("w\($0)", at: "\(100 + $0 * 100)ms", "phone", "\($0)", field: "f\($0 % 3)")
    }
    return try Sample.scenario(calm: #"{"at": "60s"}"#, timeline: writes + [kill])
  }

  @Test func aCompactedJournalRestoresToTheSameDevice() throws {
    let scenario = try Self.busy(
      kill: #"{"at": "39s", "device": "phone", "kill": "system", "for": "50ms"}"#)
    let checker = try JudgedRun.inMemory(RunSetup(scenario)).checker
    #expect(checker.results().allSatisfy { $0.verdict != .fail })
    let shown = try #require(checker.shown["phone"])
    #expect(shown == checker.cloud)
  }

  @Test func aLedgerCompactsOnceItIsFullAndAgainWhenItHasDoubled() {
    var ledger = JournalLedger()
    var compactions: [Int] = []
    // Nothing can be left out: a compaction is not tried again before there is twice as much.
    for count in 1...1100 {
      ledger.append(JournalEntry(.cursor(.number(count))))
      if ledger.compact(by: { $0 }) != nil { compactions.append(count) }
    }
    #expect(compactions == [257, 515, 1031])
  }
}
