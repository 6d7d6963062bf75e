import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Whole runs in which the cloud refuses records for their room, their parent or their batch.
@Suite struct RefusalTests {
  private static func scenario(
    _ policy: String = "{}", cloud: String = #""parent": "list""#, links: String = "{}",
    calm: String = "60s", devices: [String] = ["phone", "tablet"], start: String = "{}",
    timeline: [String]
  ) throws -> Scenario {
    try Sample.scenario(
      devices: devices, links: links, cloud: "{\(cloud)}", start: start,
      calm: #"{"at": "\#(calm)"}"#, policy: policy, timeline: timeline)
  }

  private static func judged(_ scenario: Scenario, seed: UInt64 = 1) throws -> JudgedRun {
    try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
  }

  private static func failures(_ run: JudgedRun) -> [String] {
    run.checker.results().filter { $0.verdict == .fail }.map(\.signature)
  }

  private static func create(
    _ id: String, at: String, _ record: String, in list: String? = nil
  ) -> String {
    let parent = list.map { #", "list": "\#($0)""# } ?? ""
    return #"{"id": "\#(id)", "at": "\#(at)", "device": "phone", "#
      + #""create": {"\#(record)": {"title": "\#(id)"\#(parent)}}}"#
  }

  private static func quota(_ id: String, at: String, _ records: Int?) -> String {
    let room = records.map { #"{"records": \#($0)}"# } ?? #""none""#
    return #"{"id": "\#(id)", "at": "\#(at)", "cloud": {"quota": \#(room)}}"#
  }

  /// What the users were told of records that wait.
  private static func told(_ scenario: Scenario) throws -> [String] {
    try RecordedRun(RunSetup(scenario)).steps.flatMap { step in
      step.effects.flatMap { performed -> [String] in
        guard case .show(let changes) = performed.effect else { return [] }
        return changes.compactMap { shown in
          guard case .refused(let record, let error) = shown else { return nil }
          return "\(step.node) \(record) \(error?.rawValue ?? "no more")"
        }
      }
    }
  }

  @Test func `without room a record waits, its user is told, and the run comes to rest`() throws {
    let scenario = try Self.scenario(timeline: [
      Self.quota("q", at: "0s", 1), Self.create("a", at: "1s", "list-1"),
      Self.create("b", at: "2s", "list-2"),
    ])
    let run = try Self.judged(scenario)
    #expect(Self.failures(run) == [])
    #expect(run.outcome.reason == .quiet)
    #expect(run.checker.cloud[FieldPath("list-2", "title")] == nil)
    #expect(run.checker.shown["phone"]?[FieldPath("list-2", "title")]?.description == "b")
    #expect(try Self.told(scenario) == ["phone list-2 quotaExceeded"])
  }

  /// The calm's first round sends it, and the other device must hear of it without a push.
  @Test func `once there is room a sync brings the record to everybody`() throws {
    let scenario = try Self.scenario(
      cloud: #""pushes": "none""#, calm: "20s",
      timeline: [
        Self.quota("q", at: "0s", 0), Self.create("a", at: "1s", "list-1"),
        Self.quota("r", at: "10s", nil),
        #"{"message": "phone>cloud/save/a/2", "fate": ["2s"]}"#,
      ])
    let run = try Self.judged(scenario)
    #expect(Self.failures(run) == [])
    #expect(run.checker.shown["tablet"]?[FieldPath("list-1", "title")]?.description == "a")
    #expect(
      try Self.told(scenario) == ["phone list-1 quotaExceeded", "phone list-1 no more"])
  }

  @Test func `a record that waits holds up no other`() throws {
    let scenario = try Self.scenario(
      start: #"{"records": {"note-1": {"title": "x"}}}"#,
      timeline: [
        Self.quota("q", at: "0s", 1), Self.create("a", at: "1s", "list-1"),
        Sample.write("w", at: "2s", "phone", "Milk"),
      ])
    let run = try Self.judged(scenario)
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud[FieldPath("note-1", "title")]?.description == "Milk")
  }

  @Test func `a child that overtakes its parent waits for it and goes at once after it`() throws {
    let scenario = try Self.scenario(
      #"{"send": "allAtOnce"}"#, calm: "30s",
      timeline: [
        Self.create("p", at: "1s", "list-1"), Self.create("c", at: "1s", "item-1", in: "list-1"),
        #"{"message": "phone>cloud/save/p/1", "fate": ["2s"]}"#,
      ])
    #expect(Self.failures(try Self.judged(scenario)) == [])
    #expect(
      try Self.told(scenario) == ["phone item-1 referenceViolation", "phone item-1 no more"])
    let run = try RecordedRun(RunSetup(scenario))
    let sent = run.events.first { event in
      guard case .delivery(let name, _)? = event.step?.name else { return false }
      return name.description == "phone>cloud/save/c/2"
    }
    // The parent's answer comes at 3.05 s.
    #expect(sent?.at == Instant(3100))
  }

  @Test func `a process that is started anew sends what waits, and tells its user again`() throws {
    let scenario = try Self.scenario(
      calm: "30s",
      timeline: [
        Self.quota("q", at: "0s", 0), Self.create("a", at: "1s", "list-1"),
        #"{"id": "k", "at": "5s", "device": "phone", "kill": "system", "for": "2s"}"#,
      ])
    #expect(Self.failures(try Self.judged(scenario)) == [])
    #expect(
      try Self.told(scenario) == ["phone list-1 quotaExceeded", "phone list-1 quotaExceeded"])
  }

  private static let batch: [String] = [
    Sample.partition("off", at: "1s", "phone", traffic: "refuse", for: "5s"),
    #"{"id": "b", "at": "2s", "device": "tablet", "write": {"list-1": {"title": "b"}}}"#,
    #"{"id": "a", "at": "3s", "device": "phone", "write": {"list-1": {"title": "a"}}}"#,
    create("c", at: "4s", "item-1", in: "list-1"),
  ]

  @Test(arguments: [
    ("requeue", []),
    (
      "drop",
      ["converged|item-1.list|a replica differs", "no-lost-edit|item-1.list|refused and given up"]
    ),
  ])
  func `an innocent record goes out again, or is left behind`(
    rule: String, failures: [String]
  ) throws {
    let scenario = try Self.scenario(
      #"{"send": "batched", "batchFailed": "\#(rule)"}"#,
      cloud: #""saves": "ifTagMatches", "batch": "atomic", "parent": "list""#,
      start: #"{"records": {"list-1": {"title": "x"}}}"#, timeline: Self.batch)
    let run = try Self.judged(scenario)
    #expect(Self.failures(run) == failures)
    #expect(run.checker.cloud[FieldPath("list-1", "title")]?.description == "a")
  }

  @Test func `cascade takes a missing parent for a deleted one`() throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"referenceError": "cascade"}"#,
        timeline: [
          Self.quota("q", at: "0s", 0), Self.create("p", at: "1s", "list-1"),
          Self.create("c", at: "5s", "item-1", in: "list-1"), Self.quota("r", at: "20s", nil),
        ]))
    #expect(
      Self.failures(run) == [
        "no-lost-edit|item-1.list|refused and given up",
        "own-edits-show|item-1.list|gone before another edit won",
      ])
    #expect(run.checker.shown["phone"]?[FieldPath("item-1", "title")] == nil)
  }

  @Test(arguments: [("classified", 2), ("always", 11)])
  func `only a device that classifies heeds when to come again`(rule: String, tries: Int) throws {
    let scenario = try Self.scenario(
      #"{"retry": "\#(rule)"}"#, devices: ["phone"],
      timeline: [
        #"{"id": "l", "at": "1s", "cloud": {"rateLimit": {"kind": "save", "for": "11s"}}}"#,
        Sample.write("w", at: "1s", "phone", "Milk"),
      ])
    let run = try RecordedRun(RunSetup(scenario))
    let sent = run.steps.flatMap(\.effects).count { performed in
      if case .send(.save, _) = performed.effect { true } else { false }
    }
    #expect(sent == tries)
    #expect(Self.failures(try Self.judged(scenario)) == [])
  }

  @Test func `an order that comes too often is tried again, and no failure`() throws {
    let run = try Self.judged(
      Self.scenario(
        devices: ["phone"],
        timeline: [
          #"{"id": "l", "at": "1s", "cloud": {"rateLimit": {"kind": "order", "for": "20s"}}}"#,
          #"{"id": "o", "at": "2s", "device": "phone", "order": "book"}"#,
        ]))
    #expect(Self.failures(run) == [])
    #expect(run.checker.app[AppPath(.ledger)] == .items(["book"]))
  }
}

/// Random lists and items in the storm, with room that comes and goes.
@Suite struct RandomRefusalTests {
  private static func timeline(seed: UInt64) -> [String] {
    var generator = Seed(seed).generator(for: "refusals")
    var entries = (1...16).map { number -> String in
      let device = ["phone", "tablet", "laptop"][Int(generator.below(3))]
      let (list, item) = (generator.below(4), generator.below(5))
      let deed =
        switch generator.below(6) {
        case 0, 1: #""create": {"list-\#(list)": {"title": "v\#(number)"}}"#
        case 2, 3:
          #""create": {"item-\#(item)": {"title": "v\#(number)", "list": "list-\#(list)"}}"#
        case 4:
          #""create": {"item-\#(item)": {"title": "v\#(number)", "list": "list-\#(list)"}, "#
            + #""list-\#(list)": {"title": "l\#(number)"}}"#
        default: #""write": {"list-\#(list)": {"note": "n\#(number)"}}"#
        }
      return #"{"id": "e\#(number)", "at": "\#(generator.below(20000))ms", "#
        + #""device": "\#(device)", \#(deed)}"#
    }
    for (number, records) in [generator.below(5), generator.below(8)].enumerated() {
      entries.append(
        #"{"id": "q\#(number)", "at": "\#(number * 12 + 2)s", "#
          + #""cloud": {"quota": {"records": \#(records)}}}"#)
    }
    if generator.below(2) == 0 {
      entries.append(#"{"id": "room", "at": "22s", "cloud": {"quota": "none"}}"#)
    }
    entries.append(
      #"{"id": "l", "at": "9s", "cloud": {"rateLimit": {"kind": "save", "for": "4s"}}}"#)
    return entries + [Sample.partition("p", at: "4s", "tablet", traffic: "refuse", for: "6s")]
  }

  private static func run(
    _ seed: UInt64, policy: String, cloud: String
  ) throws -> (failed: [CheckResult], refused: Set<CloudError>) {
    let scenario = try Sample.scenario(
      devices: ["phone", "tablet", "laptop"], links: Sample.stormy,
      cloud: "{\(cloud), \"parent\": \"list\"}",
      start: #"{"records": {"list-0": {"title": "Groceries"}}}"#, calm: #"{"at": "40s"}"#,
      policy: policy, timeline: timeline(seed: seed))
    var refused: Set<CloudError> = []
    let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed))) { event in
      guard let step = event.step, case .answer(.saved(let results), _) = step.event else { return }
      refused.formUnion(results.compactMap { $0.refusal?.error })
    }
    return (run.checker.results().filter { $0.verdict == .fail }, refused)
  }

  private static let clouds = [
    #""saves": "ifTagMatches", "batch": "atomic""#, #""saves": "ifTagMatches""#,
    #""batch": "atomic""#, #""rule": "highestStamp""#,
  ]

  @Test(
    arguments: [
      #""sound""#, #"{"send": "batched"}"#,
      #"{"onConflict": "askUser"}"#,
    ], clouds)
  func `devices that keep what was refused lose nothing and come to rest`(
    policy: String, cloud: String
  ) throws {
    var refused: Set<CloudError> = []
    for seed in Extent.seeds(20) {
      let run = try Self.run(seed, policy: policy, cloud: cloud)
      refused.formUnion(run.refused)
      for failure in run.failed {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
    }
    #expect(refused.isSuperset(of: [.quotaExceeded, .referenceViolation]))
  }

  @Test(arguments: [#""naive""#, #"{"referenceError": "cascade", "batchFailed": "drop"}"#], clouds)
  func `whatever devices do, the cloud refuses what the model refuses`(
    policy: String, cloud: String
  ) throws {
    for seed in Extent.seeds(20) {
      let run = try Self.run(seed, policy: policy, cloud: cloud)
      let wrong = run.failed.first { $0.name == .matchesModel }
      #expect(wrong == nil, "seed \(seed): \(wrong?.explanation ?? "")")
    }
  }
}
