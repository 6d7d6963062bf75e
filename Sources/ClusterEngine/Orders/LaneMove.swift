import ClusterCore

/// What a choice does that meets one lane, or one and the cloud.
final class LaneMove {
  /// A choice that a lane can be asked for.
  struct Key: Hashable {
    let kind: Choice.Kind
    /// Which of the lane's entries it is about.
    let entry: Int
    let cut: Choice.Cut?
    /// The cloud's number; nil where the cloud is not asked.
    let cloud: Int?
  }

  /// A push to another lane.
  struct Push {
    /// The place of the device it goes to.
    let lane: Int
    let delivery: Run.Delivery
    let at: Instant
  }

  /// Something that came up and waits.
  struct Arrival {
    /// The how-manieth of all that came up.
    let offset: Int
    /// Nil for the lane itself.
    let push: Push?
  }

  let lane: Lane
  /// Nil where it was not asked.
  let cloud: CloudLane?
  let events: EventList
  /// Which of the lane's entries each one before has become; negative where it is gone.
  let places: [Int]
  let arrivals: [Arrival]
  /// How many tickets were given out, those of what is gone again among them.
  let tickets: Int
  /// The intents that were given out.
  let given: [IntentID]

  init(
    lane: Lane, cloud: CloudLane?, events: EventList, places: [Int], arrivals: [Arrival],
    tickets: Int, given: [IntentID]
  ) {
    self.lane = lane
    self.cloud = cloud
    self.events = events
    self.places = places
    self.arrivals = arrivals
    self.tickets = tickets
    self.given = given
  }
}
