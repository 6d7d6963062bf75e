import ClusterCore

/// What a search needs to know of a run: which events were handed to whom, before the calm.
package struct RunShape: Sendable {
  struct Point: Hashable, Sendable {
    let node: NodeID
    let name: EventName
    /// A request or a push, which a link can deliver once more.
    let canRepeat: Bool
    /// After how many effects a device can be killed here: after each send and each store.
    let cuts: [Int]
  }

  private(set) var points: [Point] = []
  /// For each event the turns in which a client had several jobs ready, and how many.
  var turns: [EventName: [Int]] = [:]
  /// The point at which an attempt ended: by its answer, or without one.
  private var ends: [MessageName: Int] = [:]
  private var open: [MessageName] = []
  private var isCalm = false
  /// How many effects the step before had.
  private var lastEffects = 0
  private var order = StableHash()

  package init() {}

  package mutating func observe(_ event: TraceEvent) {
    switch event.kind {
    case .calm: isCalm = true
    case .step(let step):
      order.combine(step.node.string.utf8)
      order.combine(step.name.description.utf8)
      lastEffects = step.effects.count
      guard !isCalm else { return }
      for case .sent(let name, _) in step.effects.map(\.outcome) where name.sender == step.node {
        open.append(name)
      }
      switch step.name {
      case .delivery(let message, _) where message.part == .answer:
        ends[message.request] = points.count
      case .failure(let request): ends[request] = points.count
      case .delivery, .timer, .entry: break
      }
      points.append(
        Point(
          node: step.node, name: step.name, canRepeat: step.event.canRepeat, cuts: step.cuts))
    case .died(let device, _):
      order.combine("\(device) died after \(event.cause == nil ? 0 : lastEffects)".utf8)
      // The attempts of a dead process are over: no answer can come to it any more.
      for request in open where request.sender == device { ends[request] = points.count - 1 }
      open.removeAll { $0.sender == device }
    case .partition, .clockJump, .suspended, .ignored, .dropped, .ended, .locked, .badged: break
    }
  }

  /// Tells this order of events from every other, and how far each step came that a kill cut.
  package var orderHash: UInt64 { order.value }

  /// Every way on from a run whose last choice took effect before point `first`, and the
  /// point from which the run that takes it is free to choose again.
  ///
  /// A choice is offered at or after the last one only, so each set of choices is met once. At
  /// one point a loss comes before the picks, and those before what follows the event.
  func offers(from first: Int, after choices: [Deviation]) -> [(choice: Deviation, next: Int)] {
    var offers: [(choice: Deviation, next: Int)] = []
    let (lost, settled) = (choices.stillLost, choices.settled)
    guard first < points.count else { return offers }
    for index in first..<points.count {
      let point = points[index]
      let picked = index == first ? choices.lastTurn(in: point.name) : nil
      if case .delivery(let message, let copy) = point.name, copy == 1, !message.kind.isLocal,
        !settled.contains(message), picked == nil
      {
        offers.append((.lose(message), index))
      }
      offers += picks(in: point.name, from: picked.map { $0 + 1 } ?? 0).map { ($0, index) }
      for message in repeatable(upTo: index, at: point.node) {
        offers.append((.again(message, after: point.name), index + 1))
      }
      for message in lost where message.destination == point.node && isAwaited(message, at: index) {
        offers.append((.release(message, after: point.name), index + 1))
      }
      for count in point.cuts {
        let kill = Deviation.kill(point.node, during: point.name, afterEffects: count)
        offers.append((kill, index + 1))
      }
    }
    return offers
  }

  /// Every job but the first in each turn from that one on.
  private func picks(in event: EventName, from first: Int) -> [Deviation] {
    (turns[event] ?? []).enumerated().dropFirst(first).flatMap { turn, count in
      (1..<count).map { .pick(event, turn: turn, place: $0) }
    }
  }

  /// Requests and pushes delivered to that node up to that point, each once.
  private func repeatable(upTo index: Int, at node: NodeID) -> [MessageName] {
    points[...index].compactMap { point in
      guard point.node == node, point.canRepeat, case .delivery(let message, 1) = point.name
      else { return nil }
      return message
    }
  }

  /// An answer can come late only while its attempt is open.
  private func isAwaited(_ message: MessageName, at index: Int) -> Bool {
    guard message.part == .answer else { return true }
    return index < ends[message.request] ?? Int.max
  }
}

extension [Deviation] {
  /// The turn of the last choice, where it was a pick in that event.
  fileprivate func lastTurn(in event: EventName) -> Int? {
    guard case .pick(event, let turn, _) = last else { return nil }
    return turn
  }
}

extension Step {
  /// Counts of effects up to and including each send and store; none for the cloud.
  var cuts: [Int] {
    guard node != .cloud, node.transferOwner == nil else { return [] }
    return effects.indices.compactMap { index in
      switch effects[index].effect {
      case .send, .store, .vault, .transfer, .moveFile: index + 1
      case .cancel, .show, .setTimer, .cancelTimer, .answer, .push, .notify, .setBadge: nil
      }
    }
  }
}

extension NodeEvent {
  fileprivate var canRepeat: Bool {
    switch self {
    // What carries a file's bytes is cut and goes on, and never comes twice.
    case .request(let request, _): !request.kind.isTransfer
    case .push: true
    case .start, .operation, .answer, .failure, .timer, .link, .cloud, .transferCall,
      .transferNotice:
      false
    }
  }
}
