/// Which edits someone has seen: those it made or was delivered, and what those had seen.
///
/// A device makes its edits one operation after the other, and has seen all of its own when it
/// makes the next; so to have seen an edit is to have seen every earlier operation of its
/// maker. One number a device therefore says it all, but for the last operation seen, of which
/// some fields may have come and others not.
///
/// A kill will have to cut a device's sight back to what it was at the last store: keep a copy
/// of it there, and count the device's operations after the kill as another maker's.
struct Sight: Sendable {
  /// Where an edit stands among all there are.
  struct Mark: Sendable {
    let maker: DeviceIndex
    /// Which operation of its maker it belongs to, from 1.
    let turn: Int
    /// One bit for its place among the fields of the operation; the 64th stands for the rest.
    let place: UInt64
  }

  private struct Horizon {
    var turn = 0
    var places: UInt64 = 0
  }

  private var horizons: [Horizon]

  init(devices: Int) {
    horizons = Array(repeating: Horizon(), count: devices)
  }

  func contains(_ mark: Mark) -> Bool {
    let horizon = horizons[mark.maker]
    return horizon.turn > mark.turn
      || (horizon.turn == mark.turn && horizon.places & mark.place != 0)
  }

  /// Notes an edit with what its maker had seen before it.
  mutating func see(_ mark: Mark, before: Sight) {
    guard !contains(mark) else { return }
    merge(before)
    note(Horizon(turn: mark.turn, places: mark.place), of: mark.maker)
  }

  /// Notes a whole operation, by whoever made it.
  mutating func seeAll(of turn: Int, by maker: DeviceIndex) {
    note(Horizon(turn: turn, places: .max), of: maker)
  }

  mutating func merge(_ other: Sight) {
    for device in other.horizons.indices { note(other.horizons[device], of: device) }
  }

  private mutating func note(_ seen: Horizon, of maker: DeviceIndex) {
    if seen.turn > horizons[maker].turn {
      horizons[maker] = seen
    } else if seen.turn == horizons[maker].turn {
      horizons[maker].places |= seen.places
    }
  }
}
