import ClusterCore

/// Which of several ready jobs runs first: what a schedule names, else a function of the seed, the
/// event and the turn, else the one that has been ready longest.
struct JobOrder: Sendable {
  /// Nil where nothing is drawn.
  private let seed: Seed?
  private let given: [EventName: [Int]]
  /// What was picked and is not the first, in the order of the events.
  private(set) var drawn: [DrawnPicks] = []
  /// How many jobs were ready at each turn, by the event.
  private(set) var turns: [EventName: [Int]] = [:]
  private var event: EventName
  private var picks: [Int] = []

  init(seed: Seed?, given: [DrawnPicks]) {
    self.seed = seed
    self.given = Dictionary(given.map { ($0.event, $0.picks) }) { $1 }
    event = .entry(StartState.intent)
  }

  mutating func begin(_ event: EventName) {
    self.event = event
    picks = []
  }

  mutating func pick(turn: Int, of count: Int) -> Int {
    let place: Int
    if let given = given[event] {
      place = turn < given.count ? min(given[turn], count - 1) : 0
    } else if let seed {
      var generator = seed.generator(for: "\(event)/job/\(turn)")
      place = Int(generator.below(Int64(count)))
    } else {
      place = 0
    }
    if turn < DrawnPicks.most {
      picks.append(place)
      turns[event, default: []].append(count)
    }
    return place
  }

  mutating func end() {
    while picks.last == 0 { picks.removeLast() }
    if !picks.isEmpty { drawn.append(DrawnPicks(event: event, picks: picks)) }
  }
}
