import ClusterCore
import ClusterNodes

/// Hosts a device's machine inside the coordinator, its journal a list.
package final class MemoryHost: DeviceHost {
  private var machine: DeviceMachine?
  private let store: MemoryStore
  private var ledger = JournalLedger()
  /// The journal that the ledger is of, by ``MemoryStore/generation``.
  private var generation = 0
  private var durability = Durability.process
  /// What it writes is marked with; nil where the store is its alone.
  private var author: NodeID?

  package convenience init() { self.init(store: MemoryStore()) }

  init(store: MemoryStore) {
    self.store = store
  }

  /// A host for each device, and one store for all actors of a device.
  package static func all(of scenario: Scenario) -> [NodeID: any DeviceHost] {
    var stores: [NodeID: MemoryStore] = [:]
    var hosts: [NodeID: any DeviceHost] = [:]
    for device in scenario.devices {
      let store = stores[device.home] ?? MemoryStore()
      stores[device.home] = store
      hosts[device.id] = MemoryHost(store: store)
    }
    return hosts
  }

  package func start(_ setup: DeviceInit) throws(HostFailure) -> String? {
    var machine = DeviceMachine(setup)
    durability = setup.durability
    author = setup.author
    generation = store.generation
    ledger = JournalLedger(store.entries)
    for entry in store.entries { machine.restore(entry) }
    self.machine = machine
    return nil
  }

  package func handle(
    _ event: NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?
  ) throws(HostFailure) -> DeviceReply {
    if author != nil { readOn() }
    guard var effects = machine?.handle(event, at: surroundings) else {
      preconditionFailure("an event was handed to a device that is not running: \(event)")
    }
    let pending = machine?.pending ?? 0
    if let cut {
      effects = Array(effects.prefix(cut.afterEffects))
      machine = nil
    }
    for case .store(let entry) in effects {
      let entry = JournalEntry(entry, by: author)
      store.append(entry, durability)
      ledger.append(entry)
    }
    if cut == nil, let left = ledger.compact(by: DeviceMachine.compacted) {
      store.replace(by: left)
      generation = store.generation
    }
    return DeviceReply(effects: effects, pending: pending)
  }

  /// Takes in what other actors have written since the event before.
  private func readOn() {
    if store.generation != generation {
      generation = store.generation
      ledger = JournalLedger(store.entries)
      machine?.readAnew(store.entries)
    } else {
      for entry in store.entries[ledger.entries.count...] {
        ledger.append(entry)
        machine?.readOn(entry)
      }
    }
  }

  package func kill() throws(HostFailure) { machine = nil }

  package func losePower() throws(HostFailure) { store.losePower() }

  package func eraseStore() throws(HostFailure) { store.erase() }

  package func inspect() throws(HostFailure) -> JSONNode {
    machine?.state ?? JSONNode(.null)
  }

  package func stop() { machine = nil }
}
