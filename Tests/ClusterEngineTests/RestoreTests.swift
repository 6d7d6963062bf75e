import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterNodes
import Testing

/// Whole runs in which the cloud goes back, loses all, or forgets how far devices have read.
@Suite struct RestoreTests {
  private static let start =
    #"{"records": {"note-1": {"title": "Groceries", "tags": ["home"]}}}"#

  /// A backup, an edit of a title and a set and a new record, and what the cloud does at 12 s.
  private static func scenario(
    _ deed: String, policy: String = "\"sound\"", links: String = "{}", cloud: String = "{}",
    more: [String] = []
  ) throws -> Scenario {
    try Sample.scenario(
      links: links, cloud: cloud, start: start, calm: #"{"at": "40s"}"#, policy: policy,
      timeline: [
        #"{"id": "backup", "at": "1s", "cloud": {"snapshot": "monday"}}"#,
        Sample.write("milk", at: "3s", "tablet", "Milk"),
        #"{"id": "shop", "at": "4s", "device": "phone", "add": {"note-1": {"tags": ["shop"]}}}"#,
        #"{"id": "f", "at": "5s", "device": "phone", "create": {"f": {"text": "Report"}}}"#,
        Sample.sync("look", at: "9s", "phone"),
        #"{"id": "deed", "at": "12s", "cloud": \#(deed)}"#,
        Sample.sync("later", at: "20s", "phone"),
      ] + more)
  }

  private static let rollback = #"{"rollback": "monday"}"#

  private static func judged(_ scenario: Scenario, seed: UInt64 = 1) throws -> JudgedRun {
    try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
  }

  private static func failures(_ run: JudgedRun) -> [CheckName] {
    run.checker.results().filter { $0.verdict != .pass && $0.verdict != .notJudged }.map(\.name)
  }

  private static let whole: [FieldPath: FieldValue] = [
    FieldPath("note-1", "title"): .scalar(.text("Milk")),
    FieldPath("note-1", "tags"): .set([.text("home"), .text("shop")]),
    FieldPath("f", "text"): .scalar(.text("Report")),
  ]

  @Test(arguments: [
    "\"sound\"", #"{"stamp": "server"}"#, #"{"stamp": "deviceClock", "send": "batched"}"#,
    #"{"outbox": "memory"}"#, #"{"write": "wholeRecord"}"#,
  ])
  func whatARestoredCloudHasLostIsSentAgain(policy: String) throws {
    let run = try Self.judged(Self.scenario(Self.rollback, policy: policy))
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud == Self.whole)
    #expect(run.checker.shown["tablet"] == Self.whole)
  }

  @Test func aDeviceThatDoesNotLookTakesItForDeleted() throws {
    let run = try Self.judged(
      Self.scenario(Self.rollback, policy: #"{"fingerprint": "ignore"}"#))
    #expect(Self.failures(run) == [.noLostEdit, .ownEditsShow, .neverGoesBack])
    #expect(run.checker.shown["phone"]?.keys.contains(FieldPath("f", "text")) == false)
  }

  /// The model, the replicas and the cloud agree, whatever the links do.
  @Test(arguments: [
    #"{}"#, #"{"saves": "ifTagMatches"}"#, #"{"page": 1}"#, #"{"rule": "lastArrival"}"#,
  ])
  func inAnyWeatherAllAgreeInTheEnd(cloud: String) throws {
    for deed in [Self.rollback, #"{"purge": true}"#, #"{"expireCursors": true}"#] {
      let scenario = try Self.scenario(
        deed, links: Sample.stormy, cloud: cloud,
        more: [
          Sample.write("jam", at: "13s", "tablet", "Jam"),
          Sample.write("list", at: "13s", "phone", "List", field: "body"),
          #"{"at": "20.5s", "device": "phone", "kill": "system", "for": "1s"}"#,
        ])
      for seed in Extent.seeds(40) {
        let run = try Self.judged(scenario, seed: seed)
        let failures = Self.failures(run).filter { $0 != .causal || !cloud.contains("last") }
        #expect(failures == [], "\(cloud), \(deed), seed \(seed)")
      }
    }
  }

  @Test func aKillWhileAllIsReadAnewLosesNothing() throws {
    for effects in 0...6 {
      let scenario = try Self.scenario(
        Self.rollback,
        more: [
          """
          {"device": "phone", "kill": "system", "during": "phone>cloud/pull/later/2/answer",
           "afterEffects": \(effects), "for": "2s"}
          """
        ])
      let run = try Self.judged(scenario)
      #expect(Self.failures(run) == [], "after \(effects) effects")
      #expect(run.checker.cloud == Self.whole)
    }
  }

  @Test func whatIsRemovedOnPurposeIsNotBroughtBack() throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"purge": true}"#, more: [Sample.write("new", at: "13s", "phone", "New", field: "body")]))
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud == [FieldPath("note-1", "body"): .scalar(.text("New"))])
  }

  @Test func aRemovedMemberComesBackWithTheBackupAndAccusesNobody() throws {
    let run = try Self.judged(
      Self.scenario(
        Self.rollback,
        more: [
          #"{"id": "x", "at": "6s", "device": "phone", "remove": {"note-1": {"tags": ["home"]}}}"#
        ]))
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud == Self.whole)
  }

  /// A device whose user removed the app before the cloud went back has nothing to send.
  @Test func whatNobodyHasAnyMoreIsNotLostByADevice() throws {
    let run = try Self.judged(
      Self.scenario(
        Self.rollback,
        more: [
          #"{"id": "r1", "at": "10s", "device": "phone", "reinstall": true}"#,
          #"{"id": "p", "at": "10s", "partition": ["tablet"], "for": "25s"}"#,
          #"{"id": "r2", "at": "11s", "device": "tablet", "reinstall": true}"#,
          #"{"id": "p2", "at": "9.9s", "partition": ["phone"], "for": "25s"}"#,
        ]))
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud[FieldPath("f", "text")] == nil)
  }

  /// What was read anew stands for all that was known, also in a journal that is written anew.
  @Test(arguments: [rollback, #"{"purge": true}"#, #"{"expireCursors": true}"#])
  func aCompactedJournalKnowsWhatWasReadAnew(deed: String) throws {
    let scenario = try Self.scenario(deed)
    let setup = RunSetup(scenario)
    let run = try RecordedRun(setup)
    for device in scenario.devices {
      let journal = run.steps.filter { $0.node == device.id }.flatMap(\.effects).compactMap {
        performed -> JournalEntry? in
        guard case .store(let entry) = performed.effect else { return nil }
        return JournalEntry(entry)
      }
      #expect(
        journal.contains { if case .refetched = $0.entry { true } else { false } })
      for count in 0...journal.count {
        let prefix = Array(journal.prefix(count))
        var (whole, compacted) = (
          DeviceMachine(Run.deviceInit(device, in: setup)),
          DeviceMachine(Run.deviceInit(device, in: setup))
        )
        for entry in prefix { whole.restore(entry) }
        for entry in DeviceMachine.compacted(prefix) { compacted.restore(entry) }
        let clock = Surroundings(clock: ClockReading(wall: 99_000, continuous: 99_000))
        let start = NodeEvent.start(Launch(isLinkUp: true))
        #expect(whole.handle(start, at: clock) == compacted.handle(start, at: clock))
        #expect(whole == compacted)
      }
    }
  }
}
