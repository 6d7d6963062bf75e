import ClusterCore

@testable import ClusterChecker

/// Writes a trace by hand, event by event, ten milliseconds apart.
///
/// Nothing here decides what a node would do: a test says what is sent, arrives, is answered and
/// shown, right or wrong.
struct TraceBuilder {
  let scenario: Scenario
  private(set) var events: [TraceEvent] = []
  private var now: Int64 = 0

  /// - Parameter members: further members of the scenario file, which replace the usual ones:
  ///   the devices phone and tablet, `note-1.title` = Groceries and `note-1.tags` = {home} from the start.
  /// - Parameter third: whether there is a laptop too.
  /// - Parameter pushes: whether the cloud has to tell of changes.
  init(
    _ members: String = "", third: Bool = false, pushes: CloudRules.Pushes = .none
  ) throws {
    let start = #""start": {"records": {"note-1": {"tags": ["home"], "title": "Groceries"}}}"#
    let rest = members.isEmpty ? "" : ", " + members
    let usual = members.contains("\"start\"") ? "" : ", " + start
    let two = #"{"name": "phone"}, {"name": "tablet"}"#
    let text =
      #"{"format": 1, "name": "t", "devices": ["# + two + (third ? #", {"name": "laptop"}]"# : "]")
      + usual + rest + "}"
    var scenario = try ScenarioFile(Array(text.utf8)).scenario()
    scenario.rules.pushes = pushes
    self.scenario = scenario
  }

  @discardableResult
  mutating func add(
    _ kind: TraceEvent.Kind, root: RootID = "w1", cause: Int? = nil, after: Int64 = 10
  ) -> Int {
    now += after
    events.append(
      TraceEvent(number: events.count + 1, at: Instant(now), cause: cause, root: root, kind: kind))
    return events.count
  }

  @discardableResult
  mutating func step(
    _ node: NodeID, _ name: EventName, _ event: NodeEvent, _ effects: [PerformedEffect],
    root: RootID, cause: Int? = nil, after: Int64 = 10
  ) -> Int {
    let step = Step(
      node: node, name: name, event: event,
      clock: node == .cloud ? nil : ClockReading(wall: now, continuous: now), effects: effects,
      pending: 0)
    return add(.step(step), root: root, cause: cause, after: after)
  }

  /// A user's operation, with what its device shows and sends in that step.
  @discardableResult
  mutating func make(
    _ device: NodeID, _ intent: IntentID, _ operation: ClusterCore.Operation,
    shows: [Shown] = [], sends edits: [Edit] = [], dispatch: Dispatch = .copies([10]),
    stores entry: StoreEntry? = nil, after: Int64 = 10
  ) -> Int {
    var effects: [PerformedEffect] = entry.map { [PerformedEffect(.store($0), .done)] } ?? []
    if !shows.isEmpty { effects.append(PerformedEffect(.show(shows), .done)) }
    if !edits.isEmpty { effects.append(sending(edits, from: device, dispatch)) }
    return step(
      device, .entry(intent), .operation(operation, intent: intent), effects, root: intent,
      after: after)
  }

  func sending(
    _ edits: [Edit], from device: NodeID, try count: Int = 1, _ dispatch: Dispatch = .copies([10])
  ) -> PerformedEffect {
    PerformedEffect(
      .send(.save(edits), number: 1),
      .sent(TraceBuilder.save(device, edits[0].intent, count), dispatch))
  }

  /// A save comes to the cloud, which answers so.
  @discardableResult
  mutating func arrive(
    _ edits: [Edit], from device: NodeID, try count: Int = 1, copy: Int = 1,
    answer results: [EditResult], cause: Int? = nil, after: Int64 = 10,
    answering: PerformedEffect.Outcome? = nil
  ) -> Int {
    let name = TraceBuilder.save(device, edits[0].intent, count)
    let outcome = answering ?? (copy == 1 ? .sent(name.answer, .copies([10])) : .unsent)
    return step(
      .cloud, .delivery(name, copy: copy), .request(.save(edits), from: device),
      [PerformedEffect(.answer(.saved(results)), outcome)], root: name.root, cause: cause,
      after: after)
  }

  /// The answer to a save comes to its device.
  @discardableResult
  mutating func hear(
    _ results: [EditResult], on device: NodeID, try count: Int = 1, shows: [Shown] = []
  ) -> Int {
    let name = TraceBuilder.save(device, results[0].intent, count)
    return step(
      device, .delivery(name.answer, copy: 1), .answer(.saved(results), to: 1),
      shows.isEmpty ? [] : [PerformedEffect(.show(shows), .done)], root: name.root)
  }

  /// The cloud answers a pull, and the answer comes to its device.
  @discardableResult
  mutating func pull(
    _ device: NodeID, _ root: RootID, from cursor: Cursor, _ changes: [Change], to next: Cursor,
    more: Bool = false, shows: [Shown] = []
  ) -> Int {
    answerPull(device, root, from: cursor, changes, to: next, more: more)
    return hearPull(device, root, changes, to: next, more: more, shows: shows)
  }

  @discardableResult
  mutating func answerPull(
    _ device: NodeID, _ root: RootID, from cursor: Cursor, _ changes: [Change], to next: Cursor,
    more: Bool = false
  ) -> Int {
    let name = TraceBuilder.pull(device, root)
    leave(name, .pull(cursor: cursor))
    let answer = Answer.pulled(changes: changes, cursor: next, more: more)
    return step(
      .cloud, .delivery(name, copy: 1), .request(.pull(cursor: cursor), from: device),
      [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: root)
  }

  /// A request that has not been sent leaves with the last step, to arrive in the next.
  private mutating func leave(_ name: MessageName, _ request: Request) {
    let isSent = events.compactMap(\.step).flatMap(\.effects).contains { performed in
      if case .sent(name, _) = performed.outcome { true } else { false }
    }
    guard !isSent, let place = events.lastIndex(where: { $0.step != nil }),
      let step = events[place].step
    else { return }
    let event = events[place]
    let sending = PerformedEffect(
      .send(request, number: 2),
      .sent(name, .copies([Milliseconds(now + 10) - Milliseconds(event.at.milliseconds)])))
    let amended = Step(
      node: step.node, name: step.name, event: step.event, clock: step.clock,
      effects: step.effects + [sending], pending: step.pending)
    events[place] = TraceEvent(
      number: event.number, at: event.at, cause: event.cause, root: event.root,
      kind: .step(amended))
  }

  @discardableResult
  mutating func hearPull(
    _ device: NodeID, _ root: RootID, _ changes: [Change], to next: Cursor, more: Bool = false,
    shows: [Shown] = []
  ) -> Int {
    step(
      device, .delivery(TraceBuilder.pull(device, root).answer, copy: 1),
      .answer(.pulled(changes: changes, cursor: next, more: more), to: 2),
      shows.isEmpty ? [] : [PerformedEffect(.show(shows), .done)], root: root)
  }

  mutating func calm() { add(.calm, root: "calm") }

  @discardableResult
  mutating func end(_ cloud: [Change], _ reason: Ending.Reason = .quiet) -> Int {
    add(.ended(Ending(reason: reason, cloud: cloud, neverReleased: [])), root: "end")
  }

  static func save(_ device: NodeID, _ root: RootID, _ count: Int = 1) -> MessageName {
    MessageName(sender: device, receiver: .cloud, kind: .save, root: root, count: count)
  }

  static func pull(_ device: NodeID, _ root: RootID, _ count: Int = 1) -> MessageName {
    MessageName(sender: device, receiver: .cloud, kind: .pull, root: root, count: count)
  }

  /// The checker after the whole trace.
  var checker: Checker {
    var checker = Checker(scenario: scenario)
    for event in events { checker.observe(event) }
    return checker
  }

  func result(_ name: CheckName) -> CheckResult? {
    checker.results().first { $0.name == name }
  }

  func verdict(_ name: CheckName) -> Verdict? { result(name)?.verdict }
}

// MARK: Words for what traces hold

let title = FieldPath("note-1", "title")
let tags = FieldPath("note-1", "tags")

func text(_ string: String) -> Value { .text(Text(string)) }

func shown(_ string: String, at path: FieldPath = title) -> Shown {
  .field(path, .scalar(text(string)))
}

func shownTags(_ members: String...) -> Shown { .field(tags, .set(members.map(text))) }

func edit(
  _ intent: IntentID, _ value: String, stamp milliseconds: Int64?, carried: Bool = false,
  at path: FieldPath = title
) -> Edit {
  Edit(
    intent: intent, path: path, operation: .write(text(value)),
    stamp: milliseconds.map { Stamp(milliseconds: $0) }, base: 0, isCarried: carried)
}

func tagEdit(_ intent: IntentID, _ operation: Edit.Operation) -> Edit {
  Edit(intent: intent, path: tags, operation: operation, stamp: Stamp(milliseconds: 1), base: 0)
}

func scalar(
  _ value: String, _ intent: IntentID, of maker: NodeID, stamp milliseconds: Int64,
  counter: Int = 0, change number: Int
) -> FieldState {
  FieldState(
    content: .scalar(
      text(value), stamp: Stamp(milliseconds: milliseconds, counter: counter), maker: maker),
    intent: intent, number: number)
}

func members(
  _ list: [(String, [IntentID])], _ intent: IntentID, change number: Int
) -> FieldState {
  FieldState(
    content: .set(list.map { FieldState.Member(value: text($0.0), adds: $0.1) }),
    intent: intent, number: number)
}

func kept(_ intent: IntentID, _ state: FieldState?, at path: FieldPath = title) -> EditResult {
  EditResult(intent: intent, path: path, isKept: true, state: state)
}

func lost(_ intent: IntentID, to state: FieldState, at path: FieldPath = title) -> EditResult {
  EditResult(intent: intent, path: path, isKept: false, state: state)
}

/// What is there from the start: the tags are change 1, the title is change 2.
func startTags(_ scenario: Scenario) -> Change { scenario.start.changes[0] }
func startTitle(_ scenario: Scenario) -> Change { scenario.start.changes[1] }

let milk = scalar("Milk", "w1", of: "phone", stamp: 1000, change: 3)
let bread = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 4)
let milkEdit = edit("w1", "Milk", stamp: 1000)
let breadEdit = edit("w2", "Bread", stamp: 2000)

extension TraceBuilder {
  /// The phone writes Milk, which becomes change 3; the tablet pulls and shows it.
  mutating func phoneWritesMilk() {
    make("phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    hear([kept("w1", milk)], on: "phone")
    pull("tablet", "w1", from: 2, [Change(path: title, state: milk)], to: 3, shows: [shown("Milk")])
  }

  /// The tablet, which has seen it, writes Bread over it: change 4; the phone pulls and shows it.
  mutating func tabletWritesBread() {
    make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    arrive([breadEdit], from: "tablet", answer: [kept("w2", bread)])
    hear([kept("w2", bread)], on: "tablet")
    pull(
      "phone", "w2", from: 3, [Change(path: title, state: bread)], to: 4, shows: [shown("Bread")])
  }

  mutating func end(title state: FieldState, tags other: FieldState? = nil) {
    calm()
    let first = other.map { Change(path: tags, state: $0) } ?? startTags(scenario)
    end([first, Change(path: title, state: state)])
  }
}
