/// One line of a trace: what happened, when, and because of which earlier line.
package struct TraceEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A node handled an event.
    case step(Step)
    /// Some devices are cut off from the cloud, or no longer.
    case partition(Partition, isOn: Bool)
    case clockJump(device: NodeID, by: Milliseconds)
    /// An app's process is over: killed, or removed with its store.
    case died(device: NodeID, Death)
    case suspended(device: NodeID, isOn: Bool)
    /// The user did something with an app that is dead or frozen.
    case ignored(device: NodeID, EntryID)
    /// A message arrived, or would have, and was handed to nobody: its attempt was over, or
    /// a later push took its place while the device was offline.
    case dropped(MessageName)
    /// The system has set the number on the icon of an app that is dead or suspended.
    case badged(device: NodeID, Int, MessageName)
    /// The weather is over.
    case calm
    /// The run is over.
    case ended(Ending)
    /// The phone is locked, or no longer.
    case locked(device: NodeID, isOn: Bool)
  }

  /// Counts the events of a run from 1.
  package let number: Int
  package let at: Instant
  /// The number of the event that made this one happen; nil for the timeline's and the calm's.
  package let cause: Int?
  package let root: RootID
  package let kind: Kind

  package init(number: Int, at: Instant, cause: Int?, root: RootID, kind: Kind) {
    self.number = number
    self.at = at
    self.cause = cause
    self.root = root
    self.kind = kind
  }

  package var step: Step? {
    guard case .step(let step) = kind else { return nil }
    return step
  }
}

/// One event handled by one node, and what it did.
package struct Step: Hashable, Sendable {
  package let node: NodeID
  package let name: EventName
  package let event: NodeEvent
  /// The device's clocks; nil for the cloud.
  package let clock: ClockReading?
  package let effects: [PerformedEffect]
  /// Operations the device has not settled; 0 for the cloud.
  package let pending: Int

  package init(
    node: NodeID, name: EventName, event: NodeEvent, clock: ClockReading?,
    effects: [PerformedEffect], pending: Int
  ) {
    self.node = node
    self.name = name
    self.event = event
    self.clock = clock
    self.effects = effects
    self.pending = pending
  }
}

/// An effect and what the engine made of it.
package struct PerformedEffect: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    /// A message left.
    case sent(MessageName, Dispatch)
    case timerSet(TimerName, due: Instant)
    /// An answer that nobody waits for: another copy of the request was answered.
    case unsent
  }

  package let effect: Effect
  package let outcome: Outcome

  package init(_ effect: Effect, _ outcome: Outcome) {
    self.effect = effect
    self.outcome = outcome
  }
}

/// What became of a message when it was sent; never why.
package enum Dispatch: Hashable, Sendable {
  /// One copy for each delay from sending; none is a loss.
  case copies([Milliseconds])
  /// Held until that has happened at its destination.
  case held(until: EventName)
  /// Kept by the push service until the device is online again; only the last is.
  case kept
  /// Refused at once: the link was known to be down.
  case refused
}

/// Why an app's process is over.
package enum Death: String, CaseIterable, Sendable {
  case system, user, reinstall
  case power
}

/// How a run ended, and what the cloud holds.
package struct Ending: Hashable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    /// Nothing is in flight, pending or waiting.
    case quiet
    /// The calm's limit was reached first.
    case limit
    /// The most steps a run may have were reached.
    case tooManySteps
  }

  package let reason: Reason
  /// In the order of the paths.
  package let cloud: [Change]
  /// Messages that were held for an event that never happened.
  package let neverReleased: [MessageName]

  package init(reason: Reason, cloud: [Change], neverReleased: [MessageName]) {
    self.reason = reason
    self.cloud = cloud
    self.neverReleased = neverReleased
  }
}
