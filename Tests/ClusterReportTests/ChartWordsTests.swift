import ClusterCore
import Testing

@testable import ClusterReport

@Suite("The words of a chart") struct ChartWordsTests {
  private func words() throws -> ChartWords { ChartWords(try Stories.scenario()) }

  private func name(_ kind: MessageKind, _ root: RootID, _ count: Int) -> MessageName {
    MessageName(sender: "phone", receiver: .cloud, kind: kind, root: root, count: count)
  }

  @Test("(2) is a second attempt, and #2 the second of several")
  func counts() throws {
    let words = try words()
    #expect(
      words.request(Build.edit("w1", title: "Milk"), name: name(.save, "w1", 2)) == "save w1 (2)")
    #expect(words.request(.pull(cursor: 3), name: name(.pull, "w1", 2)) == "pull after 3 #2")
    #expect(words.push(.changed(intent: "w1"), name: Build.push("phone", "w1", 2)) == "push w1 #2")
  }

  @Test("Entries that are no edits have verbs, and names stand in quotes")
  func verbs() throws {
    let words = try words()
    func told(_ operation: ClusterCore.Operation, _ intent: IntentID) -> String {
      words.operation(operation, intent: intent, device: "phone")
    }
    #expect(told(.order(OrderWish(item: "book")), "pay") == #""pay": orders "book""#)
    #expect(told(.call("feed", preparing: .zero), "feed") == #""feed": calls "feed""#)
    #expect(told(.sync, "later") == #""later": syncs"#)
    let order = Order(intent: "pay", item: "book", made: 0, key: "pay")
    #expect(
      words.request(.order(order), name: name(.order, "pay", 1)) == #"order "pay", key "pay""#)
  }

  @Test("A refusal of a file's bytes names the file")
  func refusedFile() throws {
    var trace = TraceBuilder()
    let put = MessageName(
      sender: "phone", receiver: .cloud, kind: .put, root: "scan", count: 2)
    let version = FileVersion(size: 9, checksum: "c")
    let part = FilePart(
      task: 1, range: FileRange(file: "a.jpg", offset: 0, length: 9, intent: "scan"),
      version: version)
    trace.step(
      "phone", .entry("scan"), .timer("t"), [Build.send(put, .put(part))], at: 0, root: "scan")
    trace.answer(put, .refused(.fileLocked), at: 90)
    var layout = ChartLayout(scenario: try Stories.scenario())
    let rows = trace.events.flatMap { layout.consume($0) }
    let labels = rows.compactMap { row -> String? in
      if case .arrow(let arrow) = row.content { arrow.label } else { nil }
    }
    #expect(labels == ["a.jpg: 423 \(CloudError.fileLocked.rawValue)"])
  }

  @Test("What the cloud and the system do has signs of its own")
  func signs() throws {
    var trace = TraceBuilder()
    trace.step(.cloud, .entry("x"), .cloud(.purge), at: 0)
    trace.add(.suspended(device: "phone", isOn: true), at: 10)
    let rows = Chart(scenario: try Stories.scenario()).rows(of: trace.events)
    let kinds = rows.flatMap { row -> [ChartMark.Kind] in
      if case .marks(let marks) = row.content { marks.map(\.kind) } else { [] }
    }
    #expect(kinds == [.cloud, .system])
    let renderer = ChartRenderer(lanes: ["phone", .cloud], style: TextStyle())
    #expect(renderer.legend(for: rows) == ["  ◆ the cloud   ◇ the system"])
  }

  @Test(
    "Words beside a lane are never cut: they go on below",
    arguments: [(80, NodeID("phone")), (80, .cloud), (60, .cloud)])
  func wrapped(width: Int, node: NodeID) throws {
    let lanes: [NodeID] = ["phone", "tablet", .cloud]
    let text = "publishes an item to everybody who asked for it, and to nobody else at all"
    let style = TextStyle(width: width)
    let row = ChartRow(
      step: 3, at: Instant(5),
      content: .marks([
        ChartMark(lane: try #require(lanes.firstIndex(of: node)), kind: .cloud, text: text)
      ]), lanes: [.running, .running, .running])
    let lines = ChartRenderer(lanes: lanes, style: style).lines(for: row)
    let told = lines.map { $0.replacing("│", with: " ") }.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    #expect(told.contains(text), "\(lines)")
    #expect(lines.allSatisfy { Nasty.columns($0) <= width })
  }
}

@Suite("A schedule in words") struct ScheduleWordsTests {
  @Test("Each line is a sentence with the names in it")
  func sentences() {
    let save = Build.save("phone", "w1")
    var schedule = Schedule(
      fates: [
        NamedFate(message: save, fate: .lost),
        NamedFate(message: Build.pull("phone", "phone.start#1"), fate: .lost),
        NamedFate(
          message: save.answer, fate: Fate(.copies([50, 700]))),
        NamedFate(message: Build.push("tablet", "w1", 2), fate: Fate(.held(until: .entry("w3")))),
      ],
      kills: [
        Kill(
          device: "phone", manner: .system, length: .seconds(5), during: .entry("w1"),
          cut: Cut(afterEffects: 1))
      ])
    schedule.jitters = [
      DrawnJitter(
        timer: TimerName(device: "phone", kind: "retry", root: "w1", count: 1), jitter: 300)
    ]
    #expect(
      ScheduleWords.sentences(schedule) == [
        "The first try of save w1 by phone is lost",
        "The first pull for phone.start#1 by phone is lost",
        "The answer to the first try of save w1 by phone arrives twice, after 50 ms and 700 ms",
        "The second push for w1 to tablet waits until \"w3\" happens",
        "The first retry timer for w1 on phone fires 300 ms later",
        "phone is killed by the system after 1 effect of what it does when \"w1\" happens, for 5 s",
      ])
    #expect(ScheduleWords.sentences(schedule).count == schedule.lines.count)
  }

  @Test("An exploration's page says fates in words and the command that runs the file")
  func page() throws {
    let end = ExploreSummary.EndState(
      state: [:], asExpected: true,
      schedule: Schedule(fates: [NamedFate(message: Build.save("phone", "w1"), fate: .lost)]),
      failed: [CheckResult(name: .causal, verdict: .fail, witnesses: 1)],
      file: "store/s/explore/v-1.json")
    let found = ExploreSummary(
      mode: .deviations, deviations: 1, runs: 17, states: nil, transitions: nil, complete: true,
      sensitivity: nil, endStates: [end])
    #expect(found.lines(TextStyle())[1] == "  ✗ 1. fails causal, as expected")
    let record = ExploreRecord(found, scenario: "s", variant: "v", tool: "./run-cluster.sh")
    let read = try ExploreRecord(JSONReader(try JSONParser.parse(Array(record.json.utf8))))
    let page = String(decoding: ExplorePage(read).bytes, as: UTF8.self)
    #expect(page.contains("The first try of save w1 by phone is lost<br>"))
    #expect(page.contains("<code>./run-cluster.sh run store/s/explore/v-1.json</code>"))
    #expect(page.contains("✗ Counterexample 1: fails causal, as expected"))
  }
}
