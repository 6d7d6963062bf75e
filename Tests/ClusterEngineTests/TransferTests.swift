import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// A phone fetches a.zip, a million bytes in four ranges of five seconds each, unless a test says
/// otherwise; every link takes 50 ms and does nothing else.
@Suite struct TransferTests {
  private static let want = #"{"id": "want", "at": "1s", "device": "phone", "download": "a.zip"}"#

  private func scenario(
    _ entries: [String], devices: [String] = ["phone"], policy: String = "\"sound\"",
    duplicates: String = "overwrite"
  ) throws -> Scenario {
    try Sample.scenario(
      devices: devices,
      cloud: """
        {"files": {"speed": 50000, "chunk": 250000, "onDuplicate": "\(duplicates)"}}
        """,
      start: #"{"files": {"a.zip": {"size": 1000000}}}"#, calm: #"{"at": "120s"}"#,
      policy: policy, timeline: entries)
  }

  private func run(
    _ entries: String..., policy: String = "\"sound\""
  ) throws -> RecordedRun {
    try RecordedRun(RunSetup(try scenario(entries, policy: policy)))
  }

  private func transferOnce(_ run: RecordedRun, _ scenario: Scenario) -> CheckResult? {
    var checker = Checker(scenario: scenario)
    for event in run.events { checker.observe(event) }
    return checker.results().first { $0.name == .transferOnce }
  }

  private func offsets(_ run: RecordedRun) -> [Int] {
    run.steps.flatMap { step in
      step.effects.compactMap { performed in
        guard case .send(.fetch(let range), _) = performed.effect else { return nil }
        return range.offset
      }
    }
  }

  private func at(_ name: String, in run: RecordedRun) -> Instant? {
    run.events.first { $0.step?.name.description == name }?.at
  }

  private func lastShown(_ run: RecordedRun) -> FileState? {
    var last: FileState?
    for case .show(let changes) in run.steps.flatMap({ $0.effects.map(\.effect) }) {
      for case .file(_, let state) in changes { last = state }
    }
    return last
  }

  @Test func aFileComesRangeByRangeAtItsLinksSpeed() throws {
    let run = try run(Self.want)
    #expect(offsets(run) == [0, 250_000, 500_000, 750_000])
    // Four times 50 ms there, 50 ms back and five seconds for a quarter of the bytes.
    #expect(at("phone.transfers>phone/finished/want/1", in: run) == Instant(1000 + 4 * 5100))
    #expect(lastShown(run) == .done)
  }

  @Test(arguments: ["", "/answer"])
  func aCutCostsTheRangeInHandAndNoOther(part: String) throws {
    let run = try run(
      Self.want, #"{"message": "phone.transfers>cloud/fetch/want/2\#(part)", "fate": []}"#)
    #expect(offsets(run) == [0, 250_000, 250_000, 500_000, 750_000])
    #expect(lastShown(run) == .done)
  }

  @Test func theSystemStartsADeadAppWhenItsTransferHasEnded() throws {
    let run = try run(Self.want, #"{"at": "5s", "device": "phone", "kill": "system"}"#)
    #expect(at("phone.wake#1", in: run) == Instant(21_400 + 2000))
    #expect(at("phone.transfers>phone/finished/want/1", in: run) == Instant(23_400))
    #expect(offsets(run).count == 4)
  }

  @Test func anAppThatTheUserEndedIsNotStartedAndItsTasksEnd() throws {
    let run = try run(Self.want, #"{"at": "8s", "device": "phone", "kill": "user"}"#)
    #expect(at("phone.wake#1", in: run) == nil)
    // Two ranges before the kill; all four again once the calm has started the app.
    #expect(offsets(run) == [0, 250_000, 0, 250_000, 500_000, 750_000])
    #expect(lastShown(run) == .done)
  }

  @Test func aSoundAppAdoptsWhatTheSystemRunsAndABlindOneDoesNot() throws {
    for (policy, tasks) in [("\"sound\"", 1), (#"{"reenqueue": "blind"}"#, 2)] {
      let run = try run(
        Self.want, #"{"at": "5s", "device": "phone", "kill": "system", "for": "5s"}"#,
        policy: policy)
      let calls = run.steps.count { step in
        if case .transferCall(.enqueue) = step.event { true } else { false }
      }
      #expect(calls == tasks)
    }
  }

  private static let another = [
    #"{"id": "old", "at": "1s", "device": "phone", "upload": {"b.jpg": {"size": 400000}}}"#,
    #"{"id": "new", "at": "4s", "device": "phone", "upload": {"b.jpg": {"size": 300000}}}"#,
  ]

  /// The user has another photo of that name before the first one is up.
  @Test func anotherContentTakesThePlaceOfAnUploadThatStillRuns() throws {
    let scenario = try scenario(Self.another)
    let run = try RecordedRun(RunSetup(scenario))
    #expect(lastShown(run) == .done)
    #expect(transferOnce(run, scenario)?.verdict == .pass)
    let files = try JudgedRun.inMemory(RunSetup(scenario)).checker.app
    #expect(files[AppPath(.files, at: .cloud, "b.jpg")] != nil)
  }

  /// Wherever the app is killed while it takes the other content: wholly, or not at all.
  @Test(arguments: 0...7)
  func aKillBetweenLeavesOneOfTheTwo(effects: Int) throws {
    let kill = """
      {"device": "phone", "kill": "system", "during": "new", "afterEffects": \(effects), "for": "1s"}
      """
    let scenario = try scenario(Self.another + [kill])
    let run = try RecordedRun(RunSetup(scenario))
    #expect(lastShown(run) == .done)
    let result = try #require(transferOnce(run, scenario))
    #expect(result.verdict == .pass, "\(result.explanation)")
  }

  /// The end of the first one is told to an app that has been asked for the other meanwhile.
  @Test func theEndOfOneContentIsNotTheEndOfAnother() throws {
    let scenario = try scenario([
      #"{"id": "old", "at": "1s", "device": "phone", "upload": {"b.jpg": {"size": 200000}}}"#,
      #"{"id": "new", "at": "4s", "device": "phone", "upload": {"b.jpg": {"size": 300000}}}"#,
      #"{"message": "phone.transfers>phone/finished/old/1", "fate": ["5s"]}"#,
    ])
    let run = try RecordedRun(RunSetup(scenario))
    let result = try #require(transferOnce(run, scenario))
    #expect(result.verdict == .pass, "\(result.explanation)")
    #expect(lastShown(run) == .done)
  }

  /// What another device has brought to the cloud fulfils no wish that is given up here.
  @Test func anUploadGivenUpIsGivenUpThoughTheCloudHasTheFile() throws {
    let scenario = try scenario(
      [
        #"{"id": "hers", "at": "1s", "device": "tablet", "upload": {"b.jpg": {"size": 200000}}}"#,
        #"{"id": "his", "at": "20s", "device": "phone", "upload": {"b.jpg": {"size": 200000}}}"#,
        #"{"id": "stop", "at": "22s", "device": "phone", "cancelTransfer": "b.jpg"}"#,
      ], devices: ["phone", "tablet"])
    let run = try RecordedRun(RunSetup(scenario))
    let result = try #require(transferOnce(run, scenario))
    #expect(result.verdict == .pass, "\(result.explanation)")
    #expect(lastShown(run) == .cancelled)
  }

  @Test func theTwinOfADownloadComesToTheSamePlaceAndChangesNothing() throws {
    let entries = [Self.want, #"{"at": "2s", "device": "phone", "download": "a.zip"}"#]
    let scenario = try scenario(entries, policy: #"{"reenqueue": "blind"}"#)
    let run = try RecordedRun(RunSetup(scenario))
    let moves = run.steps.flatMap { $0.effects }.count { effect in
      if case .moveFile = effect.effect { true } else { false }
    }
    #expect(moves == 2)
    #expect(lastShown(run) == .done)
    #expect(transferOnce(run, scenario)?.signature.hasSuffix("two at a time") == true)
  }

  @Test func anEndThatWasNotHandledToTheLastIsToldAgain() throws {
    let finished = "phone.transfers>phone/finished/want/1"
    for count in 0...3 {
      let run = try run(
        Self.want,
        """
        {"device": "phone", "kill": "system", "during": "\(finished)", "afterEffects": \(count),
         "for": "1s"}
        """)
      #expect(at("phone.transfers>phone/finished/want/2", in: run) != nil)
      #expect(offsets(run).count == 4)
      #expect(lastShown(run) == .done)
    }
  }

  @Test func aFinishThatRacesWithTheListOfTasksIsNotStartedAgain() throws {
    for order in ["tasks", "finished"] {
      let (late, other) =
        order == "tasks"
        ? ("finished/want/1", "tasks/phone.start#2/1")
        : ("tasks/phone.start#2/1", "finished/want/1")
      let run = try run(
        Self.want, #"{"at": "5s", "device": "phone", "kill": "system", "for": "16400ms"}"#,
        #"{"message": "phone.transfers>phone/\#(late)", "after": "phone.transfers>phone/\#(other)"}"#
      )
      #expect(offsets(run).count == 4)
      #expect(lastShown(run) == .done)
    }
  }

  @Test func whatIsGivenUpEndsEvenWhereItsFinishIsOnItsWay() throws {
    let early = try run(
      Self.want, #"{"at": "3s", "device": "phone", "cancelTransfer": "a.zip"}"#)
    #expect(offsets(early) == [0])
    #expect(lastShown(early) == .cancelled)
    let late = try run(
      Self.want, #"{"id": "stop", "at": "30s", "device": "phone", "cancelTransfer": "a.zip"}"#,
      #"{"message": "phone.transfers>phone/finished/want/1", "after": "stop"}"#)
    #expect(offsets(late).count == 4)
    #expect(lastShown(late) == .cancelled)
  }

  @Test func aSuspendedAppHearsOfTheEndWhenItResumes() throws {
    let run = try run(
      Self.want, #"{"at": "5s", "device": "phone", "suspend": true, "for": "60s"}"#)
    #expect(at("phone.transfers>phone/finished/want/1", in: run) == Instant(65_000))
    #expect(lastShown(run) == .done)
  }

  @Test func aReinstalledAppHasNoTasks() throws {
    let run = try run(Self.want, #"{"at": "5s", "device": "phone", "reinstall": true}"#)
    #expect(offsets(run) == [0])
    #expect(run.outcome.reason == .quiet)
  }

  @Test func anUploadIsRefusedWhileAnotherRunsAndGoesThroughLater() throws {
    let upload = #""upload": {"b.jpg": {"size": 500000}}"#
    let scenario = try scenario(
      [
        #"{"id": "one", "at": "1s", "device": "phone", \#(upload)}"#,
        #"{"id": "two", "at": "2s", "device": "tablet", \#(upload)}"#,
      ], devices: ["phone", "tablet"], duplicates: "locked")
    let run = try RecordedRun(RunSetup(scenario))
    let refusals = run.steps.count { step in
      if case .answer(.refused(.fileLocked, _), _) = step.event { true } else { false }
    }
    #expect(refusals > 0)
    #expect(transferOnce(run, scenario)?.verdict == .pass)
  }

  @Test func aFileThatIsNotThereFailsAndIsNotTriedAgain() throws {
    let scenario = try scenario([
      #"{"id": "want", "at": "1s", "device": "phone", "download": "none.zip"}"#
    ])
    let run = try RecordedRun(RunSetup(scenario))
    #expect(offsets(run) == [0])
    #expect(lastShown(run) == .failed)
    #expect(transferOnce(run, scenario)?.verdict == .pass)
  }

  @Test func aPartitionOnlyDelaysATransfer() throws {
    for traffic in ["drop", "hold", "refuse"] {
      let scenario = try scenario([
        Self.want, Sample.partition("tunnel", at: "3s", "phone", traffic: traffic, for: "40s"),
      ])
      let run = try RecordedRun(RunSetup(scenario))
      #expect(lastShown(run) == .done, "\(traffic)")
      #expect(transferOnce(run, scenario)?.verdict == .pass, "\(traffic)")
    }
  }

  @Test func noFileIsFetchedTwiceWhereverASoundAppIsKilled() throws {
    let scenario = try scenario([
      Self.want, #"{"id": "send", "at": "2s", "device": "phone", "upload": "b.jpg"}"#,
    ])
    let search = DeviationSearch(deviations: 1) { schedule, observe throws(HostFailure) in
      try JudgedRun.inMemory(
        RunSetup(scenario, drawsWeather: false, added: schedule), observe: observe
      ).checker.results()
    }
    let summary = try search.search()
    #expect(summary.isComplete)
    #expect(summary.failures == 0)
    #expect(summary.findings.map(\.choices) == [])
    // Each store and each call of two wishes and of their ends, beside the losses.
    #expect(summary.runs > 20)
  }

  @Test(arguments: [
    #"{"message": "phone.transfers>cloud/fetch/want/1", "fate": ["1s", "2s"]}"#,
    #"{"message": "phone>phone.transfers/enqueue/want/1", "fate": []}"#,
    #"{"message": "phone.transfers>phone/finished/want/1", "again": ["want"], "fate": ["1s"]}"#,
    #"{"message": "phone>cloud/fetch/want/1", "fate": []}"#,
  ])
  func aFateThatItsLinkCannotHaveIsRefused(fate: String) throws {
    #expect(throws: FormatError.self) { try scenario([Self.want, fate]) }
  }
}
