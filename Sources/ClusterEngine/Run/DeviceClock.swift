import ClusterCore

/// A device's two clocks as functions of virtual time.
struct DeviceClock: Hashable, Sendable {
  private static let million: Int64 = 1_000_000

  private let setup: ClockSetup
  private var jumped = Milliseconds.zero

  init(_ setup: ClockSetup) {
    self.setup = setup
  }

  mutating func jump(by length: Milliseconds) {
    jumped = jumped + length
  }

  func reading(at instant: Instant) -> ClockReading {
    let continuous = continuous(at: instant)
    let wall = continuous + setup.offset.count + jumped.count
    let tick = setup.tick.count
    return ClockReading(wall: floored(wall, by: tick) * tick, continuous: continuous)
  }

  /// When the second clock will have gone on by so much.
  func due(after length: Milliseconds, from instant: Instant) -> Instant {
    guard setup.drift != 0 else { return instant + length }
    let rate = DeviceClock.million + setup.drift
    let virtual = (length.count * DeviceClock.million + rate - 1) / rate
    return instant + Milliseconds(virtual)
  }

  private func continuous(at instant: Instant) -> Int64 {
    let time = instant.milliseconds
    return time + floored(time * setup.drift, by: DeviceClock.million)
  }

  private func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
