import ClusterCore
import ClusterReport
import Testing

@Suite("A chart's layout") struct ChartLayoutTests {
  private let wide = TextStyle()

  private func rows(_ events: [TraceEvent]) throws -> [ChartRow] {
    Chart(scenario: try Stories.scenario()).rows(of: events)
  }

  private func arrows(_ events: [TraceEvent]) throws -> [(row: ChartRow, arrow: ChartArrow)] {
    try rows(events).compactMap { row in
      guard case .arrow(let arrow) = row.content else { return nil }
      return (row, arrow)
    }
  }

  private func marks(_ events: [TraceEvent]) throws -> [ChartMark] {
    try rows(events).flatMap { row in
      guard case .marks(let marks) = row.content else { return [ChartMark]() }
      return marks
    }
  }

  @Test("A run of losses, copies and a partition is drawn as in the golden file")
  func drawnChart() throws {
    let chart = Chart(scenario: try Stories.scenario())
    let events = Stories.arrivalOrder()
    try Golden.check(chart.lines(events, style: wide), "arrival-order.txt")
    let plain = TextStyle(width: 90, isUnicode: false)
    try Golden.check(chart.lines(events, style: plain), "arrival-order-ascii.txt")
  }

  @Test("Deaths, restarts and a frozen app are drawn as in the golden file")
  func drawnKills() throws {
    let chart = Chart(scenario: try Stories.scenario())
    try Golden.check(chart.lines(Stories.killed(), style: wide), "killed.txt")
  }

  @Test("A chart for a terminal keeps what broke and what led there")
  func drawnCut() throws {
    let focus = [ChartFocus(step: 17, text: "newest-wins fails here")]
    let chart = Chart(scenario: try Stories.scenario(), focus: focus, mostRows: 14)
    try Golden.check(chart.lines(Stories.arrivalOrder(), style: wide), "arrival-order-cut.txt")
  }

  @Test("With more devices than fit beside each other, each row is a sentence")
  func drawnWithoutLanes() throws {
    var scenario = try Stories.scenario()
    scenario.devices += (1...5).map { DeviceSetup(id: NodeID("spare-\($0)")) }
    let lines = Chart(scenario: scenario).lines(Stories.arrivalOrder(), style: wide)
    try Golden.check(lines, "arrival-order-sentences.txt")
  }

  @Test("An arrival knows when it was sent, and stands at its arrival")
  func sentAndArrived() throws {
    var trace = TraceBuilder()
    let save = Build.save("phone", "w1")
    let request = Build.edit("w1", title: "Milk")
    trace.write("phone", "w1", title: "Milk", [Build.send(save, request)], at: 1000)
    trace.request(save, request, at: 1050)
    let found = try arrows(trace.events)
    #expect(found.count == 1)
    #expect(found.first?.row.sent == Instant(1000))
    #expect(found.first?.row.at == Instant(1050))
    #expect(found.first?.arrow.label == "save w1")
  }

  @Test(
    "A message that will not simply arrive is drawn where it was sent",
    arguments: [
      (Dispatch.copies([]), ChartArrow.End.lost), (.refused, .refused),
      (.kept, .held("until online")), (.held(until: .entry("w9")), .held("until w9")),
    ])
  func troubledSending(dispatch: Dispatch, end: ChartArrow.End) throws {
    var trace = TraceBuilder()
    let push = Build.push("phone", "w1")
    trace.step(
      .cloud, .delivery(Build.save("tablet", "w1"), copy: 1),
      .request(Build.edit("w1", title: "Milk"), from: "tablet"), [Build.notify(push, dispatch)],
      at: 500)
    let drawn = try arrows(trace.events).last
    #expect(drawn?.arrow.end == end)
    #expect(drawn?.row.at == Instant(500))
    #expect(drawn?.row.isFollowUp == true)
  }

  @Test("Each copy is an arrow of its own, and the second is marked as such")
  func copies() throws {
    var trace = TraceBuilder()
    let save = Build.save("phone", "w1")
    let request = Build.edit("w1", title: "Milk")
    trace.write(
      "phone", "w1", title: "Milk", [Build.send(save, request, .copies([50, 70]))], at: 0)
    trace.request(save, request, at: 50)
    trace.request(save, request, copy: 2, at: 70)
    #expect(
      try arrows(trace.events).map(\.arrow.end) == [.arrives(copy: 1), .arrives(copy: 2)])
  }

  @Test("A second attempt carries its number, and so does its answer")
  func retries() throws {
    var trace = TraceBuilder()
    let again = Build.save("phone", "w1", 2)
    trace.request(again, Build.edit("w1", title: "Milk"), at: 50)
    trace.answer(again, Build.saved("w1", kept: false, now: "Eggs", by: "w2"), at: 90)
    let labels = try arrows(trace.events).map(\.arrow.label)
    #expect(labels == ["save w1 (2)", "w1 lost to w2 (2)"])
  }

  @Test("A message is late when its link never takes that long, or a later one came first")
  func late() throws {
    let first = Build.save("phone", "w1")
    let second = Build.save("phone", "w2")
    let request = Build.edit("w1", title: "Milk")
    // The links take 20 to 80 ms.
    func lateness(_ arrivals: [(MessageName, Int64)]) throws -> [Lateness?] {
      var trace = TraceBuilder()
      trace.write("phone", "w1", title: "a", [Build.send(first, request)], at: 0)
      trace.write("phone", "w2", title: "b", [Build.send(second, request)], at: 10)
      for (name, at) in arrivals { trace.request(name, request, at: at) }
      return try arrows(trace.events).map(\.arrow.lateness)
    }
    #expect(try lateness([(first, 80), (second, 90)]) == [nil, nil])
    #expect(try lateness([(first, 81), (second, 90)]) == [.slow(81), nil])
    #expect(try lateness([(second, 50), (first, 60)]) == [nil, .overtaken])
  }

  @Test("What a device shows is a row when it changes, and only then")
  func shows() throws {
    let show = Build.show(TraceBuilder.title, .scalar(.text("Eggs")))
    var trace = TraceBuilder()
    for at: Int64 in [10, 20] {
      trace.answer(Build.pull("tablet", "w1"), Build.pulled("Eggs", by: "w2"), [show], at: at)
    }
    let texts = try marks(trace.events).filter { $0.kind == .shows }.map(\.text)
    #expect(texts == ["shows title=\"Eggs\""])
  }

  @Test("A write that the device does not show is called out")
  func hiddenWrite() throws {
    var trace = TraceBuilder()
    trace.step(
      "phone", .entry("w1"),
      .operation(.write([TraceBuilder.title: .text("Milk")]), intent: "w1"), at: 5)
    #expect(try marks(trace.events).map(\.text) == ["w1 title=\"Milk\", not shown: title"])
  }

  @Test("A wrong device clock is named where a user acts")
  func skew() throws {
    var trace = TraceBuilder()
    trace.write("phone", "w1", title: "Milk", at: 70_000, wall: 10_000)
    #expect(try marks(trace.events).map(\.text) == ["w1 title=\"Milk\" (clock 60 s behind)"])
  }

  @Test("Starts of one instant share a row; one that comes again says so")
  func starts() throws {
    var trace = TraceBuilder()
    trace.start("phone")
    trace.start("tablet")
    trace.start("phone", at: 900)
    let found = try rows(trace.events)
    #expect(found.count == 2)
    #expect(try marks(trace.events).map(\.text) == ["started", "started", "started again"])
  }

  @Test("A lane looks cut off exactly while its device is")
  func partitionBand() throws {
    var trace = TraceBuilder()
    let partition = Partition(devices: ["tablet"], traffic: .drop, length: .seconds(1))
    trace.add(.partition(partition, isOn: true), at: 100)
    trace.write("phone", "w1", title: "Milk", at: 200)
    trace.add(.partition(partition, isOn: false), at: 1100)
    #expect(try rows(trace.events).map { $0.lanes[1] } == [.cutOff, .cutOff, .running])
    #expect(try rows(trace.events).allSatisfy { $0.lanes[0] == .running })
  }

  @Test("What nobody took is drawn with the reason")
  func dropped() throws {
    var trace = TraceBuilder()
    let save = Build.save("phone", "w1")
    trace.request(
      save, Build.edit("w1", title: "Milk"),
      [Build.reply(save, Build.saved("w1", now: "Milk"))], at: 50)
    trace.add(.dropped(save.answer), at: 100)
    let drawn = try arrows(trace.events).last
    #expect(drawn?.arrow.end == .unheard("nobody waits for it"))
    #expect(drawn?.arrow.label == "w1 kept")
    #expect(drawn?.row.sent == Instant(50))
  }

  @Test("The end names what is still under way and what was never released")
  func ending() throws {
    var trace = TraceBuilder()
    let save = Build.save("phone", "w1")
    trace.write(
      "phone", "w1", title: "Milk", [Build.send(save, Build.edit("w1", title: "Milk"))], at: 0)
    let held = Build.push("tablet", "w7")
    trace.add(.ended(Ending(reason: .limit, cloud: [], neverReleased: [held])), at: 10)
    let texts = try marks(trace.events).suffix(2).map(\.text)
    #expect(
      texts == [
        "held for what never happened: cloud>tablet/push/w7/1", "still under way: save w1",
      ])
  }

  @Test("Rows come one event at a time as they come all at once")
  func incremental() throws {
    let scenario = try Stories.scenario()
    var layout = ChartLayout(scenario: scenario)
    var streamed: [ChartRow] = []
    for event in Stories.arrivalOrder() { streamed += layout.consume(event) }
    streamed += layout.finish()
    #expect(streamed == Chart(scenario: scenario).rows(of: Stories.arrivalOrder()))
  }

  @Test("A killed device has a sign, and no line until it starts again")
  func killed() {
    let renderer = ChartRenderer(lanes: ["phone", .cloud], style: wide)
    let mark = ChartMark(lane: 0, kind: .killed, text: "killed")
    let row = ChartRow(
      step: 3, at: Instant(5), content: .marks([mark]), lanes: [.running, .running])
    let after = ChartRow(step: 4, at: Instant(6), content: .marks([]), lanes: [.dead, .running])
    #expect(renderer.lines(for: row).first?.contains("† killed") == true)
    #expect(renderer.lines(for: after).first?.count { $0 == "│" } == 1)
  }
}
