import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Deletions, sums, and what the cloud forgets.
@Suite struct DeletionTests {
  private static let start =
    #"{"records": {"n": {"title": "a", "body": "b", "tags": ["x"], "count": 4}}}"#
  private static let away = Sample.partition("p", at: "1s", "tablet", traffic: "refuse", for: "9s")

  private static func judged(
    cloud: String = "{}", policy: String = "\"sound\"", _ entries: String...
  ) throws -> JudgedRun {
    let scenario = try Sample.scenario(
      cloud: cloud, start: start, calm: #"{"at": "60s"}"#, policy: policy,
      timeline: [away] + entries)
    return try JudgedRun.inMemory(RunSetup(scenario))
  }

  private static func failures(_ run: JudgedRun) -> [CheckName] {
    run.checker.results().filter { $0.verdict == .fail }.map(\.name)
  }

  private static func title(_ run: JudgedRun) -> String? {
    run.checker.cloud[FieldPath("n", "title")]?.description
  }

  private static let delete = #"{"id": "d", "at": "4s", "device": "phone", "delete": "n"}"#

  private static func rename(at: String) -> String {
    #"{"id": "w", "at": "\#(at)", "device": "tablet", "write": {"n": {"title": "c"}}}"#
  }

  /// The tablet, offline, renames the record before or after the phone has deleted it.
  @Test(arguments: [
    ("highest", "2s", nil), ("highest", "6s", "c"), ("deleteWins", "2s", nil),
    ("deleteWins", "6s", nil), ("updateWins", "2s", "c"), ("updateWins", "6s", "c"),
  ])
  func `a deletion meets an update as the rule has it`(
    deletes: String, at: String, title: String?
  ) throws {
    let run = try Self.judged(
      cloud: #"{"deletes": "\#(deletes)"}"#, Self.delete, Self.rename(at: at))
    #expect(Self.failures(run) == [])
    #expect(Self.title(run) == title)
    // Whatever comes back comes back whole.
    #expect((run.checker.cloud[FieldPath("n", "body")] != nil) == (title != nil))
    #expect(run.checker.shown["phone"] == run.checker.cloud)
  }

  @Test func `a deletion as writes of nothing leaves what was written later`() throws {
    let run = try Self.judged(
      cloud: #"{"counters": "replace"}"#, policy: #"{"delete": "asWrite"}"#, Self.delete,
      Self.rename(at: "6s"))
    #expect(Self.title(run) == "c")
    #expect(run.checker.cloud[FieldPath("n", "body")]?.description == "null")
  }

  @Test(arguments: ["highest", "deleteWins", "updateWins"])
  func `what is made after a deletion was seen begins anew`(deletes: String) throws {
    let run = try Self.judged(
      cloud: #"{"deletes": "\#(deletes)"}"#, Self.delete,
      #"{"at": "20s", "device": "tablet", "create": {"n": {"title": "new", "tags": ["y"]}}}"#,
      #"{"at": "30s", "device": "phone", "increment": {"n": {"count": 1}}}"#)
    #expect(Self.failures(run) == [])
    #expect(Self.title(run) == "new")
    #expect(run.checker.cloud[FieldPath("n", "body")] == nil)
    #expect(run.checker.cloud[FieldPath("n", "tags")]?.description == "{y}")
    #expect(run.checker.cloud[FieldPath("n", "count")]?.description == "1")
  }

  /// The cloud takes in what the phone makes anew before the laptop's deletion. The phone is told of
  /// that, and with it of the end of the tablet's title, before it is answered.
  @Test func `what was made anew shows until the cloud has answered for it`() throws {
    let scenario = try Sample.scenario(
      devices: ["phone", "tablet", "laptop"], cloud: #"{"deletes": "deleteWins"}"#,
      start: Self.start, calm: #"{"at": "60s"}"#, policy: #"{"stamp": "server"}"#,
      timeline: [
        Self.away, Sample.partition("q", at: "1s", "laptop", traffic: "refuse", for: "13s"),
        Self.delete, #"{"id": "e", "at": "5s", "device": "laptop", "delete": "n"}"#,
        Self.rename(at: "6s"),
        #"{"id": "v", "at": "12s", "device": "phone", "add": {"n": {"tags": ["y"]}}}"#,
        #"{"message": "phone>cloud/save/v/1/answer", "fate": []}"#,
      ])
    let run = try JudgedRun.inMemory(RunSetup(scenario))
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud[FieldPath("n", "tags")] == nil)
  }

  @Test(arguments: [("collapse", []), ("keepDelete", [CheckName.converged, .noLostEdit])])
  func `a record that is made again before its deletion is sent`(
    way: String, failing: [CheckName]
  ) throws {
    let run = try Self.judged(
      policy: #"{"deleteThenCreate": "\#(way)"}"#,
      #"{"id": "d", "at": "2s", "device": "tablet", "delete": "n"}"#,
      #"{"id": "c", "at": "3s", "device": "tablet", "create": {"n": {"title": "new"}}}"#)
    #expect(Self.failures(run) == failing)
    #expect(Self.title(run) == (way == "collapse" ? "new" : nil))
    #expect(run.checker.shown["tablet"]?[FieldPath("n", "title")]?.description == "new")
  }

  @Test(arguments: [
    ("drop", [], nil),
    ("upload", [CheckName.noLostEdit, .ownEditsShow, .staysDeleted], "a"),
  ])
  func `a device that was away for longer than tombstones are kept`(
    way: String, failing: [CheckName], title: String?
  ) throws {
    let run = try Self.judged(
      cloud: #"{"tombstones": {"retention": "2s"}, "page": 1}"#,
      policy: #"{"pruned": "\#(way)"}"#,
      #"{"id": "d", "at": "2s", "device": "phone", "delete": "n"}"#,
      #"{"id": "w", "at": "6s", "device": "phone", "write": {"m": {"title": "z", "body": "y"}}}"#)
    #expect(Self.failures(run) == failing)
    #expect(Self.title(run) == title)
    #expect(run.checker.shown["tablet"]?[FieldPath("n", "title")]?.description == title)
  }

  @Test func `an edit of a record that is forgotten is refused by name`() throws {
    var refused: [CloudError] = []
    let scenario = try Sample.scenario(
      cloud: #"{"tombstones": {"retention": "2s"}}"#, start: Self.start,
      calm: #"{"at": "60s"}"#, timeline: [Self.away, Self.delete, Self.rename(at: "5s")])
    let run = try JudgedRun.inMemory(RunSetup(scenario)) { event in
      guard let step = event.step, case .answer(.saved(let results), _) = step.event else { return }
      refused += results.compactMap(\.refusal?.error)
    }
    #expect(refused == [.unknownItem])
    #expect(Self.failures(run) == [])
    #expect(Self.title(run) == nil)
  }

  @Test func `increments at once add up, however often they come`() throws {
    let run = try Self.judged(
      #"{"id": "i", "at": "3s", "device": "phone", "increment": {"n": {"count": 1}}}"#,
      #"{"id": "j", "at": "3s", "device": "tablet", "increment": {"n": {"count": 2}}}"#,
      #"{"message": "phone>cloud/save/i/1", "fate": ["50ms", "8s"]}"#,
      #"{"message": "tablet>cloud/save/j/1/answer", "fate": []}"#)
    #expect(Self.failures(run) == [])
    #expect(run.checker.cloud[FieldPath("n", "count")]?.description == "7")
  }

  @Test func `increments at once are lost where sums are written`() throws {
    let run = try Self.judged(
      cloud: #"{"counters": "replace"}"#,
      #"{"id": "i", "at": "3s", "device": "phone", "increment": {"n": {"count": 1}}}"#,
      #"{"id": "j", "at": "3s", "device": "tablet", "increment": {"n": {"count": 1}}}"#)
    #expect(Self.failures(run) == [.noLostEdit])
    let words = run.checker.results().first { $0.name == .noLostEdit }?.explanation
    #expect(words?.contains("summed up without having seen it") == true)
  }
}

/// Random operations, deletions among them, in the storm.
@Suite struct RandomDeletionTests {
  private static func timeline(seed: UInt64) -> [String] {
    var generator = Seed(seed).generator(for: "deletions")
    func pick(_ words: [String]) -> String { words[Int(generator.below(Int64(words.count)))] }
    let entries = (1...16).map { number in
      let record = pick(["n1", "n2", "n3"])
      let deed =
        switch generator.below(8) {
        case 0, 1: #""write": {"\#(record)": {"\#(pick(["title", "body"]))": "v\#(number)"}}"#
        case 2: #""add": {"\#(record)": {"tags": ["\#(pick(["a", "b"]))"]}}"#
        case 3: #""remove": {"\#(record)": {"tags": ["\#(pick(["a", "b"]))"]}}"#
        case 4: #""increment": {"\#(record)": {"count": 1}}"#
        case 5: #""create": {"\#(record)": {"title": "c\#(number)", "tags": ["a"]}}"#
        default: #""delete": "\#(record)""#
        }
      return #"{"id": "e\#(number)", "at": "\#(generator.below(20000))ms", "#
        + #""device": "\#(pick(["phone", "tablet", "laptop"]))", \#(deed)}"#
    }
    return entries + [
      Sample.partition("p", at: "4s", "tablet", traffic: "refuse", for: "6s"),
      #"{"id": "k", "at": "9s", "device": "phone", "kill": "system", "afterEffects": 1, "for": "3s"}"#,
    ]
  }

  private static func failures(_ seed: UInt64, cloud: String, policy: String) throws
    -> [CheckResult]
  {
    let scenario = try Sample.scenario(
      devices: ["phone", "tablet", "laptop"], links: Sample.stormy, cloud: cloud,
      start: #"{"records": {"n1": {"title": "s", "tags": ["a"], "count": 3}}}"#,
      calm: #"{"at": "45s"}"#, policy: policy, timeline: timeline(seed: seed))
    return try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed))).checker.results()
      .filter { $0.verdict == .fail }
  }

  @Test(
    arguments: ["highest", "deleteWins", "updateWins"],
    [#""sound""#, #"{"stamp": "server"}"#, #"{"send": "batched"}"#])
  func `sound devices, the cloud and the model agree`(deletes: String, policy: String) throws {
    for seed in Extent.seeds(30) {
      let cloud = #"{"deletes": "\#(deletes)", "page": 2}"#
      for failure in try Self.failures(seed, cloud: cloud, policy: policy) {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
    }
  }

  /// Whatever devices do, and however soon the cloud forgets.
  @Test(
    arguments: ["highest", "deleteWins", "updateWins"],
    [
      #"{"preset": "naive", "delete": "tombstone"}"#, #""sound""#,
      #"{"preset": "sound", "pruned": "upload", "deleteThenCreate": "keepDelete"}"#,
    ])
  func `the cloud does as the model says`(deletes: String, policy: String) throws {
    for saves in ["merge", "ifTagMatches"] {
      for seed in Extent.seeds(15) {
        let cloud =
          #"{"deletes": "\#(deletes)", "saves": "\#(saves)", "tombstones": {"retention": "3s"}}"#
        let wrong = try Self.failures(seed, cloud: cloud, policy: policy)
          .first { $0.name == .matchesModel }
        #expect(wrong == nil, "seed \(seed), \(saves): \(wrong?.explanation ?? "")")
      }
    }
  }
}
