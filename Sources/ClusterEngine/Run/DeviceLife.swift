import ClusterCore

/// Whether a device's process runs, and what waits for it where it does not.
struct DeviceLife {
  enum State {
    case running, suspended, dead
  }

  private(set) var state = State.running
  /// Counts changes of state, so that a restart that was planned for an earlier death is known
  /// to be out of date.
  private(set) var count = 0
  /// What the device was last told of its link.
  var toldLinkUp = true
  /// How its last process ended.
  var lastDeath: Death?
  /// Whether the system would start it where something is to be heard. It starts no app that its
  /// user ended, and none while there is no power; a new installation is opened by its user.
  var isDeadToBeWoken: Bool {
    guard state == .dead else { return false }
    return switch lastDeath {
    case .system: true
    case .user, .power, .reinstall, nil: false
    }
  }
  /// Whether the system is about to start it.
  var isWakePlanned = false
  /// What came while it was suspended, in the order of coming.
  var deferred: [Run.Item] = []

  mutating func begin(_ state: State) {
    self.state = state
    count += 1
    deferred = []
    isWakePlanned = false
  }
}

extension Death {
  init(_ manner: Kill.Manner) {
    switch manner {
    case .system: self = .system
    case .user: self = .user
    }
  }
}
