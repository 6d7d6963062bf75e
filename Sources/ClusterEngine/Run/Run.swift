import ClusterCore
import ClusterNodes

/// One run: takes the next event, hands it to the node it is for, puts the effects on links and
/// timers, until everything is quiet.
///
/// The order of events is (instant, timeline entries first, order of coming up). Nothing here
/// asks the machine for the time or draws a number that is not a function of seed and name.
package struct Run {
  private let setup: RunSetup
  private let record: (TraceEvent) -> Void
  private let isInterrupted: () -> Bool
  private let hosts: [NodeID: any DeviceHost]

  private var cloud: CloudMachine
  private var network: Network
  var naming = Naming()
  private var queue = EventQueue<Item>()
  /// What comes before anything in the queue: copies released by the event just handled.
  private var immediate: [Delivery] = []
  private var clocks: [NodeID: DeviceClock]
  private var pending: [NodeID: Int] = [:]
  private var lives: [NodeID: DeviceLife] = [:]
  /// Kills that cut the next event handed to a device.
  private var armed: [NodeID: Kill] = [:]
  private var timers: [TimerID: TimerName] = [:]
  private var attempts: [MessageName: Attempt] = [:]
  private var openAttempts = 0
  private var flying = 0
  var held = HeldMessages()
  private var keptPushes: [NodeID: Delivery] = [:]
  /// Pushes whose place a later one took in the step in hand.
  private var lostPushes: [Delivery] = []
  private var now = Instant.start
  private var eventCount = 0
  private var steps = 0
  private var calm: CalmState?
  private var sent: Set<MessageName> = []
  /// The numbers on the apps' icons, which belong to the system.
  private var badges: [NodeID: Int]
  private var notes: [String] = []
  var services: TransferServices
  /// What an app asked its transfer service in the step in hand.
  var calls: [(MessageName, TransferCall)] = []
  /// What each device's vault holds.
  private var vaults: [NodeID: VaultItem] = [:]
  /// Devices that are locked, each with the lock that is on.
  private var locks: [NodeID: EntryID] = [:]
  /// The device of each process that shares one with others.
  private let homes: [NodeID: NodeID]

  private struct TimerID: Hashable {
    let device: NodeID
    let key: TimerKey
  }

  /// A message on its way.
  struct Delivery {
    let message: MessageName
    let payload: Payload
    let cause: Int
  }

  enum Payload {
    case request(Request)
    case answer(Answer)
    case push(Push)
    case notice(TransferNotice)
  }

  /// One try of a device to get an answer.
  private struct Attempt {
    let device: NodeID
    let number: RequestNumber
    var isOpen = true
    var isAnswered = false
    var handled = 0
    /// How many copies there will be, where the last of them is to be answered.
    let copies: Int?
    let cause: Int
  }

  enum Item {
    case start(NodeID)
    case restart(NodeID, life: Int)
    case wake(NodeID, life: Int)
    case resume(NodeID, life: Int)
    case entry(Int)
    case partitionEnd(EntryID)
    case delivery(Delivery)
    case failure(MessageName, NetworkFailure)
    case timer(NodeID, TimerKey, TimerName, cause: Int)
    case calm
    case round
    case unlock(NodeID, EntryID)
  }

  private struct CalmState {
    let limit: Instant
    var round = 0
    var beganQuiet = false
  }

  private enum Rank {
    static let start = 0
    static let entry = 1
    static let other = 2
    /// The calm waits for what else happens at its instant.
    static let calm = 3
  }

  /// - Parameters:
  ///   - isInterrupted: is asked now and then; true ends the run with a failure.
  ///   - record: is given every event of the trace as it happens.
  package init(
    _ setup: RunSetup, hosts: [NodeID: any DeviceHost],
    isInterrupted: @escaping () -> Bool = { false }, record: @escaping (TraceEvent) -> Void
  ) {
    self.isInterrupted = isInterrupted
    let scenario = setup.scenario
    self.setup = setup
    self.hosts = hosts
    self.record = record
    network = Network(setup)
    held = HeldMessages(setup.fates)
    clocks = Dictionary(
      uniqueKeysWithValues: scenario.devices.map { ($0.id, DeviceClock($0.clock)) })
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
      durability: device.durability)
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
      if let delivery = immediate.popLast() {
        try deliver(delivery)
      } else if isOver {
        return end(.quiet)
      } else if let limit = calm?.limit, let next = queue.nextInstant, next > limit {
        now = limit
        return end(.limit)
      } else if let (instant, item) = queue.pop() {
        now = instant
        try take(item)
      } else {
        return end(.quiet)
      }
      if steps >= setup.stepLimit { return end(.tooManySteps) }
      if steps & 63 == 0 && isInterrupted() {
        throw HostFailure(device: .cloud, reason: "the run was interrupted")
      }
    }
  }

  private func host(of device: NodeID) -> any DeviceHost {
    guard let host = hosts[device] else { preconditionFailure("no host for \(device)") }
    return host
  }

  private mutating func take(_ item: Item) throws(HostFailure) {
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

// MARK: Life and death

extension Run {
  private func life(of device: NodeID) -> DeviceLife { lives[device] ?? DeviceLife() }

  func isDead(_ device: NodeID) -> Bool { life(of: device).state == .dead }

  private mutating func start(
    _ device: NodeID, word: Text = "start", cause: Int? = nil
  ) throws(HostFailure) {
    let root = naming.ownRoot(device, word)
    let hasSeeds = setup.scenario.device(device)?.seeds.isEmpty == false
    if hasSeeds { naming.give(root) }
    let launch = Launch(
      isLinkUp: !network.isKnownDown(device), badge: badges[device] ?? 0,
      intent: hasSeeds ? root : nil)
    lives[device, default: DeviceLife()].toldLinkUp = launch.isLinkUp
    try step(device, .entry(root), .start(launch), root: root, cause: cause)
    if !services.isEmpty { try tellUnheard(to: device) }
  }

  /// The system starts a dead app that is to hear of a transfer, but none that the user ended.
  mutating func planWake(_ device: NodeID) {
    let life = life(of: device)
    guard life.state == .dead, life.lastDeath == .system, !life.isWakePlanned else { return }
    lives[device]?.isWakePlanned = true
    let delay = setup.scenario.device(device)?.wakeDelay ?? DeviceSetup.standardWakeDelay
    queue.push(.wake(device, life: life.count), at: now + delay, rank: Rank.other)
  }

  /// Brings up a device's process on its store.
  private mutating func begin(_ device: DeviceSetup) throws(HostFailure) {
    if let note = try host(of: device.id).start(Run.deviceInit(device, in: setup)) {
      notes.append("\(device.id): \(note)")
    }
  }

  /// Starts a process again on the same store.
  private mutating func restart(
    _ device: NodeID, life: Int?, word: Text = "start"
  ) throws(HostFailure) {
    guard lives[device]?.state == .dead, life == nil || lives[device]?.count == life,
      let setup = setup.scenario.device(device)
    else { return }
    lives[device]?.begin(.running)
    try begin(setup)
    try start(device, word: word)
  }

  private mutating func perform(_ kill: Kill, root: RootID) throws(HostFailure) {
    guard life(of: kill.device).state != .dead else { return }
    if kill.cut != nil {
      armed[kill.device] = kill
    } else {
      try host(of: kill.device).kill()
      try died(kill.device, Death(kill.manner), for: kill.length, root: root, cause: nil)
    }
  }

  /// The process is gone: what was in its memory, its timers and its open requests with it.
  private mutating func died(
    _ device: NodeID, _ death: Death, for length: Milliseconds?, root: RootID, cause: Int?
  ) throws(HostFailure) {
    let number = note(.died(device: device, death), root: root, cause: cause)
    for case .delivery(let delivery) in life(of: device).deferred {
      flying -= 1
      note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
    }
    lives[device, default: DeviceLife()].begin(.dead)
    lives[device]?.lastDeath = death
    pending[device] = 0
    armed[device] = nil
    timers = timers.filter { $0.key.device != device }
    for (name, attempt) in attempts where attempt.device == device && attempt.isOpen {
      close(name)
    }
    if !services.isEmpty { try endTransfers(of: device, death, cause: number) }
    // In the calm nobody stays dead.
    guard let length = length ?? (calm == nil ? nil : .zero) else { return }
    queue.push(
      .restart(device, life: life(of: device).count), at: now + length, rank: Rank.other)
  }

  private mutating func reinstall(_ device: NodeID, root: RootID) throws(HostFailure) {
    if life(of: device).state != .dead { try host(of: device).kill() }
    try died(device, .reinstall, for: nil, root: root, cause: nil)
    try host(of: device).eraseStore()
    badges[device] = nil
    try restart(device, life: nil)
  }

  private mutating func losePower(
    _ device: NodeID, for length: Milliseconds?, root: RootID
  ) throws(HostFailure) {
    if life(of: device).state != .dead { try host(of: device).kill() }
    try died(device, .power, for: length, root: root, cause: nil)
    try host(of: device).losePower()
  }

  private mutating func suspend(_ device: NodeID, for length: Milliseconds, root: RootID) {
    guard life(of: device).state == .running else { return }
    note(.suspended(device: device, isOn: true), root: root, cause: nil)
    lives[device, default: DeviceLife()].begin(.suspended)
    queue.push(.resume(device, life: life(of: device).count), at: now + length, rank: Rank.other)
  }

  /// Hands over at once all that came while the device was suspended: overdue timers in an
  /// order that is drawn, then the rest in the order of coming.
  private mutating func resume(_ device: NodeID, life: Int?) throws(HostFailure) {
    guard let state = lives[device], state.state == .suspended, life == nil || state.count == life
    else { return }
    lives[device]?.begin(.running)
    let root = naming.ownRoot(device, "resume")
    let cause = note(.suspended(device: device, isOn: false), root: root, cause: nil)
    if state.toldLinkUp == network.isKnownDown(device) {
      try tellLink(device, isUp: !network.isKnownDown(device), cause: cause)
    }
    for item in network.resumeOrder(of: state.deferred, at: root, given: setup.resumes) {
      try take(item)
    }
  }

  private mutating func tellLink(
    _ device: NodeID, isUp: Bool, cause: Int?
  ) throws(HostFailure) {
    guard life(of: device).state == .running else { return }
    lives[device, default: DeviceLife()].toldLinkUp = isUp
    let root = naming.ownRoot(device, isUp ? "linkUp" : "linkDown")
    try step(device, .entry(root), .link(isUp: isUp), root: root, cause: cause)
  }

  /// Whether a device can be handed something now; what a suspended one cannot, waits.
  mutating func canTake(_ device: NodeID, _ item: Item) -> Bool {
    switch life(of: device).state {
    case .running: return true
    case .dead: return false
    case .suspended:
      if case .delivery = item { flying += 1 }
      lives[device]?.deferred.append(item)
      return false
    }
  }
}

// MARK: Entries of the timeline

extension Run {
  private mutating func perform(_ entry: Entry) throws(HostFailure) {
    switch entry.action {
    case .kill(let kill): try perform(kill, root: entry.id)
    case .suspend(let device, let length): suspend(device, for: length, root: entry.id)
    case .reinstall(let device): try reinstall(device, root: entry.id)
    case .operation(.open(let push), let device) where life(of: device).state != .running:
      naming.give(entry.id)
      try resume(device, life: nil)
      try restart(device, life: nil)
      try step(
        device, .entry(entry.id), .operation(.open(push: push), intent: entry.id), root: entry.id,
        cause: nil)
    case .power(let device, let length):
      try losePower(device, for: length, root: entry.id)
    case .operation(_, let device) where life(of: device).state != .running:
      note(.ignored(device: device, entry.id), root: entry.id, cause: nil)
    case .operation(let operation, let device):
      let intent = newIntent(of: operation, entry.id)
      try step(
        device, .entry(entry.id), .operation(operation, intent: intent), root: entry.id,
        cause: nil)
    case .partition(let partition): try begin(partition, id: entry.id)
    case .clock(let device, let jump):
      clocks[device]?.jump(by: jump)
      note(.clockJump(device: device, by: jump), root: entry.id, cause: nil)
    case .lock(let device, let length): lock(device, for: length, id: entry.id)
    case .cloud(let operation): actAtCloud(operation, id: entry.id)
    }
  }

  /// The intent an entry gives out: its own, or the first time the one that it names.
  private mutating func newIntent(of operation: Operation, _ entry: EntryID) -> IntentID {
    var intent = entry
    if case .order(let wish) = operation, let named = wish.intent, !naming.knows(named) {
      intent = named
    }
    naming.give(intent)
    return intent
  }

  private mutating func actAtCloud(_ operation: CloudOperation, id: EntryID) {
    naming.give(id)
    let number = eventCount + 1
    let event = NodeEvent.cloud(operation)
    let performed = cloud.handle(event, at: now).map { effect in
      PerformedEffect(effect, outcome(of: effect, root: id, cause: number))
    }
    let step = Step(
      node: .cloud, name: .entry(id), event: event, clock: nil, effects: performed, pending: 0)
    finish(step, root: id, cause: nil)
  }

  private mutating func lock(_ device: NodeID, for length: Milliseconds?, id: EntryID) {
    locks[device] = id
    note(.locked(device: device, isOn: true), root: id, cause: nil)
    if let length { queue.push(.unlock(device, id), at: now + length, rank: Rank.entry) }
  }

  private mutating func unlock(_ device: NodeID, _ lock: EntryID) {
    guard locks[device] == lock else { return }
    locks[device] = nil
    note(.locked(device: device, isOn: false), root: lock, cause: nil)
  }

  private func vault(of device: NodeID) -> VaultReading {
    guard !vaults.isEmpty || !locks.isEmpty else { return .empty }
    let home = homes[device] ?? device
    if locks[home] != nil { return .locked }
    return vaults[home].map { .holds($0) } ?? .empty
  }

  private mutating func begin(_ partition: Partition, id: EntryID) throws(HostFailure) {
    let calmBegin = setup.scenario.calm.at ?? now + partition.length
    let end = min(now + partition.length, calmBegin)
    let wereUp = partition.devices.filter { !network.isKnownDown($0) }
    network.begin(partition, id: id, end: end)
    queue.push(.partitionEnd(id), at: end, rank: Rank.entry)
    let cause = note(.partition(partition, isOn: true), root: id, cause: nil)
    guard partition.traffic == .refuse else { return }
    for device in wereUp { try tellLink(device, isUp: false, cause: cause) }
  }

  private mutating func endPartition(_ id: EntryID) throws(HostFailure) {
    guard let partition = network.active.first(where: { $0.id == id })?.partition else { return }
    network.end(id)
    let cause = note(.partition(partition, isOn: false), root: id, cause: nil)
    for device in partition.devices where !network.isCut(device) {
      if let push = keptPushes.removeValue(forKey: device) {
        send(push, [network.floor(of: push.message)])
      }
      try tellLink(device, isUp: true, cause: cause)
    }
  }
}

// MARK: The calm

extension Run {
  private mutating func beginCalm() throws(HostFailure) {
    calm = CalmState(limit: now + setup.scenario.calm.limit)
    network.becomeCalm()
    note(.calm, root: "calm", cause: nil)
    for (id, _) in network.active { try endPartition(id) }
    for (device, lock) in locks.sorted(by: { $0.key < $1.key }) { unlock(device, lock) }
    for device in setup.scenario.devices.map(\.id) {
      armed[device] = nil
      try resume(device, life: nil)
      try restart(device, life: nil)
    }
    try beginRound()
  }

  private mutating func beginRound() throws(HostFailure) {
    guard var state = calm else { return }
    state.round += 1
    state.beganQuiet = isQuiet
    calm = state
    queue.push(.round, at: now + Calm.round, rank: Rank.calm)
    let root = RootID("calm#\(state.round)")
    for device in setup.scenario.devices where life(of: device.id).state == .running {
      try step(
        device.id, .entry(root), .operation(.sync, intent: root), root: root, cause: nil)
    }
  }

  /// Nothing is on its way, waited for or owed.
  private var isQuiet: Bool {
    flying == 0 && !lives.values.contains { $0.state == .dead } && openAttempts == 0
      && timers.isEmpty && immediate.isEmpty
      && keptPushes.isEmpty && services.areIdle && pending.values.allSatisfy { $0 == 0 }
  }

  private var isOver: Bool { calm?.beganQuiet == true && isQuiet }

  private mutating func end(_ reason: Ending.Reason) -> RunOutcome {
    let ending = Ending(reason: reason, cloud: cloud.holdings, neverReleased: held.remaining)
    note(.ended(ending), root: "end", cause: nil)
    let unused = setup.fates.keys.filter { !sent.contains($0) }
    var schedule = network.schedule
    schedule.kills = setup.schedule.kills
    return RunOutcome(
      reason: reason, steps: steps, end: now, schedule: schedule,
      unusedFates: unused.sorted { Text($0.description) < Text($1.description) },
      neverReleased: ending.neverReleased, notes: notes)
  }
}

// MARK: Messages

extension Run {
  private mutating func deliver(_ delivery: Delivery) throws(HostFailure) {
    switch delivery.payload {
    case .request(let request): handleAtCloud(delivery, request)
    case .answer(let answer): try handAnswer(delivery, answer)
    case .notice(let notice): try handNotice(delivery, notice)
    case .push(let push):
      let device = delivery.message.destination
      guard canTake(device, .delivery(delivery)) else {
        if life(of: device).state == .dead {
          note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
          setBadge(by: push, of: device, delivery)
        }
        return
      }
      let copy = held.countDelivery(of: delivery.message)
      try step(
        delivery.message.destination, .delivery(delivery.message, copy: copy), .push(push),
        root: delivery.message.root, cause: delivery.cause)
    }
  }

  /// The system does what a push says of the icon where no app runs that could.
  private mutating func setBadge(by push: Push, of device: NodeID, _ delivery: Delivery) {
    guard case .notice(let notice) = push, let badge = notice.badge else { return }
    badges[device] = badge
    note(
      .badged(device: device, badge, delivery.message), root: delivery.message.root,
      cause: delivery.cause)
  }

  private mutating func handAnswer(_ delivery: Delivery, _ answer: Answer) throws(HostFailure) {
    let request = delivery.message.request
    guard let attempt = attempts[request], attempt.isOpen else {
      note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
      return
    }
    guard canTake(attempt.device, .delivery(delivery)) else { return }
    close(request)
    let copy = held.countDelivery(of: delivery.message)
    try step(
      attempt.device, .delivery(delivery.message, copy: copy),
      .answer(answer, to: attempt.number), root: delivery.message.root, cause: delivery.cause)
  }

  /// The attempt ends without an answer.
  private mutating func fail(
    _ request: MessageName, _ failure: NetworkFailure
  ) throws(HostFailure) {
    guard let attempt = attempts[request], attempt.isOpen,
      canTake(attempt.device, .failure(request, failure))
    else { return }
    close(request)
    try step(
      attempt.device, .failure(request), .failure(failure, of: attempt.number),
      root: request.root, cause: attempt.cause)
  }

  private mutating func close(_ request: MessageName) {
    attempts[request]?.isOpen = false
    openAttempts -= 1
  }

  private mutating func handleAtCloud(_ delivery: Delivery, _ request: Request) {
    let message = delivery.message
    attempts[message]?.handled += 1
    let copy = held.countDelivery(of: message)
    let name = EventName.delivery(message, copy: copy)
    let event = NodeEvent.request(request, from: message.sender)
    let effects = cloud.handle(event, at: now)
    let number = eventCount + 1
    let performed = effects.map { effect in
      PerformedEffect(effect, outcome(of: effect, answering: message, cause: number))
    }
    let step = Step(
      node: .cloud, name: name, event: event, clock: nil, effects: performed, pending: 0)
    finish(step, root: message.root, cause: delivery.cause)
  }

  private mutating func outcome(
    of effect: Effect, answering request: MessageName, cause: Int
  ) -> PerformedEffect.Outcome {
    switch effect {
    case .answer(let answer):
      guard takesAnswer(request) else { return .unsent }
      return post(Delivery(message: request.answer, payload: .answer(answer), cause: cause))
    case .push, .send, .cancel, .store, .show, .setTimer, .cancelTimer, .vault, .transfer,
      .moveFile, .notify, .setBadge:
      return outcome(of: effect, root: request.root, cause: cause)
    }
  }

  /// What the cloud does of itself, or beside an answer.
  private mutating func outcome(
    of effect: Effect, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    switch effect {
    case .push(let push, let device):
      return post(push, to: device, root: root, cause: cause)
    case .answer, .send, .cancel, .store, .show, .setTimer, .cancelTimer, .vault, .transfer,
      .moveFile, .notify, .setBadge:
      preconditionFailure("the cloud asked for \(effect)")
    }
  }

  private mutating func post(
    _ push: Push, to device: NodeID, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    let known = push.intent.flatMap { naming.knows($0) ? $0 : nil }
    let name = naming.message(from: .cloud, to: device, .push, root: known ?? root)
    return post(Delivery(message: name, payload: .push(push), cause: cause))
  }

  /// At most one answer an attempt: to the first copy handled, or to the last.
  private mutating func takesAnswer(_ request: MessageName) -> Bool {
    guard let attempt = attempts[request], !attempt.isAnswered else { return false }
    if let copies = attempt.copies, attempt.handled < copies { return false }
    attempts[request]?.isAnswered = true
    return true
  }

  /// Puts a message on its link.
  mutating func post(_ delivery: Delivery) -> PerformedEffect.Outcome {
    let message = delivery.message
    if setup.fates[message] != nil { sent.insert(message) }
    let dispatch = network.dispatch(
      message, at: now,
      bytes: message.kind.isTransfer ? services.time(for: delivery.payload) : .zero)
    switch dispatch {
    case .copies(let delays): send(delivery, delays)
    case .held(let event):
      if held.hold(delivery, until: event) { send(delivery, [network.floor(of: message)]) }
    case .kept:
      if let replaced = keptPushes.updateValue(delivery, forKey: message.destination) {
        lostPushes.append(replaced)
      }
    case .refused: queue.push(.failure(message, .offline), at: now, rank: Rank.other)
    }
    held.remember(delivery)
    return .sent(message, dispatch)
  }

  private mutating func send(_ delivery: Delivery, _ delays: [Milliseconds]) {
    for delay in delays {
      flying += 1
      queue.push(.delivery(delivery), at: now + delay, rank: Rank.other)
    }
  }
}

// MARK: Devices

extension Run {
  /// Hands a device one event and does what it wants done.
  mutating func step(
    _ device: NodeID, _ name: EventName, _ event: NodeEvent, root: RootID, cause: Int?
  ) throws(HostFailure) {
    if !services.isEmpty, services.has(device) {
      return try serviceStep(device, name, event, root: root, cause: cause)
    }
    let clock = clocks[device]?.reading(at: now) ?? ClockReading(wall: 0, continuous: 0)
    let number = eventCount + 1
    let kill = takeKill(of: device, during: name)
    let reply = try host(of: device).handle(
      event, number: number, surroundings: Surroundings(clock: clock, vault: vault(of: device)),
      cut: kill?.cut)
    pending[device] = reply.pending
    var performed: [PerformedEffect] = []
    performed.reserveCapacity(reply.effects.count)
    for effect in reply.effects {
      performed.append(
        PerformedEffect(
          effect, try outcome(of: effect, by: device, root: root, cause: number)))
    }
    let step = Step(
      node: device, name: name, event: event, clock: clock, effects: performed,
      pending: reply.pending)
    finish(step, root: root, cause: cause)
    try takeCalls(cause: number)
    if let kill {
      try died(device, Death(kill.manner), for: kill.length, root: root, cause: number)
    }
  }

  /// The kill that cuts this event, if one does.
  private mutating func takeKill(of device: NodeID, during name: EventName) -> Kill? {
    if let kill = armed.removeValue(forKey: device) { return kill }
    let kills = setup.schedule.kills
    guard !kills.isEmpty else { return nil }
    return kills.first { $0.device == device && $0.during == name }
  }

  mutating func outcome(
    of effect: Effect, by device: NodeID, root: RootID, cause: Int
  ) throws(HostFailure) -> PerformedEffect.Outcome {
    switch effect {
    case .send(let request, let number):
      return try send(request, number, from: device, root: root, cause: cause)
    case .cancel(let number):
      cancel(number, of: device)
      return .done
    case .setTimer(let timer): return set(timer, of: device, root: root, cause: cause)
    case .cancelTimer(let key):
      timers[TimerID(device: device, key: key)] = nil
      return .done
    case .store, .show, .moveFile: return .done
    case .setBadge(let badge):
      badges[device] = badge
      return .done
    case .vault(let item):
      vaults[homes[device] ?? device] = item
      return .done
    case .transfer(let call):
      guard call.kind != nil else {
        throw HostFailure(device: device, reason: "only the system may ask for \(call)")
      }
      return self.call(call, from: device, root: root)
    case .notify(let notice):
      guard services.has(device) else {
        throw HostFailure(device: device, reason: "only a transfer service tells of transfers")
      }
      return notify(notice, from: device, root: root, cause: cause)
    case .answer, .push:
      throw HostFailure(
        device: device, reason: "a device cannot answer or push; only the cloud does")
    }
  }

  private mutating func send(
    _ request: Request, _ number: RequestNumber, from device: NodeID, root: RootID, cause: Int
  ) throws(HostFailure) -> PerformedEffect.Outcome {
    let intents = request.intents
    if let unknown = intents.first(where: { !naming.knows($0) }) {
      throw HostFailure(
        device: device, reason: "it sent an edit of \"\(unknown)\", an intent it was never given")
    }
    let name = naming.message(
      from: device, to: .cloud, request.kind, root: naming.oldest(of: intents) ?? root)
    attempts[name] = Attempt(
      device: device, number: number, copies: copiesToWaitFor(name), cause: cause)
    openAttempts += 1
    let outcome = post(Delivery(message: name, payload: .request(request), cause: cause))
    let timeout = timeout(of: request, from: device)
    queue.push(.failure(name, .timeout), at: now + timeout, rank: Rank.other)
    return outcome
  }

  /// How long an attempt stays open; what carries bytes is given their time too.
  private func timeout(of request: Request, from device: NodeID) -> Milliseconds {
    switch request {
    case .fetch(let range):
      TransferService.patience + setup.scenario.rules.files.time(for: range.length)
    case .put(let part):
      TransferService.patience + setup.scenario.rules.files.time(for: part.range.length)
    default: setup.scenario.device(device)?.timeout ?? DeviceSetup.standardTimeout
    }
  }

  /// How many copies there will be where a fate wants the last one answered.
  private func copiesToWaitFor(_ name: MessageName) -> Int? {
    guard let fate = setup.fates[name], fate.answersLast else { return nil }
    if case .copies(let delays) = fate.travel { return delays.count + fate.again.count }
    return 1 + fate.again.count
  }

  private mutating func cancel(_ number: RequestNumber, of device: NodeID) {
    let open = attempts.first {
      $0.value.device == device && $0.value.number == number && $0.value.isOpen
    }
    if let open { close(open.key) }
  }

  private mutating func set(
    _ timer: TimerSetting, of device: NodeID, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    let name = naming.timer(device, timer.kind, root: root)
    let jitter = network.jitter(upTo: timer.jitter, of: name, given: setup.jitters)
    let clock = clocks[device] ?? clocks[device.transferOwner ?? device]
    let due = clock?.due(after: timer.after + jitter, from: now) ?? now
    timers[TimerID(device: device, key: timer.key)] = name
    queue.push(.timer(device, timer.key, name, cause: cause), at: due, rank: Rank.other)
    return .timerSet(name, due: due)
  }

  private mutating func fire(
    _ device: NodeID, _ key: TimerKey, _ name: TimerName, cause: Int
  ) throws(HostFailure) {
    let id = TimerID(device: device, key: key)
    guard timers[id] == name, canTake(device, .timer(device, key, name, cause: cause)) else {
      return
    }
    timers[id] = nil
    try step(device, .timer(name), .timer(key), root: name.root, cause: cause)
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
    lostPushes.removeAll(keepingCapacity: true)
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
