import ClusterCore
import ClusterNodes

// Starts, suspensions and deaths of devices.
extension Run {
  func life(of device: NodeID) -> DeviceLife { lives[device] ?? DeviceLife() }

  mutating func change(lifeOf device: NodeID, _ change: (inout DeviceLife) -> Void) {
    var life = life(of: device)
    change(&life)
    lives[device] = life
  }

  func state(of device: NodeID) -> DeviceLife.State { lives[device]?.state ?? .running }

  func isDead(_ device: NodeID) -> Bool { state(of: device) == .dead }

  mutating func start(
    _ device: NodeID, word: Text = "start", cause: Int? = nil
  ) throws(HostFailure) {
    let root = naming.ownRoot(device, word)
    let hasSeeds = setup.scenario.device(device)?.seeds.isEmpty == false
    if hasSeeds { naming.give(root) }
    let launch = Launch(
      isLinkUp: !network.isKnownDown(device), badge: badges[device] ?? 0,
      intent: hasSeeds ? root : nil)
    change(lifeOf: device) { $0.toldLinkUp = launch.isLinkUp }
    try step(device, .entry(root), .start(launch), root: root, cause: cause)
    if !services.isEmpty { try tellUnheard(to: device) }
  }

  /// The system starts a dead app that is to hear of a transfer or of a silent push, after a
  /// while; none that its user ended, until it is opened.
  mutating func planWake(_ device: NodeID) {
    let life = life(of: device)
    guard life.isDeadToBeWoken, !life.isWakePlanned else { return }
    lives[device]?.isWakePlanned = true
    let delay = setup.scenario.device(device)?.wakeDelay ?? DeviceSetup.standardWakeDelay
    queue.push(.wake(device, life: life.count), at: now + delay, rank: Rank.other)
  }

  /// Brings up a device's process on its store.
  mutating func begin(_ device: DeviceSetup) throws(HostFailure) {
    if let note = try host(of: device.id).start(Run.deviceInit(device, in: setup)) {
      notes.append("\(device.id): \(note)")
    }
  }

  /// Starts a process again on the same store.
  mutating func restart(
    _ device: NodeID, life: Int?, word: Text = "start"
  ) throws(HostFailure) {
    guard lives[device]?.state == .dead, life == nil || lives[device]?.count == life,
      let setup = setup.scenario.device(device)
    else { return }
    lives[device]?.begin(.running)
    try begin(setup)
    try start(device, word: word)
  }

  mutating func perform(_ kill: Kill, root: RootID) throws(HostFailure) {
    guard life(of: kill.device).state != .dead else { return }
    if kill.cut != nil {
      armed[kill.device] = kill
    } else {
      try host(of: kill.device).kill()
      try died(kill.device, Death(kill.manner), for: kill.length, root: root, cause: nil)
    }
  }

  /// The process is gone: what was in its memory, its timers and its open requests with it.
  mutating func died(
    _ device: NodeID, _ death: Death, for length: Milliseconds?, root: RootID, cause: Int?
  ) throws(HostFailure) {
    let number = note(.died(device: device, death), root: root, cause: cause)
    for case .delivery(let delivery) in life(of: device).deferred {
      flying -= 1
      note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
    }
    change(lifeOf: device) { life in
      life.begin(.dead)
      life.lastDeath = death
    }
    pending[device] = 0
    armed[device] = nil
    timers = timers.filter { $0.key.device != device }
    for place in attempts.indices
    where attempts.values[place].device == device && attempts.values[place].isOpen {
      close(place)
    }
    if !services.isEmpty { try endTransfers(of: device, death, cause: number) }
    // In the calm nobody stays dead.
    guard let length = length ?? (calm == nil ? nil : .zero) else { return }
    queue.push(
      .restart(device, life: life(of: device).count), at: now + length, rank: Rank.other)
  }

  /// The app goes with all its processes and their store, and comes anew.
  mutating func reinstall(_ device: NodeID, root: RootID) throws(HostFailure) {
    let processes = setup.scenario.processes(of: device)
    for process in processes { try end(process, .reinstall, for: nil, root: root) }
    for process in processes {
      try host(of: process).eraseStore()
      badges[process] = nil
    }
    for process in processes { try restart(process, life: nil) }
  }

  mutating func losePower(
    _ device: NodeID, for length: Milliseconds?, root: RootID
  ) throws(HostFailure) {
    let processes = setup.scenario.processes(of: device)
    for process in processes { try end(process, .power, for: length, root: root) }
    for process in processes { try host(of: process).losePower() }
  }

  private mutating func end(
    _ process: NodeID, _ death: Death, for length: Milliseconds?, root: RootID
  ) throws(HostFailure) {
    if life(of: process).state != .dead { try host(of: process).kill() }
    try died(process, death, for: length, root: root, cause: nil)
  }

  mutating func suspend(_ device: NodeID, for length: Milliseconds, root: RootID) {
    guard life(of: device).state == .running else { return }
    note(.suspended(device: device, isOn: true), root: root, cause: nil)
    change(lifeOf: device) { $0.begin(.suspended) }
    queue.push(.resume(device, life: life(of: device).count), at: now + length, rank: Rank.other)
  }

  /// Hands over at once all that came while the device was suspended: overdue timers in an
  /// order that is drawn, then the rest in the order of coming.
  mutating func resume(_ device: NodeID, life: Int?) throws(HostFailure) {
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

  mutating func tellLink(
    _ device: NodeID, isUp: Bool, cause: Int?
  ) throws(HostFailure) {
    guard state(of: device) == .running else { return }
    change(lifeOf: device) { $0.toldLinkUp = isUp }
    let root = naming.ownRoot(device, isUp ? "linkUp" : "linkDown")
    try step(device, .entry(root), .link(isUp: isUp), root: root, cause: cause)
  }

  /// Whether a device can be handed something now; what a suspended one cannot, waits.
  mutating func canTake(_ device: NodeID, _ item: Item) -> Bool {
    switch state(of: device) {
    case .running: return true
    case .dead: return plant?.engine.handsToDead ?? false
    case .suspended:
      if case .delivery = item { flying += 1 }
      lives[device]?.deferred.append(item)
      return false
    }
  }
}
