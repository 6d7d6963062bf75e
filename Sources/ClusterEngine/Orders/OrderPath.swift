import ClusterCore

/// The choices that lead from the beginning to one state.
package struct OrderPath: Hashable, Sendable {
  let choices: [Choice]

  init(_ choices: [Choice]) {
    self.choices = choices
  }

  package var count: Int { choices.count }
}

/// A path as an ordinary run: every message that it delivers with its delays written out, every
/// kill with its event.
///
/// Each delivery is given a millisecond of its own, so that delays can say their order. Where
/// the timeline leaves too little time for that, there is no such schedule.
package struct OrderSchedule: Sendable {
  package let scenario: Scenario
  package let schedule: Schedule
  /// What happened in turn, in words.
  package let story: [String]
  /// The events handed over before the calm, each with its node: what an ordinary run has to
  /// repeat.
  package let order: [String]

  /// Nil where the timeline leaves too little time between two instants.
  package init?(
    _ path: OrderPath, of scenario: Scenario, seed: Seed? = nil, budget: OrderBudget
  ) throws(HostFailure) {
    var plan = OrderPlan(scenario, seed: seed, budget)
    plan.stretches = true
    var telling = Telling()
    var world = try OrderWorld(Shared(plan))
    let trace = OrderTrace()
    for choice in path.choices {
      // A millisecond too few, and what was chosen is not to be had any more.
      guard world.choices.contains(where: { $0.isSame(as: choice) }) else { return nil }
      let message = world.run.message(of: choice)
      try world.go(choice, trace)
      telling.take(choice, message, trace.events, at: world.run.now)
    }
    var written = plan.setup.scenario
    if plan.calm == nil { written.beginCalm(at: world.run.now + OrderPlan.stillness) }
    self.scenario = written
    schedule = telling.schedule
    story = telling.story
    order = telling.order
  }
}

extension Choice {
  fileprivate func isSame(as other: Choice) -> Bool {
    kind == other.kind && ticket == other.ticket
  }
}

extension Run {
  /// The message that a choice is about; nil where it is about none.
  fileprivate func message(of choice: Choice) -> MessageName? {
    guard case .delivery(let delivery)? = queue.item(ticket: Int(choice.ticket)) else { return nil }
    return delivery.message
  }
}

extension Scenario {
  fileprivate mutating func beginCalm(at instant: Instant) {
    calm.at = instant
    var node = source["calm"] ?? JSONNode(.object([]))
    node.set("at", to: JSONNode(.string(instant.description)))
    source.set("calm", to: node)
  }
}

/// Gathers, choice by choice, what a schedule and a story need.
private struct Telling {
  private var sent: [MessageName: Instant] = [:]
  private var inOrder: [MessageName] = []
  private var delays: [MessageName: [Milliseconds]] = [:]
  private var kills: [Kill] = []
  private(set) var story: [String] = []
  private(set) var order: [String] = []

  /// What an app asks of its own system is handed over at once, and is under no link's delay.
  var schedule: Schedule {
    let named = inOrder.filter { delays[$0] != nil || !$0.kind.isLocal }
    return Schedule(
      fates: named.map { NamedFate(message: $0, fate: Fate(.copies(delays[$0] ?? []))) },
      kills: kills)
  }

  mutating func take(
    _ choice: Choice, _ message: MessageName?, _ events: [TraceEvent], at now: Instant
  ) {
    var lastStep: Step?
    var words: [String] = []
    for event in events {
      switch event.kind {
      case .step(let step):
        lastStep = step
        order.append("\(step.node) \(step.name)")
        words.append(step.name.description)
        for case .sent(let name, let dispatch) in step.effects.map(\.outcome) {
          note(name, dispatch, at: event.at)
        }
      case .died(let device, _):
        guard let cut = choice.cut, let step = lastStep, step.node == device else { break }
        words.append("\(device) is killed after \(cut.afterEffects) effects")
        kills.append(
          Kill(
            device: device, manner: .system, length: Deviation.deadFor, during: step.name,
            cut: ClusterCore.Cut(afterEffects: Int(cut.afterEffects))))
      case .dropped(let name): words.append("\(name) arrives too late")
      case .partition, .clockJump, .suspended, .ignored, .badged, .calm, .ended, .locked: break
      }
    }
    story.append(contentsOf: tell(choice, message, words))
    guard let message, let sentAt = sent[message] else { return }
    switch choice.kind {
    case .deliver, .double, .deliverCopy: delays[message, default: []].append(now - sentAt)
    case .lose, .forgetCopy, .proceed, .early: break
    }
  }

  private func tell(_ choice: Choice, _ message: MessageName?, _ words: [String]) -> [String] {
    let name = message?.description ?? ""
    switch choice.kind {
    case .lose: return ["\(name) is lost"]
    case .forgetCopy: return []
    case .deliver, .double, .proceed: return words
    case .deliverCopy: return words.map { "\($0), a copy" }
    case .early: return words.map { "\($0), early" }
    }
  }

  /// Only what a link takes up has delays; what is kept or refused goes its own way.
  private mutating func note(_ message: MessageName, _ dispatch: Dispatch, at instant: Instant) {
    switch dispatch {
    case .copies(let floors):
      guard !floors.isEmpty else { return }
      sent[message] = instant
      inOrder.append(message)
    case .kept, .held, .refused: break
    }
  }
}
