import ClusterCore
import ClusterNodes

/// Hosts a device's machine inside the coordinator, its journal a list.
package final class MemoryHost: DeviceHost {
  private var machine: DeviceMachine?
  private var journal = JournalLedger()
  private var durability = Durability.process
  /// What a planted fault puts around the machine.
  private let tap: DeviceTap?

  package init(_ tap: DeviceTap? = nil) {
    self.tap = tap
  }

  package func start(_ setup: DeviceInit) throws(HostFailure) -> String? {
    if tap?.keepsMemory == true, machine != nil { return nil }
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
    guard var effects = machine?.handle(tap?.event(event) ?? event, at: surroundings) else {
      preconditionFailure("an event was handed to a device that is not running: \(event)")
    }
    let pending = machine?.pending ?? 0
    if let tap { effects = tap.effects(event, effects) }
    if let cut {
      effects = Array(effects.prefix(cut.afterEffects))
      try kill()
    }
    for case .store(let entry) in effects { journal.append(entry, durability) }
    if cut == nil { _ = journal.compact(by: DeviceMachine.compacted) }
    return DeviceReply(effects: effects, pending: pending)
  }

  package func kill() throws(HostFailure) {
    if tap?.keepsMemory != true { machine = nil }
  }

  package func losePower() throws(HostFailure) { journal.losePower() }

  package func eraseStore() throws(HostFailure) { journal = JournalLedger() }

  package func inspect() throws(HostFailure) -> JSONNode {
    machine?.state ?? JSONNode(.null)
  }

  package func stop() { machine = nil }
}
