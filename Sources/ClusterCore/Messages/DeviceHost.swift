/// Where a device's machine lives: in a process of its own, or inside the coordinator.
///
/// The engine drives both alike and cannot tell them apart; the machine sees neither.
package protocol DeviceHost: AnyObject {
  /// Starts the machine anew on the device's store; what was in memory is gone. The note says
  /// what was mended in the store, if anything.
  func start(_ setup: DeviceInit) throws(HostFailure) -> String?

  /// Names the event that is handed over next, for a host that draws or tells by it.
  func announce(_ name: EventName)

  /// Hands over one event and returns what the device did. With a cut the device does the
  /// first effects only and dies; the reply then holds just those.
  func handle(
    _ event: NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?
  ) throws(HostFailure) -> DeviceReply

  /// Ends the machine on the spot, between events.
  func kill() throws(HostFailure)

  /// Takes from the store of a machine that is not running what it had not synced.
  func losePower() throws(HostFailure)

  /// Removes the store of a machine that is not running.
  func eraseStore() throws(HostFailure)

  /// The device's own account of its state, any JSON.
  func inspect() throws(HostFailure) -> JSONNode

  /// Ends the machine; its store stays until the run's directory goes.
  func stop()
}

extension DeviceHost {
  /// Most hosts have no use for the name.
  package func announce(_ name: EventName) {}

  /// Hands over one event to a device with an empty vault.
  package func handle(
    _ event: NodeEvent, number: Int, clock: ClockReading, cut: Cut?
  ) throws(HostFailure) -> DeviceReply {
    try handle(event, number: number, surroundings: Surroundings(clock: clock), cut: cut)
  }
}

/// Where a kill cuts the handling of an event.
package struct Cut: Hashable, Sendable {
  /// How many effects happen.
  package let afterEffects: Int
  /// How many bytes of the next store write happen too, if the next effect is one.
  package let bytes: Int

  package init(afterEffects: Int, bytes: Int = 0) {
    self.afterEffects = afterEffects
    self.bytes = bytes
  }
}

package struct DeviceReply: Sendable {
  package let effects: [Effect]
  /// Operations the device has not settled.
  package let pending: Int

  package init(effects: [Effect], pending: Int) {
    self.effects = effects
    self.pending = pending
  }
}

/// A device that cannot be relied on any more: the run ends as unknown.
package struct HostFailure: Error, Hashable, Sendable {
  package let device: NodeID
  /// What it did, or which rule it broke.
  package let reason: String
  /// The last frame that came from it, cut and escaped; empty where none did.
  package let lastFrame: String
  /// The end of what it wrote to its standard error.
  package let errorOutput: String
  /// What is to be said where the device is not to blame; nil where it is.
  package let advice: Advice?

  package init(
    device: NodeID, reason: String, lastFrame: String = "", errorOutput: String = "",
    advice: Advice? = nil
  ) {
    self.device = device
    self.reason = reason
    self.lastFrame = lastFrame
    self.errorOutput = errorOutput
    self.advice = advice
  }
}
