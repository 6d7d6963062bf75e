import ClusterCore

/// Which edits someone has seen: those it made or was delivered, and what those had seen.
///
/// A device makes its edits one operation after the other, and has seen all of its own when it
/// makes the next; so to have seen an edit is to have seen every earlier operation of its
/// maker. One number a device therefore says it all, but for the last operation seen, of which
/// some fields may have come and others not.
///
/// A kill cuts a device's sight back to what it was at the last store, so that a device which
/// starts again may make an edit without having seen its own last ones. Its operations before
/// and after a death therefore count as those of two makers, its lives.
struct Sight: Sendable {
  /// Where an edit stands among all there are.
  struct Mark: Sendable {
    let maker: LifeIndex
    /// Which operation of its maker it belongs to, from 1.
    let turn: Int
    /// One bit for its place among the fields of the operation; the 64th stands for the rest.
    let place: UInt64
  }

  private struct Horizon {
    var turn = 0
    var places: UInt64 = 0
  }

  /// By ``LifeIndex``; further lives come up as they are seen.
  private var horizons: [Horizon]

  init(lives: Int) {
    horizons = Array(repeating: Horizon(), count: lives)
  }

  func contains(_ mark: Mark) -> Bool {
    guard mark.maker < horizons.count else { return false }
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
  mutating func seeAll(of turn: Int, by maker: LifeIndex) {
    note(Horizon(turn: turn, places: .max), of: maker)
  }

  mutating func merge(_ other: Sight) {
    for life in other.horizons.indices { note(other.horizons[life], of: life) }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(horizons.count)
    for horizon in horizons {
      state.combine(horizon.turn)
      state.combine(horizon.places)
    }
  }

  private mutating func note(_ seen: Horizon, of maker: LifeIndex) {
    if maker >= horizons.count { horizons.grow(to: maker + 1, with: Horizon()) }
    if seen.turn > horizons[maker].turn {
      horizons[maker] = seen
    } else if seen.turn == horizons[maker].turn {
      horizons[maker].places |= seen.places
    }
  }
}
