import ClusterCore
import Testing

@testable import ClusterChecker

private let body = FieldPath("note-1", "body")

/// What a kill leaves of an edit, by the effects of its step: store, show, send.
@Suite struct KilledDeviceTests {
  private static let entry = StoreEntry.made([milkEdit], clock: nil)

  /// The phone writes Milk and is killed after `count` effects; it starts again and shows what
  /// `shows` says, and sends it again where `resends`.
  private func cutWrite(
    _ effects: [Effect], after count: Int, shows: [Shown], resends: Bool = false,
    arrives: Bool = false
  ) throws -> TraceBuilder {
    var trace = try TraceBuilder()
    let performed = effects.prefix(count).map { effect in
      if case .send = effect { return trace.sending([milkEdit], from: "phone") }
      return PerformedEffect(effect, .done)
    }
    let step = trace.step(
      "phone", .entry("w1"), .operation(.write([title: text("Milk")]), intent: "w1"), performed,
      root: "w1")
    trace.die("phone", cut: step)
    if arrives { trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)]) }
    trace.start("phone", shows: shows, sends: resends ? [milkEdit] : [])
    if resends {
      trace.arrive([milkEdit], from: "phone", try: 2, answer: [kept("w1", milk)])
      trace.hear([kept("w1", milk)], on: "phone", try: 2)
    }
    return trace
  }

  private let durable: [Effect] = [
    .store(Self.entry), .show([shown("Milk")]), .send(.save([milkEdit]), number: 1),
  ]
  private let memory: [Effect] = [.show([shown("Milk")]), .send(.save([milkEdit]), number: 1)]

  @Test func `an edit that is cut off before anything is neither owed nor lost`() throws {
    var trace = try cutWrite(durable, after: 0, shows: [])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.verdict(.noLostEdit) == .notJudged, "its user has never seen it")
    #expect(trace.verdict(.converged) == .pass)
  }

  @Test(arguments: 1...3)
  func `a stored edit is shown and sent after the restart, and nothing is wrong`(
    count: Int
  ) throws {
    var trace = try cutWrite(durable, after: count, shows: [shown("Milk")], resends: true)
    trace.end(title: milk)
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.verdict(.noLostEdit) == .pass)
    #expect(trace.verdict(.neverGoesBack) != .fail)
  }

  @Test func `a stored edit that had not shown may stay away for good`() throws {
    var trace = try cutWrite(durable, after: 1, shows: [])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.verdict(.noLostEdit) == .notJudged)
  }

  @Test func `an edit that comes back at the start is taken, and lost if it never arrives`() throws
  {
    var trace = try cutWrite(durable, after: 1, shows: [shown("Milk")])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.noLostEdit) == .fail)
    #expect(
      trace.result(.noLostEdit)?.signature
        == "no-lost-edit|note-1.title|never reached the cloud")
  }

  /// An outbox in memory: what the user saw is gone with the process.
  @Test func `an edit that showed and is gone after the restart is lost`() throws {
    var trace = try cutWrite(memory, after: 1, shows: [])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.noLostEdit) == .fail)
    let own = try #require(trace.result(.ownEditsShow))
    #expect(own.signature == "own-edits-show|note-1.title|gone before another edit won")
    #expect(own.explanation.contains("phone.start#2"))
  }

  @Test func `a save that left before the death arrives, and its edit is not lost`() throws {
    var trace = try cutWrite(memory, after: 2, shows: [], arrives: true)
    trace.pull(
      "phone", "phone.start#2", from: 2, [Change(path: title, state: milk)], to: 3,
      shows: [shown("Milk")])
    trace.end(title: milk)
    #expect(trace.verdict(.noLostEdit) == .pass)
    #expect(trace.verdict(.ownEditsShow) == .fail, "between the start and the pull it was gone")
  }

  @Test func `an answer that its device had no time to store leaves the edit as it was`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit],
      stores: Self.entry)
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    let step = trace.hear([kept("w1", milk)], on: "phone")
    trace.die("phone", cut: step)
    trace.start("phone", shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", try: 2, answer: [kept("w1", milk)])
    trace.hear([kept("w1", milk)], on: "phone", try: 2)
    trace.end(title: milk)
    for check in [CheckName.ownEditsShow, .noLostEdit, .neverGoesBack] {
      #expect(trace.verdict(check) != .fail, "\(check)")
    }
  }

  @Test func `an operation of two fields takes effect wholly or not at all`() throws {
    let both = [milkEdit, edit("w1", "Text", stamp: 1000, at: body)]
    var trace = try TraceBuilder()
    let step = trace.step(
      "phone", .entry("w1"),
      .operation(.write([title: text("Milk"), body: text("Text")]), intent: "w1"),
      [PerformedEffect(.store(.made(both, clock: nil)), .done)], root: "w1")
    trace.die("phone", cut: step)
    // The new process knows of the title and has forgotten the body.
    trace.start("phone", shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.hear([kept("w1", milk)], on: "phone")
    trace.end(title: milk)
    #expect(
      trace.result(.noLostEdit)?.signature == "no-lost-edit|note-1.body|never reached the cloud")
    #expect(trace.verdict(.ownEditsShow) == .fail)
  }

  @Test func `what shows just so before a cut write is no sign of it`() throws {
    var trace = try TraceBuilder()
    let step = trace.make("phone", "w1", .write([title: text("Groceries")]))
    trace.die("phone", cut: step)
    trace.start("phone", shows: [])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.hear([kept("w2", won)], on: "tablet")
    trace.end(title: won)
    #expect(trace.verdict(.noLostEdit) == .pass, "of the tablet's edit alone")
  }
}

@Suite struct RestartTests {
  @Test func `a new process shows the start records until it shows something else`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.die("tablet")
    trace.start("tablet", shows: [])
    trace.end(title: milk)
    #expect(trace.checker.shown["tablet"]?[title] == .scalar(text("Groceries")))
    #expect(trace.result(.converged)?.signature == "converged|note-1.title|a replica differs")
    let back = try #require(trace.result(.neverGoesBack))
    #expect(back.signature == "never-goes-back|note-1.title|an older value is back")
    #expect(back.explanation.contains("tablet.start#2"))
  }

  @Test func `a start that is cut before it shows anything accuses nobody`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.die("phone")
    let step = trace.start("phone", shows: [])
    trace.die("phone", cut: step)
    trace.start("phone", 3, shows: [shown("Milk")])
    trace.end(title: milk)
    #expect(trace.verdict(.neverGoesBack) != .fail)
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.verdict(.converged) == .pass)
  }

  /// The field shows the same before and after the second start: the start record.
  @Test func `what a cut start left open the next one answers for`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.die("phone")
    let step = trace.start("phone", shows: [])
    trace.die("phone", cut: step)
    trace.start("phone", 3, shows: [])
    #expect(trace.verdict(.neverGoesBack) == .fail)
    #expect(trace.verdict(.ownEditsShow) == .fail)
  }

  @Test func `a removed app owes nothing, and begins from the start records`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.make(
      "phone", "w3", .write([title: text("Cheese")]), shows: [shown("Cheese")])
    trace.die("phone", .reinstall)
    trace.start("phone", shows: [])
    trace.pull(
      "phone", "phone.start#2", from: 2, [Change(path: title, state: milk)], to: 3,
      shows: [shown("Milk")])
    trace.end(title: milk)
    #expect(trace.verdict(.noLostEdit) == .pass, "of Milk, which had arrived")
    #expect(trace.result(.noLostEdit)?.witnesses == 1)
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.verdict(.neverGoesBack) != .fail)
    #expect(trace.verdict(.converged) == .pass)
  }

  @Test func `an edit of a removed app that arrives after all must not be lost`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.die("phone", .reinstall)
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.start("phone", shows: [])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.noLostEdit) == .fail)
  }

  @Test func `deaths and starts outside the calm are counted`() throws {
    var trace = try TraceBuilder()
    trace.die("phone")
    trace.start("phone", shows: [])
    trace.die("tablet")
    trace.calm()
    trace.start("tablet", shows: [])
    #expect(trace.checker.happenings[.killed] == 2)
    #expect(trace.checker.happenings[.restarted] == 1)
  }
}

/// What a device has seen goes back to its last store.
@Suite struct CutSightTests {
  /// The phone is told of Bread and dies; stored or not, it then writes Milk with an older
  /// stamp, which Bread beats.
  private func toldOfBread(stores: Bool) throws -> TraceBuilder {
    var trace = try TraceBuilder()
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.answerPull("phone", "w2", from: 2, [Change(path: title, state: won)], to: 3)
    let change = Change(path: title, state: won)
    let effects: [Effect] =
      stores ? [.store(.settled([], fields: [change])), .show([shown("Bread")])] : []
    let step = trace.step(
      "phone", .delivery(TraceBuilder.pull("phone", "w2").answer, copy: 1),
      .answer(.pulled(changes: [change], cursor: 3, more: false), to: 2),
      effects.map { PerformedEffect($0, .done) }, root: "w2")
    trace.die("phone", cut: step)
    trace.start("phone", shows: stores ? [shown("Bread")] : [])
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [lost("w1", to: won)])
    return trace
  }

  @Test func `a device that stored what it was told has seen it after the kill`() throws {
    #expect(try toldOfBread(stores: true).verdict(.causal) == .fail)
  }

  @Test func `a device that had not stored it has seen nothing`() throws {
    #expect(try toldOfBread(stores: false).verdict(.causal) == .pass)
  }

  /// Two edits of the phone's, the first forgotten with its process though it had left.
  @Test func `a device has not seen its own edit that the kill took away`() throws {
    let later = edit("w3", "Cheese", stamp: 500)
    func trace(stores entry: StoreEntry?) throws -> TraceBuilder {
      var trace = try TraceBuilder()
      trace.make(
        "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit],
        stores: entry)
      trace.die("phone")
      trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
      trace.start("phone", shows: entry == nil ? [] : [shown("Milk")])
      trace.make(
        "phone", "w3", .write([title: text("Cheese")]), shows: [shown("Cheese")], sends: [later])
      trace.arrive([later], from: "phone", answer: [lost("w3", to: milk)])
      return trace
    }
    #expect(try trace(stores: nil).verdict(.causal) == .pass)
    #expect(try trace(stores: .made([milkEdit], clock: nil)).verdict(.causal) == .fail)
  }

  @Test func `a remove had not observed an add that its device forgot`() throws {
    var trace = try TraceBuilder(#""cloud": {"sets": "replace"}"#)
    let shop = members([("home", []), ("shop", [])], "w2", change: 3)
    let step = trace.hearPull(
      "phone", "w2", [Change(path: tags, state: shop)], to: 3, shows: [shownTags("home", "shop")])
    trace.die("phone", cut: step)
    trace.start("phone", shows: [])
    trace.make("phone", "w4", .remove([tags: [text("shop")]]))
    let run = trace.checker.run
    #expect(run.ledger[0].told == 1, "the tags from the start")
  }
}

/// What a file foretells it foretells of the operations that are made.
@Suite struct UnforeseenDeathTests {
  private let file = """
    "timeline": [{"id": "w1", "at": "1s", "device": "phone",
      "write": {"note-1": {"title": "Milk"}}}],
    "expect": {"final": {"cloud": {"note-1": {"title": "Milk", "tags": ["home"]}}}}
    """

  @Test func `an operation that met a dead app leaves its field open and no other`() throws {
    var trace = try TraceBuilder(file)
    trace.die("phone")
    trace.add(.ignored(device: "phone", "w1"))
    trace.start("phone", shows: [])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.final) == .pass)
    #expect(trace.result(.final)?.witnesses == 1)
  }

  @Test func `a file that kills the device itself is held to its word`() throws {
    let kill = #"{"at": "500ms", "device": "phone", "kill": "user", "for": "2s"}, {"id": "w1""#
    var trace = try TraceBuilder(
      file.replacing(#"{"id": "w1""#, with: kill))
    trace.die("phone", .user)
    trace.add(.ignored(device: "phone", "w1"))
    trace.start("phone", shows: [])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.final) == .fail)
  }
}

extension TraceBuilder {
  /// The device's process is over; `step` is the one that the kill cut.
  mutating func die(_ device: NodeID, _ death: Death = .system, cut step: Int? = nil) {
    add(.died(device: device, death), root: "kill", cause: step, after: step == nil ? 10 : 0)
  }

  /// A new process of the device begins, the `count`-th.
  @discardableResult
  mutating func start(
    _ device: NodeID, _ count: Int = 2, shows: [Shown], sends edits: [Edit] = []
  ) -> Int {
    let root = RootID("\(device).start#\(count)")
    var effects = shows.isEmpty ? [] : [PerformedEffect(.show(shows), .done)]
    if !edits.isEmpty { effects.append(sending(edits, from: device, try: 2)) }
    return step(device, .entry(root), .start(Launch(isLinkUp: true)), effects, root: root)
  }
}
