import ClusterCore
import ClusterReport
import ClusterTransport

/// Tells cases to a device, each to a process of its own on a store of its own.
struct ConformRunner {
  private let program: DeviceProgram
  private let limits: HostLimits
  private let signals: Signals

  init(program: DeviceProgram, limits: HostLimits, signals: Signals) {
    self.program = program
    self.limits = limits
    self.signals = signals
  }

  /// All cases in order; where the first one, the handshake, is not done the rest is not tried.
  func run(
    _ cases: [ConformCase], progress: (ConformCase) -> Void
  ) throws -> [ConformResult] {
    var results: [ConformResult] = []
    for story in cases {
      try signals.check()
      if let first = results.first, first.verdict != .done {
        results.append(ConformResult(story: story, verdict: .notTried, explanation: ""))
        continue
      }
      progress(story)
      results.append(try result(of: story))
    }
    return results
  }

  private func result(of story: ConformCase) throws -> ConformResult {
    do {
      let first = try tell(story)
      if let lack = first.lack { return ConformResult(story, .notDone, lack) }
      if story.isToldTwice, let difference = first.difference(from: try tell(story)) {
        return ConformResult(story, .notDone, difference)
      }
      let what = story.group == .services ? first.deeds : ""
      return ConformResult(story, .done, what)
    } catch let failure as HostFailure {
      try signals.check()
      return ConformResult(story, .broke, ConformRunner.words(failure))
    }
  }

  private func tell(_ story: ConformCase) throws -> Telling {
    let group = try ProcessGroup(limits: limits, signals: signals)
    defer { try? group.end() }
    var rules = CloudRules.standard
    rules.page = story.page
    let setup = DeviceInit(
      device: "device", policy: .sound, rules: rules, seed: 1,
      start: ConformCases.start.changes)
    let host = group.makeHost(for: setup.device, program: program)
    var telling = Telling(ConformPeer(host: host, setup: setup))
    for step in story.steps {
      try telling.take(step)
      if telling.lack != nil { break }
    }
    return telling
  }

  private static func words(_ failure: HostFailure) -> String {
    var words = "it \(failure.reason)"
    if !failure.lastFrame.isEmpty { words += "; its last frame: \(failure.lastFrame)" }
    if !failure.errorOutput.isEmpty { words += "; it said: \(failure.errorOutput)" }
    return words
  }
}

extension ConformResult {
  fileprivate init(_ story: ConformCase, _ verdict: ConformVerdict, _ explanation: String) {
    self.init(story: story, verdict: verdict, explanation: explanation)
  }
}

/// A case while it is told.
private struct Telling {
  private var peer: ConformPeer
  /// What the device did not do; nil as long as it does all.
  private(set) var lack: String?

  init(_ peer: ConformPeer) {
    self.peer = peer
  }

  mutating func take(_ step: ConformStep) throws {
    switch step {
    case .start(let isLinkUp): try peer.start(isLinkUp: isLinkUp)
    case .connect: try peer.host.connect(peer.setup)
    case .operation(let operation):
      try peer.hand(.operation(operation, intent: peer.nextIntent()))
    case .link(let isUp): try peer.hand(.link(isUp: isUp))
    case .event(let text): try peer.hand(try NodeEvent(JSONReader(try JSONParser.parse(text))))
    case .serve: try peer.serve()
    case .loseAnswers: try peer.loseAnswers()
    case .fail(let failure): try peer.fail(failure)
    case .repeatAnswer: try peer.repeatAnswer()
    case .fireTimers: try peer.fireTimers()
    case .elsewhere(let path, let value): peer.changeElsewhere(path, value)
    case .kill: try peer.kill()
    case .killDuring(let operation):
      try peer.hand(
        .operation(operation, intent: peer.nextIntent()), cut: Cut(afterEffects: 1))
    case .leave(let farewell, let leaving): lack = Telling.lack(peer.host.leave(farewell), leaving)
    case .inspect: _ = try peer.host.inspect()
    case .settle: peer.forgetSent()
    case .expectShows, .expectCloudHolds, .expectSent, .expectNothingSent, .expectPending,
      .expectStampsOfItsClock, .expectSettled:
      lack = lack(step)
    }
  }

  /// What is not as it is expected; nil where it is, and of steps that expect nothing.
  private mutating func lack(_ step: ConformStep) -> String? {
    switch step {
    case .expectShows(let path, let value):
      let shown = peer.shown[path]
      return shown == value ? nil : "it shows \(path) as \(words(shown)), not as \(words(value))"
    case .expectCloudHolds(let path, let value):
      let held = peer.cloud.holdings.first { $0.path == path }?.state.shown
      return held == value
        ? nil : "the cloud was brought to hold \(path) as \(words(held)), not as \(words(value))"
    case .expectSent(let kind):
      defer { peer.forgetSent() }
      return peer.sent.contains(kind) ? nil : "it sends no \(kind.rawValue) here"
    case .expectNothingSent:
      defer { peer.forgetSent() }
      return peer.sent.first.map { "it sends a \($0.rawValue), where nothing is to be sent" }
    case .expectPending(let isPending):
      guard (peer.pending > 0) != isPending else { return nil }
      return isPending
        ? "it counts nothing as pending, and an operation is not settled"
        : "it still counts \(peer.pending) as pending, and all is settled"
    case .expectStampsOfItsClock:
      let stamps = peer.lastSave.compactMap(\.stamp)
      return stamps.first { $0.milliseconds != peer.now }
        .map { "it stamps an edit \($0), and its wall clock shows \(peer.now)" }
    case .expectSettled:
      if let request = peer.open.first?.request { return "its \(request.kind.rawValue) is open" }
      return peer.pending > 0 ? "it still counts \(peer.pending) as pending" : nil
    case .start, .connect, .operation, .link, .event, .serve, .loseAnswers, .fail, .repeatAnswer,
      .fireTimers, .elsewhere, .kill, .killDuring, .leave, .inspect, .settle:
      return nil
    }
  }

  private static func lack(
    _ departure: Departure?, _ leaving: ConformStep.Leaving
  ) -> String? {
    guard let departure else { return "it still runs two seconds later, and was killed" }
    switch leaving {
    case .anyhow: return nil
    case .quietly: return departure.status == 0 ? nil : "it \(departure.words), not with 0"
    case .complaining:
      guard let status = departure.status else { return "it \(departure.words)" }
      if status == 0 { return "it ends with status 0, as if nothing were wrong" }
      return departure.errorOutput.isEmpty
        ? "it \(departure.words), and says nothing on standard error" : nil
    }
  }

  private func words(_ value: FieldValue?) -> String {
    switch value {
    case .scalar(let value)?: value.json
    case .set?: value.map { "\($0)" } ?? ""
    case nil: "nothing"
    }
  }

  /// What it did beside answering, in words.
  var deeds: String {
    let kinds = peer.sent.map(\.rawValue)
    if !kinds.isEmpty { return "sends " + kinds.joined(separator: ", ") }
    return peer.effects > 0 ? "takes it in" : "answers, and does nothing with it"
  }

  func difference(from other: Telling) -> String? {
    let (one, two) = (peer.transcript, other.peer.transcript)
    for (left, right) in zip(one, two) where left != right {
      return "told twice, it answers \(left) once and \(right) the other time"
    }
    return one.count == two.count ? nil : "told twice, it does not answer equally often"
  }
}
