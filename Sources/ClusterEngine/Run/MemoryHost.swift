import ClusterCore
import ClusterNodes

/// Hosts a device's machine inside the coordinator, its journal a list.
package final class MemoryHost: DeviceHost {
  /// Nil while the device is dead.
  private var process: Process?
  private let store: MemoryStore
  private var ledger = JournalLedger()
  /// The journal that the ledger is of, by ``MemoryStore/generation``.
  private var generation = 0
  private var durability = Durability.process
  /// What it writes is marked with; nil where the store is its alone.
  private var author: NodeID?
  /// What a planted fault puts around the machine.
  private let tap: DeviceTap?
  /// Nil once anything has happened to the machine or the ledger.
  private var weighed: Weight?

  /// Holds the machine where it is changed in its place: it is large.
  private final class Process {
    var machine: DeviceMachine

    init(_ machine: DeviceMachine) {
      self.machine = machine
    }
  }

  package convenience init() { self.init(store: MemoryStore()) }

  init(store: MemoryStore, tap: DeviceTap? = nil) {
    self.store = store
    self.tap = tap
  }

  /// A host for each device, and one store for all actors of a device.
  package static func all(
    of scenario: Scenario, tap: (NodeID) -> DeviceTap? = { _ in nil }
  ) -> [NodeID: any DeviceHost] {
    var stores: [NodeID: MemoryStore] = [:]
    var hosts: [NodeID: any DeviceHost] = [:]
    for device in scenario.devices {
      let store = stores[device.home] ?? MemoryStore()
      stores[device.home] = store
      hosts[device.id] = MemoryHost(store: store, tap: tap(device.id))
    }
    return hosts
  }

  /// The same device once more, to go another way from here, on a copy of its store.
  func fork() -> MemoryHost { fork(on: store.copy()) }

  /// Actors go another way together, all on one copy of the store they share.
  static func fork(_ actors: [NodeID: MemoryHost]) -> [NodeID: MemoryHost] {
    guard let store = actors.first?.value.store.copy() else { return [:] }
    return actors.mapValues { $0.fork(on: store) }
  }

  private func fork(on store: MemoryStore) -> MemoryHost {
    let other = MemoryHost(store: store, tap: tap)
    other.process = process.map { Process($0.machine) }
    other.ledger = ledger
    other.generation = generation
    other.durability = durability
    other.author = author
    other.weighed = weighed
    return other
  }

  /// A device's state as a search tells it from others.
  struct Weight {
    let fingerprint: Fingerprint
    /// The number that its requests are counted from.
    let origin: RequestNumber
  }

  /// What decides what the device will do from here on.
  ///
  /// - Parameter withJournal: whether it may die, so that its journal is read again; always the
  ///   same for a host.
  func weight(withJournal: Bool) -> Weight {
    if let weighed, author == nil { return weighed }
    var state = StateDigest()
    if withJournal { store.weigh(into: &state) }
    if author != nil {
      // What other actors have written it reads before its next event.
      state.combine(store.entries)
      state.combine(store.generation == generation ? ledger.entries.count : nil)
    }
    state.combine(process == nil)
    let origin = process?.machine.weigh(into: &state) ?? 0
    let weight = Weight(fingerprint: state.fingerprint, origin: origin)
    // One that another actor may change under it is weighed anew each time.
    if author == nil { weighed = weight }
    return weight
  }

  package func start(_ setup: DeviceInit) throws(HostFailure) -> String? {
    if tap?.keepsMemory == true, process != nil { return nil }
    weighed = nil
    var machine = DeviceMachine(setup)
    durability = setup.durability
    author = setup.author
    generation = store.generation
    ledger = JournalLedger(store.entries)
    for entry in store.entries { machine.restore(entry) }
    process = Process(machine)
    return nil
  }

  package func handle(
    _ event: NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?
  ) throws(HostFailure) -> DeviceReply {
    weighed = nil
    if author != nil { readOn() }
    guard let process else {
      preconditionFailure("an event was handed to a device that is not running: \(event)")
    }
    var reply = process.machine.reply(to: tap?.event(event) ?? event, at: surroundings)
    if let tap {
      reply = DeviceReply(effects: tap.effects(event, reply.effects), pending: reply.pending)
    }
    if let cut {
      reply = DeviceReply(
        effects: Array(reply.effects.prefix(cut.afterEffects)), pending: reply.pending)
      try kill()
    }
    for case .store(let entry) in reply.effects {
      let entry = JournalEntry(entry, by: author)
      store.append(entry, durability)
      ledger.append(entry)
    }
    if cut == nil, let left = ledger.compact(by: DeviceMachine.compacted) {
      store.replace(by: left)
      generation = store.generation
    }
    return reply
  }

  /// Takes in what other actors have written since the event before.
  private func readOn() {
    if store.generation != generation {
      generation = store.generation
      ledger = JournalLedger(store.entries)
      process?.machine.readAnew(store.entries)
    } else {
      for entry in store.entries[ledger.entries.count...] {
        ledger.append(entry)
        process?.machine.readOn(entry)
      }
    }
  }

  package func kill() throws(HostFailure) {
    guard tap?.keepsMemory != true else { return }
    weighed = nil
    process = nil
  }

  package func losePower() throws(HostFailure) { store.losePower() }

  package func eraseStore() throws(HostFailure) { store.erase() }

  package func inspect() throws(HostFailure) -> JSONNode {
    process?.machine.state ?? JSONNode(.null)
  }

  package func stop() {
    weighed = nil
    process = nil
  }
}
