import ClusterCore
import ClusterNodes

/// Hosts a device's machine inside the coordinator, its journal a list.
package final class MemoryHost: DeviceHost {
  private var machine: DeviceMachine? { didSet { weighed = nil } }
  private var journal = JournalLedger() { didSet { weighed = nil } }
  private var durability = Durability.process
  private var weighed: Weight?

  package init() {}

  /// The same device once more, to go another way from here.
  func fork() -> MemoryHost {
    let other = MemoryHost()
    other.machine = machine
    other.journal = journal
    other.durability = durability
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
    if let weighed { return weighed }
    var state = StateDigest()
    if withJournal {
      state.combine(journal.entries)
      state.combine(journal.synced)
    }
    state.combine(machine == nil)
    let origin = machine?.weigh(into: &state) ?? 0
    let weight = Weight(fingerprint: state.fingerprint, origin: origin)
    weighed = weight
    return weight
  }

  package func start(_ setup: DeviceInit) throws(HostFailure) -> String? {
    var machine = DeviceMachine(setup)
    for entry in journal.entries { machine.restore(entry) }
    journal = JournalLedger(journal.entries, synced: journal.synced)
    durability = setup.durability
    self.machine = machine
    return nil
  }

  package func handle(
    _ event: NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?
  ) throws(HostFailure) -> DeviceReply {
    guard var effects = machine?.handle(event, at: surroundings) else {
      preconditionFailure("an event was handed to a device that is not running: \(event)")
    }
    let pending = machine?.pending ?? 0
    if let cut {
      effects = Array(effects.prefix(cut.afterEffects))
      machine = nil
    }
    for case .store(let entry) in effects { journal.append(entry, durability) }
    if cut == nil { _ = journal.compact(by: DeviceMachine.compacted) }
    return DeviceReply(effects: effects, pending: pending)
  }

  package func kill() throws(HostFailure) { machine = nil }

  package func losePower() throws(HostFailure) { journal.losePower() }

  package func eraseStore() throws(HostFailure) { journal = JournalLedger() }

  package func inspect() throws(HostFailure) -> JSONNode {
    machine?.state ?? JSONNode(.null)
  }

  package func stop() { machine = nil }
}
