import ClusterCore

/// The links: decides what becomes of each message, and knows who is cut off.
struct Network {
  private let setup: Shared<RunSetup>
  /// The links that carried something so far.
  private var lines: [Line] = []
  private var fates: [MessageName: Fate] { _read { yield setup.value.fates } }
  private var seed: Seed { setup.value.seed }
  private var drawsWeather: Bool { setup.value.drawsWeather }
  private var partitions: [ActivePartition] = []
  private(set) var isCalm = false
  private(set) var schedule = Schedule()
  /// The resumes that took place.
  private(set) var resumed: Set<RootID> = []

  private struct ActivePartition {
    let id: EntryID
    let partition: Partition
    let end: Instant
  }

  /// One link: its weather, looked up once, and when what it carried last arrives.
  private struct Line {
    let id: LinkID
    let weather: Weather
    var lastDelivery: Instant?
  }

  init(_ setup: Shared<RunSetup>) {
    self.setup = setup
  }

  /// Where the link's line is; a run has a few, so that looking at each is faster than hashing.
  private mutating func line(of link: LinkID) -> Int {
    for place in lines.indices where lines[place].id == link { return place }
    lines.append(Line(id: link, weather: weather(of: link)))
    return lines.count - 1
  }

  private func weather(of link: LinkID) -> Weather { setup.value.scenario.links[link] }

  // MARK: Partitions and the calm

  mutating func begin(_ partition: Partition, id: EntryID, end: Instant) {
    partitions.append(ActivePartition(id: id, partition: partition, end: end))
  }

  mutating func end(_ id: EntryID) {
    partitions.removeAll { $0.id == id }
  }

  var active: [(id: EntryID, partition: Partition)] {
    partitions.map { ($0.id, $0.partition) }
  }

  mutating func becomeCalm() { isCalm = true }

  func isCut(_ device: NodeID) -> Bool {
    partitions.contains { $0.partition.devices.contains(device) }
  }

  func isKnownDown(_ device: NodeID) -> Bool {
    partitions.contains {
      $0.partition.traffic == .refuse && $0.partition.devices.contains(device)
    }
  }

  // MARK: Sending

  func floor(of message: MessageName) -> Milliseconds { weather(of: LinkID(of: message)).floor }

  func isFirstInFirstOut(_ link: LinkID) -> Bool { weather(of: link).isFirstInFirstOut }

  /// Takes in who is cut off, and how long yet.
  func weigh(into state: inout StateDigest, at now: Instant) {
    state.combine(partitions.count)
    for partition in partitions {
      state.combine(partition.id)
      state.combine(partition.end - now)
    }
  }

  func fate(of message: MessageName) -> Fate? { fates[message] }

  /// Decides what becomes of a message sent now, and notes it where it is not ordinary.
  ///
  /// - Parameter bytes: what a file's bytes take on top of the link's delay.
  mutating func dispatch(
    _ message: MessageName, at now: Instant, bytes: Milliseconds = .zero
  ) -> Dispatch {
    guard let fate = fates[message] else {
      let (dispatch, isOrdinary) = travel(message, at: now, bytes: bytes)
      if case .copies(let delays) = dispatch, !isOrdinary {
        schedule.fates.append(NamedFate(message: message, fate: Fate(.copies(delays))))
      }
      return dispatch
    }
    var noted = fate
    let dispatch: Dispatch
    switch fate.travel {
    case .copies(let delays): dispatch = .copies(delays)
    case .held(let event): dispatch = .held(until: event)
    case .ordinary:
      let (ordinary, isOrdinary) = travel(message, at: now, bytes: bytes)
      if case .copies(let delays) = ordinary, !isOrdinary { noted.travel = .copies(delays) }
      dispatch = ordinary
    }
    schedule.fates.append(NamedFate(message: message, fate: noted))
    return dispatch
  }

  /// How a message travels when no fate says it, and whether it would in the boring run too.
  private mutating func travel(
    _ message: MessageName, at now: Instant, bytes: Milliseconds
  ) -> (dispatch: Dispatch, isOrdinary: Bool) {
    if message.kind.isLocal { return (.copies([0]), true) }
    let link = LinkID(of: message)
    let line = line(of: link)
    let floor = lines[line].weather.floor + bytes
    guard drawsWeather else {
      let boring = underPartition([floor], message, at: now)
      return (inOrder(boring, on: line, at: now), true)
    }
    var delays = lines[line].weather.draw(
      seed: seed, message: message, link: link, at: now,
      isCalm: isCalm && !setup.value.scenario.calm.keepsLinks
    ).delays
    if bytes != .zero { delays = delays.map { $0 + bytes } }
    // Most of the time nothing is cut off and nothing keeps its order.
    if partitions.isEmpty, !lines[line].weather.isFirstInFirstOut {
      return (.copies(delays), delays.count == 1 && delays[0] == floor)
    }
    let dispatch = inOrder(underPartition(delays, message, at: now), on: line, at: now)
    return (dispatch, dispatch == underPartition([floor], message, at: now))
  }

  /// A partition is judged at sending: what is drawn stands, what it does comes on top.
  private func underPartition(
    _ delays: [Milliseconds], _ message: MessageName, at now: Instant
  ) -> Dispatch {
    guard !partitions.isEmpty else { return .copies(delays) }
    let device = message.device
    let cutting = partitions.filter { $0.partition.devices.contains(device) }
    guard !cutting.isEmpty else { return .copies(delays) }
    if message.kind == .push { return .kept }
    if cutting.contains(where: { $0.partition.traffic == .refuse }) {
      return message.part == .message ? .refused : .copies([])
    }
    if cutting.contains(where: { $0.partition.traffic == .drop }) { return .copies([]) }
    let end = cutting.map(\.end).max() ?? now
    return .copies(delays.map { (end - now) + $0 })
  }

  /// On a first-in-first-out link nothing arrives before what was sent earlier.
  private mutating func inOrder(
    _ dispatch: Dispatch, on line: Int, at now: Instant
  ) -> Dispatch {
    guard lines[line].weather.isFirstInFirstOut, case .copies(let delays) = dispatch,
      !delays.isEmpty
    else { return dispatch }
    let earliest = lines[line].lastDelivery ?? now
    let ordered = delays.map { max($0, earliest - now) }
    lines[line].lastDelivery = now + (ordered.max() ?? .zero)
    return .copies(ordered)
  }

  // MARK: Resuming

  /// What waited for a device that resumes, in the order in which it is handed over: timers
  /// first, shuffled by the seed and the resume's name, then the rest as it came.
  mutating func resumeOrder(
    of items: [Run.Item], at resume: RootID, given: [RootID: [TimerName]]
  ) -> [Run.Item] {
    resumed.insert(resume)
    var timers: [(name: TimerName, item: Run.Item)] = []
    var others: [Run.Item] = []
    for item in items {
      if case .timer(_, _, let name, _) = item {
        timers.append((name, item))
      } else {
        others.append(item)
      }
    }
    let came = timers.map(\.name)
    if let order = given[resume] {
      let rank = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
      timers.sort { (rank[$0.name] ?? Int.max) < (rank[$1.name] ?? Int.max) }
    } else if drawsWeather {
      var generator = seed.generator(for: resume.string)
      for index in timers.indices.reversed() {
        timers.swapAt(index, Int(generator.below(Int64(index + 1))))
      }
    }
    if timers.map(\.name) != came {
      schedule.resumes.append(DrawnResume(resume: resume, order: timers.map(\.name)))
    }
    return timers.map(\.item) + others
  }

  // MARK: Jitter

  /// What is added to a timer's time, drawn from its name.
  mutating func jitter(
    upTo most: Milliseconds, of timer: TimerName, given: [TimerName: Milliseconds]
  ) -> Milliseconds {
    guard most > .zero else { return .zero }
    let drawn: Milliseconds
    if let written = given[timer] {
      drawn = written
    } else if drawsWeather {
      var generator = seed.generator(for: timer.description)
      drawn = Milliseconds(generator.below(most.count + 1))
    } else {
      return .zero
    }
    if drawn > .zero { schedule.jitters.append(DrawnJitter(timer: timer, jitter: drawn)) }
    return drawn
  }
}
