import ClusterCore
import ClusterNodes

/// One device in a state of a search over every order: a run in which only it, its links and its
/// timers are.
///
/// Most ways on from a state meet one device, or one and the cloud. So a state is a row of lanes,
/// each kept once in the whole search (``LaneTable``), and where a choice leads a lane from is
/// worked out once, in whatever states it comes up.
final class Lane {
  /// Its cloud is none of its own: whoever takes a choice puts in the one of the state.
  let run: Run
  /// Which of the scenario's devices it is.
  let place: Int
  /// What the lane adds to what tells a state from others.
  let weight: Fingerprint
  /// What waits, in the order of coming up.
  let entries: [Entry]
  /// Where choices lead that were taken before.
  var moves: [LaneMove.Key: LaneMove] = [:]
  /// What others did that it was told of, and where that led.
  var followed: [News: Lane] = [:]

  /// What a lane takes in of what happened elsewhere.
  enum News: Hashable {
    /// It is later now, and these intents have been given out.
    case time(Instant, given: [IntentID])
    /// A push has been sent to it: by what tells it from others, and when it is due.
    case push(Fingerprint, at: Instant)
  }

  /// Something that waits in the lane's queue.
  struct Entry {
    enum Kind {
      case flight(Flight)
      /// An entry, the end of an interval, a start or a timer.
      case appointment(isTimer: Bool)
    }

    struct Flight {
      let earliest: Instant
      let isCopy: Bool
      let canDouble: Bool
      let canBeLost: Bool
      /// Whether nothing is before it on a link that keeps its order.
      let isFirst: Bool
      let asksCloud: Bool
    }

    /// In the lane's own queue.
    let ticket: Int
    let at: Instant
    let rank: Int
    let kind: Kind
    /// Whether it meets several lanes: a partition, and what the cloud is asked in one, since of
    /// the pushes that are kept for a device the last stays, whoever brought it about.
    let isWhole: Bool

    /// Whether it needs the cloud that whoever takes it be given.
    var asksCloud: Bool {
      guard case .flight(let flight) = kind else { return false }
      return flight.asksCloud
    }
  }

  init(_ run: Run, place: Int, weight: Fingerprint) {
    self.run = run
    self.place = place
    self.weight = weight
    entries = run.laneEntries
  }
}

/// The cloud in a state of a search.
final class CloudLane {
  let machine: CloudMachine
  /// How-manieth of its pushes are named next.
  let naming: Naming
  let weight: Fingerprint
  /// Counts those that there are.
  let number: Int

  init(_ machine: CloudMachine, _ naming: Naming, weight: Fingerprint, number: Int) {
    self.machine = machine
    self.naming = naming
    self.weight = weight
    self.number = number
  }
}
