import ClusterCore

/// A fate that says little, with times that are easy to read: lost, late, or doubled.
enum PlainFate: Hashable, CaseIterable {
  case lost
  case late(Milliseconds)
  case doubled(Milliseconds)

  private static let times: [Milliseconds] = [
    100, 500, 1000, 2000, 5000, 10_000, 60_000,
  ]

  /// The plainest first.
  static let allCases: [PlainFate] =
    [.lost] + times.map { .late($0) } + times.map { .doubled($0) }

  /// A few that stand for all.
  static let plainest: [PlainFate] = [.lost, .late(5000), .doubled(5000)]

  /// The fate of that message; nil where its link cannot have it.
  ///
  /// - Parameter floor: the delay of the message in the boring run.
  func fate(of message: MessageName, floor: Milliseconds) -> Fate? {
    switch self {
    case .lost: message.kind.isLocal ? nil : .lost
    case .late(let time): Fate(.copies([time]))
    case .doubled(let time):
      LinkID(of: message).canDouble ? Fate(.copies([floor, time])) : nil
    }
  }
}

extension NamedFate {
  /// Fates of the same message that say less, the plainest first, and at last this one with
  /// round times. What is plainer than a fate of one copy has no copies.
  ///
  /// - Parameter floor: the delay of the message in the boring run.
  func plainer(floor: Milliseconds) -> [NamedFate] {
    var list: [Fate] = []
    if !fate.again.isEmpty { list.append(Fate(fate.travel)) }
    if fate.travel != .ordinary {
      list += PlainFate.allCases.filter(isPlainer).compactMap { $0.fate(of: message, floor: floor) }
    }
    if case .copies(let delays) = fate.travel, !delays.isEmpty {
      if delays.count > 1 { list += delays.map { Fate(.copies([$0])) } }
      list += NamedFate.units.map { unit in
        Fate(.copies(delays.map { NamedFate.rounded($0, to: unit) }), again: fate.again)
      }
    }
    return list.prefix { $0 != fate }.map { NamedFate(message: message, fate: $0) }
  }

  private func isPlainer(_ plain: PlainFate) -> Bool {
    guard case .copies(let delays) = fate.travel else { return true }
    return switch plain {
    case .lost: true
    case .late: !delays.isEmpty
    case .doubled: delays.count > 1
    }
  }

  private static let units: [Int64] = [10_000, 1000, 100, 10]

  private static func rounded(_ delay: Milliseconds, to unit: Int64) -> Milliseconds {
    Milliseconds(max(unit, (delay.count + unit / 2) / unit * unit))
  }
}

extension DrawnJitter {
  /// The same timer later by a round time, the shortest first.
  var plainer: [DrawnJitter] {
    PlainFate.allCases.compactMap { plain in
      guard case .late(let time) = plain, time < jitter else { return nil }
      return DrawnJitter(timer: timer, jitter: time)
    }
  }
}
