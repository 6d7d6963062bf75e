import ClusterCore
import ClusterReport
import Testing

@Suite("The panels around a chart") struct PanelTests {
  private let title = TraceBuilder.title
  private let tags = TraceBuilder.tags

  private func state(_ title: String, _ tags: [String] = []) -> NodeState {
    [
      self.title: .scalar(.text(Text(title))),
      self.tags: .set(tags.map { .text(Text($0)) }),
    ]
  }

  private var differing: StatePanel {
    StatePanel(
      devices: [("phone", state("Milk", ["a"])), ("tablet", state("Milk")), ("laptop", [:])],
      cloud: state("Milk", ["a"]), model: state("Eggs", ["a"]))
  }

  @Test("The end of a run is drawn beside the model as in the golden file")
  func drawnState() throws {
    try Golden.check(differing.lines(TextStyle()), "state.txt")
    try Golden.check(differing.lines(TextStyle(width: 44, isUnicode: false)), "state-narrow.txt")
  }

  private var app: AppState {
    [
      AppPath(.ledger): .items(["book", "pen"]),
      AppPath(.orders, at: "phone", "o1"): .word("placed"),
      AppPath(.orders, at: "tablet", "o2"): .word("failed"),
      AppPath(.badge, at: "phone"): .number(2), AppPath(.badge, at: "tablet"): .number(0),
      AppPath(.unread, at: "phone"): .items(["i1", "i2"]),
      AppPath(.lists, at: "tablet"): .items(["zoo", "\u{1B}[31mzone"]),
      AppPath(.signedIn, at: "phone"): .word("u1"),
      AppPath(.files, at: "phone", "a.zip"): .word("done"),
      AppPath(.files, at: .cloud, "a.zip"): .version(FileVersion(size: 7, checksum: "c0ffee")),
    ]
  }

  @Test("What is no record stands below the fields as in the golden file")
  func drawnApps() throws {
    let devices = [("phone", state("Milk")), ("tablet", state("Milk"))] as [(NodeID, NodeState)]
    let panel = StatePanel(
      devices: devices.map { (device: $0.0, state: $0.1) }, cloud: state("Milk"),
      model: state("Milk"), app: app)
    try Golden.check(panel.lines(TextStyle()), "state-apps.txt")
  }

  @Test("Where a check failed, states that are as the model says are no good news")
  func failedAlike() {
    let panel = StatePanel(
      devices: [("phone", state("Milk"))], cloud: state("Milk"), model: state("Milk"),
      hasFailures: true)
    #expect(
      panel.lines(TextStyle())[0]
        == "at the end  no record differs from the model, and yet checks fail")
  }

  @Test("A field whose user is asked which value stays is asking, and not wrong")
  func asking() {
    func lines(_ asking: [NodeID: Set<FieldPath>]) -> [String] {
      StatePanel(
        devices: [("phone", state("Milk")), ("tablet", state("Eggs"))], cloud: state("Eggs"),
        model: state("Eggs"), asking: asking
      ).lines(TextStyle())
    }
    let open = lines(["phone": [title]])
    #expect(open[0] == "at the end  ✓ all as the model says, open questions apart")
    #expect(open.last == "  note-1.title  asks: \"Milk\"  \"Eggs\"  \"Eggs\"  \"Eggs\"")
    let elsewhere = lines(["tablet": [title]])
    #expect(elsewhere[0] == "at the end  ≠ differs from the model")
    #expect(
      elsewhere.last == "  note-1.title  ≠ \"Milk\"  asks: \"Eggs\"  \"Eggs\"  \"Eggs\"")
  }

  @Test("Without records there is nothing that could be as the model says")
  func appsAlone() {
    let panel = StatePanel(
      devices: [("phone", [:])], cloud: [:], model: [:],
      app: [AppPath(.badge, at: "phone"): .number(2)])
    #expect(panel.lines(TextStyle()).first == "at the end")
    #expect(panel.lines(TextStyle()).last == "  badge  2")
  }

  @Test("A value is marked exactly where it differs from the model")
  func marks() {
    let lines = differing.lines(TextStyle())
    // Nothing but the laptop lacks the tags, and the tablet has none of them.
    #expect(lines.first { $0.contains("note-1.tags") }?.count { $0 == "≠" } == 2)
    #expect(lines.first { $0.contains("note-1.title") }?.count { $0 == "≠" } == 4)
  }

  @Test("Without a model the cloud is the measure")
  func withoutModel() {
    let panel = StatePanel(
      devices: [("phone", state("Milk"))], cloud: state("Milk"), model: nil)
    #expect(panel.lines(TextStyle()).first == "at the end  ✓ all as the cloud holds")
  }

  @Test("Composed and decomposed letters differ")
  func bytes() {
    let panel = StatePanel(
      devices: [("phone", state("caf\u{E9}"))], cloud: state("cafe\u{301}"), model: nil)
    #expect(panel.lines(TextStyle()).first == "at the end  ≠ differs from the cloud")
  }

  @Test("Values that a table would cut stand whole below it where they differ")
  func longValues() {
    let long = "a title that no cell of a table of five columns has room for"
    let panel = StatePanel(
      devices: [("phone", state(long + "!"))], cloud: state(long), model: state(long))
    let lines = panel.lines(TextStyle())
    #expect(lines.contains("  phone note-1.title: \"\(long)!\""))
    #expect(lines.contains("  model note-1.title: \"\(long)\""))
  }

  private var checks: [CheckResult] {
    [
      CheckResult(name: .converged, verdict: .pass, witnesses: 12),
      CheckResult(
        name: .newestWins, verdict: .fail, witnesses: 1, step: 17,
        explanation: "title shows \"Milk\" (w1), made at 10 s on phone, though \"Eggs\" (w2) was "
          + "made later, at 10.5 s on tablet: save w1 (2) arrived after save w2 (2)",
        signature: "title arrival"),
      CheckResult(name: .setUnion, verdict: .notJudged, witnesses: 0),
      CheckResult(
        name: .causal, verdict: .unknown, witnesses: 2, explanation: "an answer names no intent"),
      CheckResult(name: .bounded, verdict: .fail, witnesses: 3, explanation: "too many messages"),
      CheckResult(name: .settled, verdict: .pass, witnesses: 1),
    ]
  }

  private var expectation: ClusterCore.Expectation {
    var expect = ClusterCore.Expectation()
    expect.fail = ["newest-wins", "settled"]
    expect.pass = ["converged", "set-union"]
    return expect
  }

  @Test("The checks are drawn as in the golden file")
  func drawnChecks() throws {
    let panel = CheckPanel(
      checks: checks, expect: expectation, instants: [17: Instant(13_070)])
    try Golden.check(panel.lines(TextStyle()), "checks.txt")
    try Golden.check(panel.lines(TextStyle(width: 60, isUnicode: false)), "checks-narrow.txt")
  }

  @Test("A failure says at which step and instant, found in the trace")
  func failureInstant() {
    let panel = CheckPanel(
      checks: checks, expect: expectation, events: Stories.arrivalOrder())
    let lines = panel.lines(TextStyle())
    #expect(lines.contains { $0.hasPrefix("      step 17 at 13.070 s: title shows") })
  }

  @Test("A header names the seed first and what differs from sound devices")
  func header() throws {
    var scenario = try TraceBuilder.scenario(
      extra: """
        , "links": {"default": {"delay": {"uniform": ["20ms", "80ms"]}, "loss": 0.05,
          "duplicate": 0.03}, "push": {"preset": "lte"}, "laptop>cloud": {"delay": "2s",
          "order": "fifo"}},
        "about": "Two devices edit a title, one with a clock that is a minute behind. Look at the \
        title on the laptop after the calm: the later edit loses to the earlier one."
        """)
    scenario.devices[2].policy.stamp = .deviceClock
    scenario.devices[2].clock.offset = Milliseconds(-60_000)
    let header = RunHeader(scenario: scenario, seed: Seed(7), hosts: .processes)
    let lines = header.lines(TextStyle())
    #expect(lines.first == "seed      7")
    try Golden.check(lines, "header.txt")
  }

  @Test("Devices that are all alike are described once")
  func allAlike() throws {
    var scenario = try TraceBuilder.scenario()
    for index in scenario.devices.indices { scenario.devices[index].policy = .naive }
    let lines = RunHeader(scenario: scenario, seed: Seed(1), hosts: .memory).lines(TextStyle())
    #expect(lines.contains("          all: naive"))
    #expect(lines.contains("links     all: 50 ms"))
  }
}
