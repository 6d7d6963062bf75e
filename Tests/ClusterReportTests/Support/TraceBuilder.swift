import ClusterCore

/// A trace made by hand, in the shorthand of one record `note-1`.
struct TraceBuilder {
  private(set) var events: [TraceEvent] = []
  private var numbers: [MessageName: Int] = [:]

  static func scenario(
    _ devices: [String] = ["phone", "tablet", "laptop"], extra: String = "", name: String = "note"
  ) throws -> Scenario {
    let list = devices.map { "{\"name\": \"\($0)\"}" }.joined(separator: ",")
    let start = "{\"records\": {\"note-1\": {\"title\": \"Plan\", \"tags\": []}}}"
    let json = "{\"format\": 1, \"name\": \"\(name)\", \"devices\": [\(list)], \"start\": \(start)"
    return try ScenarioFile(Array((json + extra + "}").utf8)).scenario()
  }

  static let title = FieldPath("note-1", "title")
  static let tags = FieldPath("note-1", "tags")

  /// Appends an event and returns its number.
  @discardableResult
  mutating func add(
    _ kind: TraceEvent.Kind, at: Int64, cause: Int? = nil, root: RootID = "w1"
  ) -> Int {
    let number = events.count + 1
    events.append(
      TraceEvent(number: number, at: Instant(at), cause: cause, root: root, kind: kind))
    return number
  }

  @discardableResult
  mutating func step(
    _ node: NodeID, _ name: EventName, _ event: NodeEvent, _ effects: [PerformedEffect] = [],
    at: Int64, wall: Int64? = nil, root: RootID = "w1"
  ) -> Int {
    let clock = node == .cloud ? nil : ClockReading(wall: wall ?? at, continuous: at)
    var cause: Int?
    if case .delivery(let message, _) = name { cause = numbers[message] }
    let step = Step(
      node: node, name: name, event: event, clock: clock, effects: effects, pending: 0)
    let number = add(.step(step), at: at, cause: cause, root: root)
    for case .sent(let message, _) in effects.map(\.outcome) { numbers[message] = number }
    return number
  }

  mutating func start(_ device: NodeID, at: Int64 = 0) {
    step(device, .entry(EntryID("\(device).start#1")), .start(Launch(isLinkUp: true)), at: at)
  }

  @discardableResult
  mutating func write(
    _ device: NodeID, _ intent: IntentID, title: String, _ effects: [PerformedEffect] = [],
    at: Int64, wall: Int64? = nil
  ) -> Int {
    let show = Build.show(Self.title, .scalar(.text(Text(title))))
    return step(
      device, .entry(intent),
      .operation(.write([Self.title: .text(Text(title))]), intent: intent), [show] + effects,
      at: at, wall: wall, root: intent)
  }

  /// A request arrives at the cloud.
  @discardableResult
  mutating func request(
    _ name: MessageName, _ request: Request, copy: Int = 1, _ effects: [PerformedEffect] = [],
    at: Int64
  ) -> Int {
    step(
      .cloud, .delivery(name, copy: copy), .request(request, from: name.sender), effects, at: at,
      root: name.root)
  }

  /// An answer arrives at its device.
  @discardableResult
  mutating func answer(
    _ name: MessageName, _ answer: Answer, _ effects: [PerformedEffect] = [], at: Int64
  ) -> Int {
    step(
      name.sender, .delivery(name.answer, copy: 1), .answer(answer, to: 1), effects, at: at,
      root: name.root)
  }
}

/// Parts of a trace.
enum Build {
  static func save(_ device: NodeID, _ root: RootID, _ count: Int = 1) -> MessageName {
    MessageName(sender: device, receiver: .cloud, kind: .save, root: root, count: count)
  }

  static func pull(_ device: NodeID, _ root: RootID, _ count: Int = 1) -> MessageName {
    MessageName(sender: device, receiver: .cloud, kind: .pull, root: root, count: count)
  }

  static func push(_ device: NodeID, _ root: RootID, _ count: Int = 1) -> MessageName {
    MessageName(sender: .cloud, receiver: device, kind: .push, root: root, count: count)
  }

  static func edit(_ intent: IntentID, title: String) -> Request {
    .save([
      Edit(
        intent: intent, path: TraceBuilder.title, operation: .write(.text(Text(title))),
        stamp: nil, base: 0)
    ])
  }

  static func state(_ title: String, by intent: IntentID, number: Int = 1) -> FieldState {
    let stamp = Stamp(milliseconds: 1)
    return FieldState(
      content: .scalar(.text(Text(title)), stamp: stamp, maker: "phone"), intent: intent,
      number: number)
  }

  static func saved(
    _ intent: IntentID, kept: Bool = true, now title: String, by winner: IntentID? = nil
  ) -> Answer {
    .saved([
      EditResult(
        intent: intent, path: TraceBuilder.title, isKept: kept,
        state: state(title, by: winner ?? intent))
    ])
  }

  static func pulled(_ title: String, by intent: IntentID) -> Answer {
    .pulled(
      changes: [Change(path: TraceBuilder.title, state: state(title, by: intent))], cursor: 1,
      more: false)
  }

  static func show(_ path: FieldPath, _ value: FieldValue?) -> PerformedEffect {
    PerformedEffect(.show([.field(path, value)]), .done)
  }

  static func send(
    _ name: MessageName, _ request: Request, _ dispatch: Dispatch = .copies([50])
  ) -> PerformedEffect {
    PerformedEffect(.send(request, number: 1), .sent(name, dispatch))
  }

  static func reply(
    _ name: MessageName, _ answer: Answer, _ dispatch: Dispatch = .copies([50])
  ) -> PerformedEffect {
    PerformedEffect(.answer(answer), .sent(name.answer, dispatch))
  }

  static func notify(
    _ name: MessageName, _ dispatch: Dispatch = .copies([50])
  ) -> PerformedEffect {
    PerformedEffect(
      .push(.changed(intent: name.root), to: name.receiver), .sent(name, dispatch))
  }
}
