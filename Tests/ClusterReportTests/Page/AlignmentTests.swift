import ClusterCore
import Testing

@testable import ClusterReport

@Suite("Two runs side by side") struct AlignmentTests {
  private let story = Stories.arrivalOrder()

  private func renumbered(_ events: [TraceEvent]) -> [TraceEvent] {
    events.enumerated().map { index, event in
      TraceEvent(
        number: index + 1, at: event.at, cause: event.cause, root: event.root, kind: event.kind)
    }
  }

  @Test("A run beside itself is alike everywhere")
  func alike() {
    let alignment = Alignment(story, story)
    #expect(alignment.parting == nil)
    #expect(alignment.slots.allSatisfy { $0.left == $0.right })
  }

  @Test("What only one run has stands alone, and all else stays side by side")
  func missing() {
    var other = story
    other.remove(at: 10)
    let alignment = Alignment(story, renumbered(other))
    #expect(alignment.slots.count == story.count)
    #expect(alignment.parting == 10)
    #expect(alignment.slots[10] == Alignment.Slot(left: 10, right: nil))
    #expect(alignment.slots[11] == Alignment.Slot(left: 11, right: 10))
  }

  @Test("The same event at another time, or with other effects, is where they part")
  func changed() throws {
    let place = try #require(story.firstIndex { $0.step?.node == .cloud })
    let event = story[place]
    let step = try #require(event.step)
    var later = story
    later[place] = TraceEvent(
      number: event.number, at: event.at + 1, cause: event.cause, root: event.root,
      kind: event.kind)
    #expect(Alignment(story, later).parting == place)
    var silent = story
    let bare = Step(
      node: step.node, name: step.name, event: step.event, clock: nil, effects: [], pending: 0)
    silent[place] = TraceEvent(
      number: event.number, at: event.at, cause: event.cause, root: event.root, kind: .step(bare))
    #expect(Alignment(story, silent).parting == place)
  }

  @Test("What a device writes into its own store is no difference")
  func stores() throws {
    let place = try #require(story.firstIndex { $0.step?.node == "phone" })
    let event = story[place]
    let step = try #require(event.step)
    var other = story
    let store = PerformedEffect(.store(.made([], clock: nil)), .done)
    let more = Step(
      node: step.node, name: step.name, event: step.event, clock: step.clock,
      effects: step.effects + [store], pending: 0)
    other[place] = TraceEvent(
      number: event.number, at: event.at, cause: event.cause, root: event.root, kind: .step(more))
    #expect(Alignment(story, other).parting == nil)
  }

  @Test("Two events in another order stand apart, each in its run's order")
  func swapped() {
    var other = story
    other.swapAt(20, 21)
    let alignment = Alignment(story, renumbered(other))
    #expect(alignment.slots.compactMap(\.left) == Array(story.indices))
    #expect(alignment.slots.compactMap(\.right) == Array(story.indices))
    #expect(alignment.slots.count == story.count + 1)
  }

  @Test("The page marks the first difference in both runs and says it at its top")
  func page() throws {
    var other = story
    other.remove(at: 10)
    let scenario = try Stories.scenario()
    let page = PairPage(
      PageRun(scenario, seed: Seed(7), events: story, facts: PageTests.facts()),
      PageRun(scenario, seed: Seed(7), events: renumbered(other), facts: PageTests.facts()))
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.ranges(of: "≠ first difference</text>").count == 1)
    #expect(text.contains("<a href=\"#a-step-11\">step 11</a>"))
    #expect(text.contains("nothing of that name here"))
    #expect(text.ranges(of: "id=\"a-step-").count == story.count)
    #expect(text.ranges(of: "id=\"b-step-").count == story.count - 1)
  }

  @Test("Where rows read alike, what differs in them is said of each side")
  func hidden() throws {
    func run(_ number: Int) throws -> PageRun {
      var trace = TraceBuilder()
      let refresh = MessageName(
        sender: "phone", receiver: .cloud, kind: .refresh, root: "q", count: 1)
      let session = Session(
        user: "u1", family: 1, access: Token(kind: .access, number: 2, secret: ""),
        refresh: Token(kind: .refresh, number: 2, secret: ""), serial: number,
        lifetime: .seconds(60), expiresAt: 0)
      trace.answer(refresh, .session(session), at: 10)
      return PageRun(
        try Stories.scenario(), seed: Seed(7), events: trace.events, facts: PageTests.facts())
    }
    let summary = PairPage(try run(2), try run(4)).summary
    #expect(summary.hasSuffix("; here with serial 4"), "\(summary)")
    #expect(summary.contains("; here with serial 2; B step 1"), "\(summary)")
  }

  @Test("Rows that stand side by side have one height")
  func places() throws {
    let scenario = try Stories.scenario()
    let rows = PageRows(scenario, story, checks: [])
    let failing = PageRows(
      scenario, story,
      checks: [CheckResult(name: .causal, verdict: .fail, witnesses: 1, step: 9)])
    let geometry = PageGeometry(laneCount: 4, isBeside: true)
    let wants = [rows.slots(geometry), failing.slots(geometry)]
    #expect(wants[0][8].lines + 1 == wants[1][8].lines)
    #expect(wants[0][7].lines == wants[1][7].lines)
  }
}
