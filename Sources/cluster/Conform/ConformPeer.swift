import ClusterCore
import ClusterNodes
import ClusterTransport

/// The other end of one case: the device's process, a cloud that answers it, and its clocks.
struct ConformPeer {
  let host: ProcessHost
  let setup: DeviceInit
  private(set) var cloud: CloudMachine
  /// Requests without an answer, oldest first.
  private(set) var open: [(number: RequestNumber, request: Request)] = []
  private(set) var pending = 0
  private(set) var shown: [FieldPath: FieldValue] = [:]
  /// The kinds of request that were sent since ``forgetSent()``.
  private(set) var sent: [MessageKind] = []
  private(set) var lastSave: [Edit] = []
  /// How many effects came since ``forgetSent()``.
  private(set) var effects = 0
  /// All that the device answered, in order.
  private(set) var transcript: [String] = []
  /// The device's clocks in milliseconds; each event is a second after the one before.
  private(set) var now: Int64 = 0
  private var number = 0
  private var intents = 0
  private var timers: [(key: TimerKey, due: Int64)] = []
  private var lastAnswer: (number: RequestNumber, answer: Answer)?

  static let other: NodeID = "other"

  init(host: ProcessHost, setup: DeviceInit) {
    self.host = host
    self.setup = setup
    cloud = CloudMachine(
      rules: setup.rules, devices: [setup.device, ConformPeer.other], start: setup.start)
    showStart()
  }

  private mutating func showStart() {
    shown = [:]
    for change in setup.start { shown[change.path] = change.state.shown }
  }

  mutating func start(isLinkUp: Bool) throws(HostFailure) {
    if let note = try host.start(setup) { transcript.append("note \(note)") }
    try hand(.start(Launch(isLinkUp: isLinkUp)))
  }

  mutating func nextIntent() -> IntentID {
    intents += 1
    return IntentID("i\(intents)")
  }

  /// Hands over one event and takes in what the device wants done.
  mutating func hand(_ event: NodeEvent, cut: Cut? = nil) throws(HostFailure) {
    now += 1000
    number += 1
    let clock = ClockReading(wall: now, continuous: now)
    let reply = try host.handle(
      event, number: number, surroundings: Surroundings(clock: clock), cut: cut)
    pending = reply.pending
    effects += reply.effects.count
    for effect in reply.effects {
      transcript.append(effect.json)
      try take(effect)
    }
    transcript.append("pending \(pending)")
    if cut != nil { die() }
  }

  private mutating func take(_ effect: Effect) throws(HostFailure) {
    switch effect {
    case .send(let request, let number):
      open.append((number, request))
      sent.append(request.kind)
      if case .save(let edits) = request { lastSave = edits }
    case .cancel(let number): open.removeAll { $0.number == number }
    case .show(let changes):
      for case .field(let path, let value) in changes { shown[path] = value }
    case .setTimer(let timer):
      timers.removeAll { $0.key == timer.key }
      timers.append((timer.key, now + timer.after.count))
    case .cancelTimer(let key): timers.removeAll { $0.key == key }
    case .store, .vault, .transfer, .moveFile, .setBadge: break
    case .answer, .push, .notify:
      throw HostFailure(
        device: setup.device, reason: "a device cannot do this: \(effect.json)")
    }
  }

  /// What was in the process's memory is gone, its timers and open requests with it.
  private mutating func die() {
    open = []
    timers = []
    pending = 0
    showStart()
  }

  mutating func kill() throws(HostFailure) {
    try host.kill()
    die()
  }
}

// What the world does.
extension ConformPeer {
  /// The longest exchange in requests; a device that asks for ever is told so.
  private static let longestExchange = 100

  /// Answers until nothing is open.
  mutating func serve() throws(HostFailure) {
    for _ in 0..<ConformPeer.longestExchange {
      guard !open.isEmpty else { return }
      let (number, request) = open.removeFirst()
      guard let answer = deliver(request) else { continue }
      lastAnswer = (number, answer)
      try hand(.answer(answer, to: number))
    }
    throw HostFailure(
      device: setup.device,
      reason: "it asked \(ConformPeer.longestExchange) times in a row and did not come to rest")
  }

  mutating func loseAnswers() throws(HostFailure) {
    for (number, request) in open {
      if let answer = deliver(request) { lastAnswer = (number, answer) }
    }
    try fail(.timeout)
  }

  mutating func fail(_ failure: NetworkFailure) throws(HostFailure) {
    let numbers = open.map(\.number)
    open = []
    for number in numbers { try hand(.failure(failure, of: number)) }
  }

  mutating func repeatAnswer() throws(HostFailure) {
    guard let (number, answer) = lastAnswer else { return }
    try hand(.answer(answer, to: number))
  }

  mutating func fireTimers() throws(HostFailure) {
    let due = timers.sorted { ($0.due, $0.key) < ($1.due, $1.key) }
    timers = []
    for (key, instant) in due {
      now = max(now, instant)
      try hand(.timer(key))
    }
  }

  mutating func changeElsewhere(_ path: FieldPath, _ value: FieldValue) {
    let intent = nextIntent()
    let stamp = Stamp(milliseconds: now, counter: 1, device: ConformPeer.other)
    let operations: [Edit.Operation] =
      switch value {
      case .scalar(let value): [.write(value)]
      case .set(let members): members.map { .add($0) }
      }
    let edits = operations.map {
      Edit(intent: intent, path: path, operation: $0, stamp: stamp, base: 0)
    }
    _ = cloud.handle(.request(.save(edits), from: ConformPeer.other), at: instant)
  }

  mutating func forgetSent() {
    sent = []
    effects = 0
  }

  private var instant: Instant { Instant(now) }

  private mutating func deliver(_ request: Request) -> Answer? {
    let effects = cloud.handle(.request(request, from: setup.device), at: instant)
    for case .answer(let answer) in effects { return answer }
    return nil
  }
}
