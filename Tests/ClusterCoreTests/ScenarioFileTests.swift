import ClusterCore
import Testing

/// A small scenario with places to break.
private func file(
  devices: String = #"[{"name": "phone"}, {"name": "tablet"}]"#, links: String = "{}",
  timeline: String = "[]", more: String = ""
) -> String {
  """
  {"format": 1, "name": "small", "devices": \(devices), "links": \(links),
   "timeline": \(timeline)\(more)}
  """
}

private func scenario(_ text: String, variant: VariantName? = nil) throws -> Scenario {
  try ScenarioFile(Array(text.utf8)).scenario(variant)
}

private func refusal(_ text: String) throws -> FormatError {
  do {
    _ = try scenario(text)
  } catch let error as FormatError {
    return error
  }
  throw NotRefused()
}

private struct NotRefused: Error {}

@Suite struct RefusedScenarioTests {
  @Test func badJSON() throws {
    let error = try refusal(#"{"format": 1,, }"#)
    #expect(error.offset == 13)
    #expect(error.problem.contains("not JSON"))
  }

  @Test func unknownKeyNamesTheNearest() throws {
    let error = try refusal(file(more: #", "timline": []"#))
    #expect(error.path == "timline")
    #expect(error.allowed.contains("did you mean \"timeline\""))
  }

  @Test func unknownDeviceInALink() throws {
    let error = try refusal(file(links: #"{"phnoe>cloud": {"loss": 0.1}}"#))
    #expect(error.path == "links.phnoe>cloud")
    #expect(error.allowed.contains("phone>cloud"))
  }

  @Test(arguments: ["1.5", "-0.1", "\"0.1\"", "0.0000001"])
  func lossThatIsNoChance(loss: String) throws {
    let error = try refusal(file(links: "{\"default\": {\"loss\": \(loss)}}"))
    #expect(error.path == "links.default.loss")
    #expect(error.allowed.contains("from 0 to 1"))
  }

  @Test func twoDevicesOfOneName() throws {
    let error = try refusal(file(devices: #"[{"name": "phone"}, {"name": "phone"}]"#))
    #expect(error.path == "devices[1]")
    #expect(error.problem.contains("phone"))
  }

  @Test(arguments: ["\"-5ms\"", "5", "\"5\"", "\"5 parsecs\""])
  func delayThatIsNoDelay(delay: String) throws {
    let error = try refusal(file(links: "{\"default\": {\"delay\": \(delay)}}"))
    #expect(error.path == "links.default.delay")
    #expect(error.allowed.contains("40ms"))
  }

  @Test func anEntryPastTheEnd() throws {
    let error = try refusal(
      file(
        timeline: #"[{"at": "9s", "device": "phone", "sync": true}]"#,
        more: #", "calm": {"at": "5s"}"#))
    #expect(error.path == "calm")
    #expect(error.problem.contains("phone.sync@9s"))
  }

  @Test func aDoubledAnswer() throws {
    let fate = #"[{"message": "phone>cloud/save/w/1/answer", "fate": ["1ms", "2ms"]}]"#
    #expect(try refusal(file(timeline: fate)).problem.contains("doubled"))
    let link = #"{"cloud>phone": {"duplicate": 0.1}}"#
    #expect(try refusal(file(links: link)).path == "links.cloud>phone.duplicate")
  }

  @Test func anEntryForADeviceThatIsNotThere() throws {
    let error = try refusal(
      file(timeline: #"[{"at": "1s", "device": "phine", "sync": true}]"#))
    #expect(error.path == "timeline[0].device")
    #expect(error.allowed.contains("did you mean \"phone\""))
  }

  @Test(arguments: [
    #"[{"at": "1s", "device": "phone"}]"#,
    #"[{"at": "1s", "device": "phone", "sync": true, "write": {"a": {"b": 1}}}]"#,
    #"[{"device": "phone", "sync": true}]"#,
    #"[{"at": "1s", "device": "phone", "write": {}}]"#,
    #"[{"id": "a/b", "at": "1s", "device": "phone", "sync": true}]"#,
    #"[{"message": "phone>tablet/save/w/1", "fate": []}]"#,
    #"[{"message": "phone>cloud/save/w/1"}]"#,
    #"[{"id": "start", "at": "1s", "device": "phone", "sync": true}]"#,
    #"[{"id": "calm#1", "at": "1s", "device": "phone", "sync": true}]"#,
    #"[{"at": "1s", "device": "phone", "sync": true, "for": "2s"}]"#,
    #"[{"at": "1s", "device": "phone", "partition": ["phone"], "for": "2s"}]"#,
    #"[{"at": "1s", "partition": [], "for": "2s"}]"#,
    #"[{"at": "1s", "device": "phone", "kill": "system", "bytes": 3}]"#,
    #"[{"at": "1s", "device": "phone", "kill": "system", "during": "a"}]"#,
    #"[{"id": "a", "at": "1s", "device": "phone", "sync": true}, {"id": "a", "at": "2s", "device": "phone", "sync": true}]"#,
    #"[{"at": "1s", "device": "phone", "write": {"a": {"b": 1}}}, {"at": "2s", "device": "phone", "add": {"a": {"b": 1}}}]"#,
  ])
  func anEntryThatCannotBeMeant(timeline: String) throws {
    #expect(try refusal(file(timeline: timeline)).path.hasPrefix("timeline"))
  }

  @Test func aRemoveUnderUnion() throws {
    let timeline = #"[{"at": "1s", "device": "phone", "remove": {"n": {"tags": ["a"]}}}]"#
    let error = try refusal(file(timeline: timeline, more: #", "cloud": {"sets": "union"}"#))
    #expect(error.allowed.contains("observedRemove"))
  }

  @Test(arguments: ["../out", "a b", ".hidden", "\u{1B}[31m"])
  func aVariantWhoseNameCannotStandInAPath(name: String) throws {
    let key = JSONNode(.string(name)).json
    let error = try refusal(file(more: ", \"variants\": {\(key): {}}"))
    #expect(error.allowed.contains("a–z"))
  }

  @Test func aValueThatStandsTwiceInASet() throws {
    let start = #", "start": {"records": {"n": {"tags": ["a", "a"]}}}"#
    #expect(try refusal(file(more: start)).path == "start.records.n.tags")
  }

  @Test func aCheckThatIsToPassAndToFail() throws {
    let expect = #", "expect": {"pass": ["converged"], "fail": ["converged"]}"#
    #expect(try refusal(file(more: expect)).path == "expect")
  }
}

@Suite struct ScenarioFileTests {
  @Test func entriesGetIdsFromDeviceVerbAndInstant() throws {
    let timeline = """
      [{"at": "2s", "device": "phone", "sync": true},
       {"at": "1500ms", "device": "phone", "write": {"n": {"t": 1}}},
       {"at": "2s", "device": "phone", "sync": true},
       {"at": "1s", "partition": ["phone"], "for": "1s"}]
      """
    let ids = try scenario(file(timeline: timeline)).timeline.map(\.id.string)
    #expect(ids == ["partition@1s", "phone.write@1500ms", "phone.sync@2s", "phone.sync@2s#2"])
  }

  @Test func aPastedScheduleReplacesWhatTheFileSettlesOfTheSameMessage() throws {
    let timeline = """
      [{"message": "phone>cloud/save/w/1", "fate": []},
       {"message": "phone>cloud/save/w/1", "fate": ["40ms"]}]
      """
    let aimed = try scenario(file(timeline: timeline)).aimed
    #expect(aimed.fates.map(\.fate) == [Fate(.copies([40]))])
  }

  @Test func theNarrowerLinkWinsWhateverTheOrder() throws {
    let links = """
      {"phone>cloud": {"loss": 0.3}, "phone": {"loss": 0.2}, "default": {"loss": 0.1},
       "push": {"loss": 0.4}}
      """
    let plan = try scenario(file(links: links)).links
    func loss(_ sender: NodeID, _ receiver: NodeID, _ kind: LinkKind = .http) -> Int64 {
      plan[LinkID(sender: sender, receiver: receiver, kind: kind)].loss.count
    }
    #expect(loss("phone", "cloud") == 300_000)
    #expect(loss("cloud", "phone") == 200_000)
    #expect(loss("tablet", "cloud") == 100_000)
    #expect(loss("cloud", "tablet", .push) == 400_000)
  }

  @Test func aVariantMergesDevicesByNameAndAddsEntries() throws {
    let text = file(
      timeline:
        #"[{"id": "a", "at": "1s", "device": "phone", "sync": true}, {"id": "b", "at": "2s", "device": "phone", "sync": true}]"#,
      more: """
        , "expect": {"pass": ["converged"]}, "variants": {"late": {
          "devices": [{"name": "tablet", "timeout": "5s"}],
          "timeline": [{"id": "a", "remove": true},
            {"id": "b", "at": "3s", "device": "tablet", "sync": true},
            {"id": "c", "at": "1s", "device": "phone", "sync": true}],
          "expect": {"fail": ["settled"]}}}
        """)
    let late = try scenario(text, variant: "late")
    #expect(late.devices.map(\.id) == ["phone", "tablet"])
    #expect(late.device("tablet")?.timeout == .seconds(5))
    #expect(late.timeline.map(\.id) == ["c", "b"])
    #expect(late.timeline.last?.at == Instant(3000))
    #expect(late.expect.pass.isEmpty && late.expect.fail == ["settled"])
    #expect(try scenario(text).timeline.map(\.id) == ["a", "b"])
  }

  @Test func aVariantCanAddARemovalOfASetsMember() throws {
    let text = file(
      timeline: #"[{"id": "a", "at": "1s", "device": "phone", "sync": true}]"#,
      more: """
        , "variants": {"less": {"timeline": [
          {"id": "r", "at": "2s", "device": "phone", "remove": {"n": {"tags": ["x"]}}}]}}
        """)
    #expect(try scenario(text, variant: "less").timeline.map(\.id) == ["a", "r"])
  }

  @Test func oneEventCanBeCutByTwoKills() throws {
    let kill = #"{"device": "phone", "kill": "system", "during": "a", "afterEffects": 1}"#
    let again = #"{"device": "phone", "kill": "system", "during": "a", "afterEffects": 2}"#
    #expect(try scenario(file(timeline: "[\(kill), \(again)]")).aimed.kills.count == 2)
  }

  @Test func aPolicyIsAPresetWithChanges() throws {
    let devices = """
      [{"name": "phone", "policy": {"preset": "naive", "records": "sound", "stamp": "server"}},
       {"name": "tablet"}]
      """
    let scenario = try scenario(file(devices: devices))
    let policy = try #require(scenario.device("phone")?.policy)
    #expect(policy.stamp == .server)
    #expect(policy.send == .queued)
    #expect(policy.apply == .newestStamp)
    #expect(scenario.device("tablet")?.policy == .sound)
  }

  @Test func whatIsWrittenOutIsTheSameScenario() throws {
    let timeline = """
      [{"at": "2s", "device": "phone", "write": {"n": {"t": "x"}}},
       {"message": "phone>cloud/save/phone.write@2s/1", "fate": []}]
      """
    let first = try scenario(file(timeline: timeline))

    let written = ScenarioWriter(first).file(
      name: "small", about: "", schedule: first.aimed, isWeatherOff: false, failing: nil)
    let second = try scenario(written.pretty())
    #expect(second.timeline == first.timeline)
    #expect(second.aimed == first.aimed)
    #expect(second.links == first.links)
  }
}

@Suite struct WeatherTests {
  private let weather = Weather(
    delay: .uniform(20, 400), floor: 20, loss: PartsPerMillion(100_000),
    duplicate: PartsPerMillion(100_000))

  private let link = LinkID(sender: "phone", receiver: .cloud, kind: .http)

  private func save(_ number: Int) -> MessageName {
    MessageName(sender: "phone", receiver: .cloud, kind: .save, root: "m", count: number)
  }

  private func draw(_ weather: Weather, _ number: Int, seed: UInt64 = 1, isCalm: Bool = false)
    -> DrawnFate
  {
    weather.draw(
      seed: Seed(seed), message: save(number), link: link, at: .start, isCalm: isCalm)
  }

  /// What a name draws is kept for good: a schedule that was told once must come again.
  @Test func aNameIsFoldedAsItIsWritten() {
    for name in [save(1), save(12), save(12).answer, save(12).answer.request] {
      #expect(name.fold == StableHash.of(name.description))
    }
    #expect(save(1) == save(1) && save(1) != save(2) && save(1) != save(1).answer)
    #expect(save(1).answer == save(1).answer && save(1).answer.request == save(1))
  }

  @Test func aFateIsAFunctionOfSeedAndName() {
    #expect(draw(weather, 1) == draw(weather, 1))
    let others = (2...50).map { draw(weather, $0) }
    #expect(Set(others).count > 35)
    #expect((1...50).map { draw(weather, 1, seed: $0) }.count { $0.delays.isEmpty } > 0)
  }

  @Test func theCalmStopsLossAndDoublingAndKeepsTheDelay() {
    for count in 1...500 {
      let stormy = draw(weather, count)
      let calm = draw(weather, count, isCalm: true)
      #expect(calm.delays.count == 1)
      if let first = stormy.delays.first { #expect(calm.delays.first == first) }
    }
  }

  @Test func delaysStayWithinTheirBounds() {
    for count in 1...2000 {
      for delay in draw(weather, count).delays {
        #expect(delay >= 20 && delay <= 400)
      }
    }
  }

  /// The mean of an exponential with mean 100 ms over 20,000 draws: its standard error is
  /// below 1 ms, and the table's cut at eight times the mean takes off less than 1 ms.
  @Test func theExponentialHasItsMean() {
    let weather = Weather(delay: .exponential(mean: 100), floor: 0)
    let delays = (1...20_000).compactMap { draw(weather, $0).delays.first?.count }
    let mean = delays.reduce(0, +) / Int64(delays.count)
    #expect((96...104).contains(mean))
  }

  @Test func aBurstComesOnceInEachStretch() {
    let burst = Weather(
      delay: .constant(10), floor: 10,
      burst: Weather.Burst(every: 1000, length: 100, loss: .always))
    for stretch in 0..<20 {
      let lost = (0..<1000).count { offset in
        burst.draw(
          seed: Seed(5), message: save(offset), link: link,
          at: Instant(Int64(stretch * 1000 + offset)), isCalm: false
        ).delays.isEmpty
      }
      #expect(lost == 100)
    }
  }
}
