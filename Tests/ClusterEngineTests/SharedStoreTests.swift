import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterNodes
import Testing

/// An app and its extension, which keep one store: what one has stored, the other reads before
/// its next event.
@Suite struct SharedStoreTests {
  private static func scenario(
    _ timeline: [String], policy: String = "\"sound\"", durability: String = "process",
    start: String = "{}", calm: String = "60s"
  ) throws -> Scenario {
    let text = """
      {"format": 1, "name": "shared", "calm": {"at": "\(calm)"}, "start": \(start),
       "devices": [{"name": "phone", "actors": ["app", "extension"], "timeout": "5s",
                    "durability": "\(durability)", "policy": \(policy)}, {"name": "tablet"}],
       "timeline": [\(timeline.joined(separator: ","))]}
      """
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  private static let title = FieldPath("note-1", "title")

  /// The steps of a device, each with what it shows of the title.
  private func shows(_ run: RecordedRun, _ device: NodeID) -> [(step: String, value: FieldValue?)] {
    run.steps.filter { $0.node == device }.flatMap { step in
      step.effects.flatMap { performed -> [(String, FieldValue?)] in
        guard case .show(let changes) = performed.effect else { return [] }
        return changes.compactMap { change in
          guard case .field(Self.title, let value) = change else { return nil }
          return (step.name.description, value)
        }
      }
    }
  }

  private static let offline = [
    Sample.partition("p", at: "500ms", "phone.app", traffic: "refuse", for: "20s"),
    Sample.partition("p2", at: "500ms", "phone.extension", traffic: "refuse", for: "20s"),
  ]

  @Test func `what the extension stored shows in the app at its next event, without the cloud`()
    throws
  {
    let run = try RecordedRun(
      RunSetup(
        try Self.scenario(
          Self.offline + [
            Sample.write("w1", at: "1s", "phone.extension", "Milk"),
            #"{"id": "look", "at": "2s", "device": "phone.app", "search": "zo"}"#,
          ])))
    let first = try #require(shows(run, "phone.app").first)
    #expect(first.step == "look" && first.value == .scalar(.text("Milk")))
    // Whoever made an edit sends it, once.
    let saves = run.deliveries.filter { $0.hasPrefix("cloud") && $0.contains("/save/") }
    #expect(saves == ["cloud phone.extension>cloud/save/w1/1"])
  }

  @Test func `a kill leaves the other one what was stored, and nothing of what was not`() throws {
    for (effects, expected) in [(0, [FieldValue]()), (1, [.scalar(.text("Milk"))])] {
      let kill = """
        {"device": "phone.extension", "kill": "system", "during": "w1", "afterEffects": \(effects),
         "for": "5s"}
        """
      let scenario = try Self.scenario(
        Self.offline + [
          Sample.write("w1", at: "1s", "phone.extension", "Milk"), kill,
          #"{"id": "look", "at": "2s", "device": "phone.app", "search": "zo"}"#,
        ])
      let run = try RecordedRun(RunSetup(scenario))
      #expect(shows(run, "phone.app").filter { $0.step == "look" }.map(\.value) == expected)
      let results = try JudgedRun.inMemory(RunSetup(scenario)).checker.results()
      #expect(results.allSatisfy { $0.verdict != .fail })
    }
  }

  @Test(arguments: [("power", true), ("process", false)])
  func `a power loss takes from both what was not synced`(durability: String, isKept: Bool) throws {
    let run = try RecordedRun(
      RunSetup(
        try Self.scenario(
          Self.offline + [
            Sample.write("w1", at: "1s", "phone.extension", "Milk"),
            #"{"id": "off", "at": "2s", "device": "phone", "power": true, "for": "2s"}"#,
          ], durability: durability)))
    let deaths = run.events.compactMap { event -> NodeID? in
      guard case .died(let device, .power) = event.kind else { return nil }
      return device
    }
    #expect(deaths == ["phone.app", "phone.extension"])
    #expect(shows(run, "phone.app").contains { $0.step == "phone.app.start#2" } == isKept)
  }

  @Test func `a reinstall takes the store from both`() throws {
    let run = try RecordedRun(
      RunSetup(
        try Self.scenario(
          Self.offline + [
            Sample.write("w1", at: "1s", "phone.extension", "Milk"),
            #"{"id": "i", "at": "2s", "device": "phone.app", "reinstall": true}"#,
          ])))
    #expect(!run.deliveries.contains { $0.contains("save/w1") })
    #expect(run.steps.count { $0.name.description.hasSuffix(".start#2") } == 2)
  }

  @Test func `records of the first launch are made once`() throws {
    let text = """
      {"format": 1, "name": "shared",
       "devices": [{"name": "phone", "actors": ["app", "extension"],
                    "seeds": {"note-1": {"title": "Welcome"}}, "policy": {"seed": "atLaunch"}}],
       "timeline": [{"at": "1s", "device": "phone.app", "sync": true}],
       "expect": {"final": {"cloud": {"records": 1}}}}
      """
    let checker = try JudgedRun.inMemory(
      RunSetup(ScenarioFile(Array(text.utf8)).scenario())
    ).checker
    #expect(checker.results().allSatisfy { $0.verdict != .fail })
    #expect(checker.cloud.count == 1)
  }

  /// The app writes so much that its journal is written anew while the extension, which wrote
  /// something itself, has not read on for long.
  @Test func `a journal that one compacts is read by the other, and by both after a kill`() throws {
    let writes = (0..<300).map {
      Sample.write("w\($0)", at: "\(2000 + $0 * 100)ms", "phone.app", "\($0)", field: "f\($0 % 3)")
    }
    let scenario = try Self.scenario(
      [
        Sample.partition("p", at: "500ms", "phone.extension", traffic: "drop", for: "45s"),
        Sample.write("e1", at: "1s", "phone.extension", "Milk"),
      ] + writes + [
        #"{"id": "look", "at": "40s", "device": "phone.extension", "search": "zo"}"#,
        #"{"id": "k", "at": "41s", "device": "phone.extension", "kill": "system", "for": "1s"}"#,
        #"{"id": "k2", "at": "41s", "device": "phone.app", "kill": "system", "for": "2s"}"#,
      ])
    let run = try RecordedRun(RunSetup(scenario))
    // All this time the cloud tells the extension nothing.
    let before = run.steps.prefix { $0.name.description != "k2" && $0.name.description != "k" }
    let looked = before.filter { $0.node == "phone.extension" }.prefix {
      $0.name.description != "phone.extension.linkUp#1"
    }
    #expect(
      looked.flatMap(\.effects).contains { performed in
        guard case .show(let changes) = performed.effect else { return false }
        return changes.contains(.field(FieldPath("note-1", "f2"), .scalar(.text("299"))))
      })
    let checker = try JudgedRun.inMemory(RunSetup(scenario)).checker
    #expect(checker.results().allSatisfy { $0.verdict != .fail })
    #expect(checker.shown["phone.app"] == checker.cloud)
    #expect(checker.shown["phone.extension"] == checker.cloud)
    #expect(checker.cloud.count == 4)
  }

  /// A remove by one actor reaches the cloud before the other hears that its add did.
  @Test func `an add that a sibling's remove took out does not come back while it is pending`()
    throws
  {
    let scenario = try Self.scenario([
      #"{"id": "a1", "at": "1s", "device": "phone.extension", "add": {"note-1": {"tags": ["x"]}}}"#,
      #"{"message": "phone.extension>cloud/save/a1/1/answer", "fate": []}"#,
      #"{"message": "phone.extension>cloud/save/a1/2", "fate": []}"#,
      #"{"message": "phone.extension>cloud/save/a1/3", "fate": []}"#,
      #"{"id": "r1", "at": "2s", "device": "phone.app", "remove": {"note-1": {"tags": ["x"]}}}"#,
      #"{"id": "k", "at": "9s", "device": "phone.app", "kill": "system", "for": "1s"}"#,
    ])
    let checker = try JudgedRun.inMemory(RunSetup(scenario)).checker
    for result in checker.results() where result.verdict == .fail {
      Issue.record("\(result.signature): \(result.explanation)")
    }
  }

  /// Whatever an actor restores from a journal, it restores from the compacted one.
  @Test(arguments: 1...3)
  func `a compacted journal of two actors restores to the same machines`(seed: UInt64) throws {
    let scenario = try Workload.busyMorning()
    let setup = RunSetup(scenario, seed: Seed(seed))
    let actors: [NodeID] = ["phone.app", "phone.extension"]
    let journal = try RecordedRun(setup).steps.filter { actors.contains($0.node) }.flatMap { step in
      step.effects.compactMap { performed -> JournalEntry? in
        guard case .store(let entry) = performed.effect else { return nil }
        return JournalEntry(entry, by: step.node)
      }
    }
    #expect(journal.count > 20)
    for actor in actors {
      let device = try #require(scenario.device(actor))
      for count in 0...journal.count {
        let prefix = Array(journal.prefix(count))
        let left = DeviceMachine.compacted(prefix)
        #expect(left.count <= prefix.count)
        let initial = Run.deviceInit(device, in: setup)
        let isSame = Self.restored(prefix, initial).isSame(as: Self.restored(left, initial))
        #expect(isSame, "\(actor) after \(count) entries")
      }
    }
  }

  private struct Restored {
    let machine: DeviceMachine
    let effects: [Effect]

    /// Of what was settled before, only a whole journal makes a new process tell its user again.
    func isSame(as other: Restored) -> Bool {
      machine == other.machine && untold == other.untold
    }

    private var untold: [Effect] {
      effects.compactMap { effect in
        guard case .show(let changes) = effect else { return effect }
        let left = changes.filter { change in
          if case .call(_, let status) = change { status == .pending } else { true }
        }
        return left.isEmpty ? nil : .show(left)
      }
    }
  }

  private static func restored(_ journal: [JournalEntry], _ setup: DeviceInit) -> Restored {
    var machine = DeviceMachine(setup)
    for entry in journal { machine.restore(entry) }
    let clock = ClockReading(wall: 99_000, continuous: 99_000)
    let effects = machine.handle(.start(Launch(isLinkUp: true)), at: Surroundings(clock: clock))
    // An event that is nobody's, so that the machine holds no effects any more.
    _ = machine.handle(.timer("none"), at: Surroundings(clock: clock))
    return Restored(machine: machine, effects: effects)
  }

  @Test func `of calls and sign-outs only those that are not settled stay in a journal`() {
    let token = Token(kind: .refresh, number: 1, secret: "s")
    func entry(_ entry: StoreEntry) -> JournalEntry { JournalEntry(entry) }
    let open: [JournalEntry] = [
      entry(.asked(.call("feed", preparing: .zero), intent: "q2")),
      entry(.signedOut(token, intent: "out2")),
    ]
    let journal =
      [
        entry(.asked(.call("feed", preparing: .zero), intent: "q1")),
        entry(.signedOut(token, intent: "out1")), entry(.answered("q1", .done)),
        entry(.renewing(until: 5)),
      ] + open + [entry(.answered("out1", .done)), entry(.renewed)]
    #expect(DeviceMachine.compacted(journal) == open)
  }
}
