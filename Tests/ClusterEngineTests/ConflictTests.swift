import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Whole runs against a cloud whose saves need the change tag.
@Suite struct ConflictTests {
  private static let start = #"{"records": {"note-1": {"title": "Groceries", "count": 1}}}"#

  private static func scenario(
    _ policy: String, rule: String = "highestStamp", links: String = "{}", calm: String = "60s",
    devices: [String] = ["phone", "tablet"], counters: String = "sum", timeline: [String]
  ) throws -> Scenario {
    try Sample.scenario(
      devices: devices, links: links,
      cloud: #"{"saves": "ifTagMatches", "rule": "\#(rule)", "counters": "\#(counters)"}"#,
      start: start,
      calm: #"{"at": "\#(calm)"}"#, policy: policy, timeline: timeline)
  }

  private static func judged(_ scenario: Scenario, seed: UInt64 = 1) throws -> JudgedRun {
    try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
  }

  private static func failures(_ run: JudgedRun) -> [CheckName] {
    run.checker.results().filter { $0.verdict == .fail }.map(\.name)
  }

  private static func text(_ values: [FieldPath: FieldValue]?, _ field: FieldName) -> String? {
    values?[FieldPath("note-1", field)]?.description
  }

  /// The tablet is cut off while both write; the phone's edit is at the cloud first.
  private static func both(
    phone: String, tablet: String, phoneField: String = "title", tabletFirst: Bool = false
  ) -> [String] {
    [
      Sample.partition("p", at: "1s", "tablet", traffic: "refuse", for: "5s"),
      Sample.write(
        "w1", at: tabletFirst ? "3s" : "2s", "phone", phone, field: phoneField),
      Sample.write("w2", at: tabletFirst ? "2s" : "3s", "tablet", tablet),
    ]
  }

  @Test(arguments: ["ignore", "clientWins", "rebase", "askUser"])
  func `without a conflict every policy gets its edits in`(policy: String) throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"onConflict": "\#(policy)"}"#,
        timeline: [
          Sample.write("w1", at: "1s", "phone", "Milk"),
          Sample.write("w2", at: "1010ms", "phone", "Eggs"),
          Sample.write("w3", at: "9s", "tablet", "Jam"),
        ]))
    #expect(Self.failures(run) == [])
    #expect(Self.text(run.checker.cloud, "title") == "Jam")
  }

  @Test(arguments: ["rebase", "askUser", "clientWins"])
  func `an edit of another field is made again upon the cloud's record`(policy: String) throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"onConflict": "\#(policy)"}"#,
        timeline: Self.both(phone: "dark", tablet: "Eggs", phoneField: "theme")))
    #expect(Self.failures(run) == [])
    #expect(Self.text(run.checker.cloud, "theme") == "dark")
    #expect(Self.text(run.checker.cloud, "title") == "Eggs")
  }

  @Test(arguments: ["highestStamp", "lastArrival"], [true, false])
  func `rebase leaves the newer edit by stamp, whatever the cloud goes by`(
    rule: String, tabletFirst: Bool
  ) throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"onConflict": "rebase"}"#, rule: rule,
        timeline: Self.both(phone: "Milk", tablet: "Eggs", tabletFirst: tabletFirst)))
    #expect(Self.failures(run) == [])
    #expect(Self.text(run.checker.cloud, "title") == (tabletFirst ? "Milk" : "Eggs"))
    #expect(run.checker.happenings[.conflict] == 1)
  }

  @Test func `clientWins puts an older edit over one that its user never saw`() throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"onConflict": "clientWins"}"#, rule: "lastArrival",
        timeline: Self.both(phone: "Milk", tablet: "Eggs", tabletFirst: true)))
    #expect(Self.failures(run) == [.noLostEdit])
    let result = run.checker.results().first { $0.name == .noLostEdit }
    #expect(result?.signature == "no-lost-edit|note-1.title|replaced unseen")
  }

  @Test func `ignore gives up an edit that nothing beats`() throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"onConflict": "ignore"}"#, timeline: Self.both(phone: "Milk", tablet: "Eggs")))
    #expect(Self.failures(run) == [.noLostEdit, .ownEditsShow])
    let result = run.checker.results().first { $0.name == .noLostEdit }
    #expect(result?.signature == "no-lost-edit|note-1.title|refused and given up")
  }

  @Test func `askUser keeps both values while the question is open`() throws {
    let run = try Self.judged(
      Self.scenario(
        #"{"onConflict": "askUser"}"#, timeline: Self.both(phone: "Milk", tablet: "Eggs")))
    #expect(Self.failures(run) == [])
    #expect(run.outcome.reason == .quiet)
    #expect(Self.text(run.checker.cloud, "title") == "Milk")
    #expect(Self.text(run.checker.shown["tablet"], "title") == "Eggs")
  }

  @Test(arguments: ["resolve", "write"])
  func `what the user decides goes to the cloud and closes the question`(verb: String) throws {
    let scenario = try Self.scenario(
      #"{"onConflict": "askUser"}"#,
      timeline: Self.both(phone: "Milk", tablet: "Eggs") + [
        #"""
        {"id": "r", "at": "20s", "device": "tablet",
         "\#(verb)": {"note-1": {"title": "Milk and eggs"}}}
        """#
      ])
    let run = try Self.judged(scenario)
    #expect(Self.failures(run) == [])
    #expect(Self.text(run.checker.cloud, "title") == "Milk and eggs")
    #expect(Self.text(run.checker.shown["phone"], "title") == "Milk and eggs")
    #expect(Self.questions(try RecordedRun(RunSetup(scenario))) == ["Eggs or Milk", "none"])
  }

  @Test(arguments: [("own", "Eggs"), ("cloud", "Milk")])
  func `all that is asked can be settled by one side's values`(side: String, title: String) throws {
    let scenario = try Self.scenario(
      #"{"onConflict": "askUser"}"#,
      timeline: Self.both(phone: "Milk", tablet: "Eggs") + [
        #"{"id": "r", "at": "20s", "device": "tablet", "resolve": "\#(side)"}"#
      ])
    let run = try Self.judged(scenario)
    #expect(Self.failures(run) == [])
    #expect(Self.text(run.checker.cloud, "title") == title)
    #expect(Self.text(run.checker.shown["tablet"], "title") == title)
    #expect(Self.questions(try RecordedRun(RunSetup(scenario))) == ["Eggs or Milk", "none"])
  }

  /// The same entries without it: it is as if nobody had done anything.
  @Test func `where nothing is asked nothing is settled`() throws {
    let write = Sample.write("w", at: "1s", "phone", "Milk")
    let settle = #"{"id": "r", "at": "20s", "device": "phone", "resolve": "own"}"#
    let run = try RecordedRun(
      RunSetup(Self.scenario(#"{"onConflict": "askUser"}"#, timeline: [write, settle])))
    let step = try #require(run.steps.first { $0.name.description == "r" })
    #expect(step.effects.isEmpty)
    let without = try RecordedRun(
      RunSetup(Self.scenario(#"{"onConflict": "askUser"}"#, timeline: [write])))
    #expect(run.deliveries.filter { $0 != "phone r" } == without.deliveries)
  }

  /// The save arrives and its answer is lost, and the user writes on.
  @Test(arguments: [("recognised", [], "v2"), ("foreign", ["v2 or v1"], "v1")])
  func `a device asks about its own edit only if it does not know it`(
    echo: String, asked: [String], end: String
  ) throws {
    let scenario = try Self.scenario(
      #"{"onConflict": "askUser", "ownEcho": "\#(echo)"}"#, devices: ["phone"],
      timeline: [
        Sample.write("w1", at: "1s", "phone", "v1"), Sample.write("w2", at: "5s", "phone", "v2"),
        #"{"message": "phone>cloud/save/w1/1/answer", "fate": []}"#,
      ])
    let run = try Self.judged(scenario)
    #expect(Self.questions(try RecordedRun(RunSetup(scenario))) == asked)
    #expect(Self.text(run.checker.cloud, "title") == end)
    #expect(Self.failures(run) == (asked.isEmpty ? [] : [.noLostEdit]))
  }

  private static func questions(_ run: RecordedRun) -> [String] {
    run.steps.flatMap(\.effects).flatMap { performed -> [String] in
      guard case .show(let changes) = performed.effect else { return [] }
      return changes.compactMap { shown in
        guard case .question(_, let question) = shown else { return nil }
        return question.map { "\($0.own) or \($0.cloud)" } ?? "none"
      }
    }
  }

  @Test func `a device killed while its user is asked asks again`() throws {
    let scenario = try Self.scenario(
      #"{"onConflict": "askUser"}"#,
      timeline: Self.both(phone: "Milk", tablet: "Eggs") + [
        #"{"id": "k", "at": "20s", "device": "tablet", "kill": "system", "for": "2s"}"#
      ])
    #expect(Self.failures(try Self.judged(scenario)) == [])
    #expect(
      Self.questions(try RecordedRun(RunSetup(scenario))) == ["Eggs or Milk", "Eggs or Milk"])
  }

  @Test(arguments: ["sum", "replace"])
  func `an increment makes the number on the screen one more`(counters: String) throws {
    let run = try Self.judged(
      Self.scenario(
        "\"sound\"", counters: counters,
        timeline: [
          #"{"at": "1s", "device": "phone", "increment": {"note-1": {"count": 2, "fresh": -1}}}"#,
          #"{"at": "5s", "device": "tablet", "increment": {"note-1": {"count": 3}}}"#,
        ]))
    #expect(Self.failures(run) == [])
    #expect(Self.text(run.checker.cloud, "count") == "6")
    #expect(Self.text(run.checker.cloud, "fresh") == "-1")
  }

  @Test func `two creates of one record meet as a conflict, not as two records`() throws {
    func create(_ id: String, _ at: String, _ device: String, _ value: String) -> String {
      #"""
      {"id": "\#(id)", "at": "\#(at)", "device": "\#(device)",
       "create": {"note-2": {"title": "\#(value)", "tags": ["\#(value)"]}}}
      """#
    }
    let run = try Self.judged(
      Self.scenario(
        "\"sound\"",
        timeline: [
          Sample.partition("p", at: "1s", "tablet", traffic: "refuse", for: "5s"),
          create("c1", "2s", "phone", "a"), create("c2", "3s", "tablet", "b"),
        ]))
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud[FieldPath("note-2", "title")]?.description == "b")
    #expect(run.checker.cloud[FieldPath("note-2", "tags")]?.description == "{a, b}")
    #expect(run.checker.happenings[.conflict] == 1)
  }
}

/// Random operations in the storm.
@Suite struct RandomConflictTests {
  private static func timeline(seed: UInt64) -> [String] {
    var generator = Seed(seed).generator(for: "conflicts")
    return (1...16).map { number in
      let device = ["phone", "tablet", "laptop"][Int(generator.below(3))]
      let record = ["note-1", "note-2"][Int(generator.below(2))]
      let deed =
        switch generator.below(6) {
        case 0, 1: #""write": {"\#(record)": {"title": "v\#(number)"}}"#
        case 2: #""write": {"\#(record)": {"title": "v\#(number)", "theme": "t\#(number)"}}"#
        case 3: #""add": {"\#(record)": {"tags": ["a\#(generator.below(3))"]}}"#
        case 4: #""increment": {"\#(record)": {"count": 1}}"#
        case 5 where number.isMultiple(of: 2):
          #""create": {"note-\#(generator.below(2) + 3)": {"title": "n\#(number)"}}"#
        default: #""resolve": {"\#(record)": {"title": "r\#(number)"}}"#
        }
      return #"{"id": "e\#(number)", "at": "\#(generator.below(20000))ms", "#
        + #""device": "\#(device)", \#(deed)}"#
    } + [Sample.partition("p", at: "4s", "tablet", traffic: "refuse", for: "6s")]
  }

  private static func run(
    _ seed: UInt64, policy: String, rule: String, sets: String = "observedRemove"
  ) throws -> (failed: [CheckResult], refused: Int) {
    let scenario = try Sample.scenario(
      devices: ["phone", "tablet", "laptop"], links: Sample.stormy,
      cloud: #"{"saves": "ifTagMatches", "rule": "\#(rule)", "sets": "\#(sets)", "page": 2}"#,
      start: #"{"records": {"note-1": {"title": "Groceries", "count": 1}}}"#,
      calm: #"{"at": "40s"}"#, policy: policy, timeline: timeline(seed: seed))
    var refused = 0
    let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed))) { event in
      guard let step = event.step, case .answer(.saved(let results), _) = step.event else { return }
      if results.contains(where: { $0.refusal != nil }) { refused += 1 }
    }
    return (run.checker.results().filter { $0.verdict == .fail }, refused)
  }

  @Test(
    arguments: [
      #""sound""#, #"{"onConflict": "askUser"}"#, #"{"ownEcho": "foreign"}"#,
      #"{"send": "batched"}"#, #"{"stamp": "server"}"#,
    ], ["highestStamp", "lastArrival"])
  func `devices that look at the cloud's record lose nothing`(policy: String, rule: String) throws {
    var refused = 0
    for seed in Extent.seeds(20) {
      let run = try Self.run(seed, policy: policy, rule: rule)
      refused += run.refused
      for failure in run.failed {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
    }
    #expect(refused > Extent.seeds(20).count)
  }

  @Test(
    arguments: [
      #""naive""#, #"{"preset": "naive", "onConflict": "clientWins"}"#,
      #"{"preset": "naive", "onConflict": "askUser"}"#,
      #"{"preset": "naive", "onConflict": "rebase"}"#,
    ], ["observedRemove", "replace"])
  func `whatever devices do, the cloud's tags and refusals are the model's`(
    policy: String, sets: String
  ) throws {
    for seed in Extent.seeds(20) {
      let run = try Self.run(seed, policy: policy, rule: "lastArrival", sets: sets)
      let wrong = run.failed.first { $0.name == .matchesModel }
      #expect(wrong == nil, "seed \(seed): \(wrong?.explanation ?? "")")
    }
  }
}
