import ClusterCore
import ClusterNodes

/// One run: takes the next event, hands it to the node it is for, puts the effects on links and
/// timers, until everything is quiet.
///
/// The order of events is (instant, timeline entries first, order of coming up). Nothing here
/// asks the machine for the time or draws a number that is not a function of seed and name.
package struct Run {
  private let sharedSetup: Shared<RunSetup>
  var setup: RunSetup { _read { yield sharedSetup.value } }
  var record: (TraceEvent) -> Void
  let isInterrupted: () -> Bool
  var hosts: DeviceTable<any DeviceHost>
  /// What a planted fault puts around it; nil but where the checks are measured.
  let plant: Plant?

  package internal(set) var cloud: CloudMachine { didSet { cloudWeight = nil } }
  /// The cloud's state as a search tells it from others; nil until it is asked for.
  var cloudWeight: Fingerprint?
  /// Names the cloud's pushes, whoever brought them about.
  var pushNaming = Naming() { didSet { cloudWeight = nil } }
  /// What a search tells states apart by; nil in an ordinary run.
  var scope: StateScope?
  var network: Network
  var naming = Naming()
  var queue = EventQueue<Item>()
  /// What comes before anything in the queue: copies released by the event just handled.
  var immediate: [Delivery] = []
  var clocks: DeviceTable<DeviceClock>
  var pending = DeviceTable<Int>()
  var lives = DeviceTable<DeviceLife>()
  /// Kills that cut the next event handed to a device.
  var armed: [NodeID: Kill] = [:]
  /// Where a search has a device killed in what is being done.
  var chosenCut: Choice.Cut?
  var timers: [TimerID: TimerName] = [:]
  /// Those that something may yet come of: an answer, a copy of the request, the timeout.
  var attempts: Attempts = [:]
  var openAttempts = 0
  var flying = 0
  var held = HeldMessages()
  var keptPushes: [NodeID: Delivery] = [:]
  /// Pushes whose place a later one took in the step in hand.
  var lostPushes: [Delivery] = []
  var now = Instant.start
  var eventCount = 0
  /// Events that were handed to a node so far.
  package internal(set) var steps = 0
  var calm: CalmState?
  /// The messages with a fate that were sent.
  var sent: Set<MessageName> = []
  /// The kills that hang on an event and took place.
  var taken: Set<Kill> = []
  /// The numbers on the apps' icons, which belong to the system.
  var badges: [NodeID: Int]
  var notes: [String] = []
  var services: TransferServices
  /// What an app asked its transfer service in the step in hand.
  var calls: [(MessageName, TransferCall)] = []
  /// What each device's vault holds.
  var vaults: [NodeID: VaultItem] = [:]
  /// Devices that are locked, each with the lock that is on.
  var locks: [NodeID: EntryID] = [:]
  /// The device of each process that shares one with others.
  let homes: [NodeID: NodeID]
  /// How long each device waits for an answer.
  let timeouts: DeviceTable<Milliseconds>

  /// - Parameters:
  ///   - isInterrupted: is asked now and then; true ends the run with a failure.
  ///   - record: is given every event of the trace as it happens.
  package init(
    _ setup: RunSetup, hosts: [NodeID: any DeviceHost], plant: Plant? = nil,
    isInterrupted: @escaping () -> Bool = { false }, record: @escaping (TraceEvent) -> Void
  ) {
    self.isInterrupted = isInterrupted
    let scenario = setup.scenario
    sharedSetup = Shared(setup)
    self.hosts = DeviceTable(hosts.map { ($0.key, $0.value) })
    self.plant = plant
    self.record = record
    network = Network(sharedSetup)
    held = HeldMessages(setup.fates)
    clocks = DeviceTable(scenario.devices.map { ($0.id, DeviceClock($0.clock)) })
    timeouts = DeviceTable(scenario.devices.map { ($0.id, $0.timeout) })
    badges = scenario.start.badges
    cloud = CloudMachine(
      rules: scenario.rules, devices: scenario.devices.map(\.id), start: scenario.start.changes,
      seed: setup.seed, services: scenario.start)
    services = TransferServices(rules: scenario.rules.files)
    homes = Dictionary(
      uniqueKeysWithValues: scenario.devices.filter { $0.home != $0.id }.map { ($0.id, $0.home) })
    for token in scenario.start.tokens { vaults[token.device] = cloud.begin(token) }
  }

  /// What each device of a run is told when it starts.
  package static func deviceInit(_ device: DeviceSetup, in setup: RunSetup) -> DeviceInit {
    var generator = setup.seed.generator(for: "device/\(device.id)")
    return DeviceInit(
      device: device.id, policy: device.policy, rules: setup.scenario.rules,
      seed: generator.next(), start: setup.scenario.start.changes, seeds: device.seeds,
      durability: device.durability,
      actors: device.home == device.id ? [] : setup.scenario.processes(of: device.home),
      maxOffset: device.clock.maxOffset, thread: device.thread)
  }

  /// Starts every device; to be called once, before ``run()``.
  package mutating func start() throws(HostFailure) {
    let scenario = setup.scenario
    naming.give(StartState.intent)
    for device in scenario.devices {
      try begin(device)
      queue.push(.start(device.id), at: .start, rank: Rank.start)
    }
    for (index, entry) in scenario.timeline.enumerated() {
      queue.push(.entry(index), at: entry.at, rank: Rank.entry)
    }
    let last = scenario.timeline.map(\.end).max() ?? .start
    queue.push(.calm, at: scenario.calm.at ?? last, rank: Rank.calm)
  }

  /// Runs to the end.
  package mutating func run() throws(HostFailure) -> RunOutcome {
    while true {
      if immediate.isEmpty {
        guard !isOver, let next = queue.nextInstant else { return end(.quiet) }
        if let limit = calm?.limit, next > limit {
          now = limit
          return end(.limit)
        }
      }
      try advance()
      if steps >= setup.stepLimit { return end(.tooManySteps) }
    }
  }

  /// Hands over all that is due up to that instant, at most the setup's limit of steps, and
  /// stops there: the nodes can be looked at, and the run can go on.
  package mutating func run(until instant: Instant) throws(HostFailure) {
    while steps < setup.stepLimit {
      guard !immediate.isEmpty || queue.nextInstant.map({ $0 <= instant }) == true else { return }
      try advance()
    }
  }

  private mutating func advance() throws(HostFailure) {
    if let delivery = immediate.popLast() {
      try deliver(delivery)
    } else if let (instant, item) = queue.pop() {
      now = instant
      try take(item)
    }
    if steps & 63 == 0 && isInterrupted() {
      throw HostFailure(device: .cloud, reason: "the run was interrupted")
    }
  }

  func host(of device: NodeID) -> any DeviceHost {
    guard let host = hosts[device] else { preconditionFailure("no host for \(device)") }
    return host
  }

  mutating func take(_ item: Item) throws(HostFailure) {
    switch item {
    case .start(let device): try start(device)
    case .restart(let device, let life): try restart(device, life: life)
    case .wake(let device, let life): try restart(device, life: life, word: "wake")
    case .resume(let device, let life): try resume(device, life: life)
    case .entry(let index): try perform(setup.scenario.timeline[index])
    case .partitionEnd(let id): try endPartition(id)
    case .delivery(let delivery):
      flying -= 1
      try deliver(delivery)
    case .failure(let message, let failure): try fail(message, failure)
    case .timer(let device, let key, let name, let cause):
      try fire(device, key, name, cause: cause)
    case .calm: try beginCalm()
    case .round: try beginRound()
    case .unlock(let device, let lock): unlock(device, lock)
    }
  }
}

// MARK: The trace

extension Run {
  /// Records a step, then releases what was held for it, before anything else happens.
  mutating func finish(_ step: Step, root: RootID, cause: Int?) {
    steps += 1
    note(.step(step), root: root, cause: cause)
    for push in lostPushes {
      note(.dropped(push.message), root: push.message.root, cause: push.cause)
    }
    if !lostPushes.isEmpty { lostPushes.removeAll(keepingCapacity: true) }
    guard held.mayRelease else { return }
    immediate.append(contentsOf: held.release(after: step.name, at: step.node).reversed())
  }

  var nextEventNumber: Int { eventCount + 1 }

  @discardableResult
  mutating func note(_ kind: TraceEvent.Kind, root: RootID, cause: Int?) -> Int {
    eventCount += 1
    record(TraceEvent(number: eventCount, at: now, cause: cause, root: root, kind: kind))
    return eventCount
  }
}
