import ClusterCore

/// What a state has to tell apart in one search, beyond what it always does.
///
/// A part may stay out only where nothing that happens later can depend on it.
struct StateScope: Hashable {
  /// The names that messages have and will get: something of the scenario counts or names them.
  let keepsNames: Bool
  /// Virtual time itself: something remembers an instant and asks later how long ago that was.
  /// Else only what is still to come has an instant, and that is told from now on.
  let keepsInstants: Bool
  /// The devices' stores: one may die, and read its store again.
  let keepsStores: Bool
  /// Whether the scenario is about records, orders and lists only, of devices that share nothing:
  /// then a state may be taken apart into lanes (``Lane``), since a way on meets one device, or one
  /// and the cloud. Sessions, files and icons belong to more than one part of a run.
  let hasLanes: Bool

  init(_ scenario: Scenario, _ budget: OrderBudget) {
    let hasDeaths = budget.kills > 0 || scenario.timeline.contains { $0.action.endsLife }
    let remembers =
      scenario.rules.retention != nil || scenario.timeline.contains { $0.action.remembersInstants }
    let hasSessions = !scenario.start.tokens.isEmpty
    keepsStores = hasDeaths || !scenario.aimed.kills.isEmpty
    keepsInstants =
      remembers || hasSessions
      || scenario.devices.contains { !$0.seeds.isEmpty || $0.remembersInstants }
    hasLanes =
      !hasSessions && scenario.start.badges.isEmpty && scenario.start.unread.isEmpty
      && scenario.start.files.isEmpty && scenario.rules.retention == nil
      && scenario.devices.allSatisfy { $0.home == $0.id && $0.seeds.isEmpty }
      && scenario.timeline.allSatisfy { $0.action.isPlain }
    keepsNames =
      remembers || hasSessions || scenario.limits.attempts != nil
      || !scenario.aimed.kills.isEmpty
  }
}

extension DeviceSetup {
  /// Whether it asks for changes by an instant, or judges stamps by its wall clock.
  fileprivate var remembersInstants: Bool { policy.cursorFrom != .server || clock.maxOffset != nil }
}

extension Entry.Action {
  fileprivate var endsLife: Bool {
    switch self {
    case .kill, .reinstall, .power, .suspend: true
    case .operation, .partition, .clock, .lock, .cloud: false
    }
  }

  /// Whether all that it moves is one device, its records, orders and lists, and its links.
  fileprivate var isPlain: Bool {
    switch self {
    case .operation(.write, _), .operation(.add, _), .operation(.remove, _),
      .operation(.resolve, _), .operation(.create, _), .operation(.increment, _),
      .operation(.delete, _), .operation(.sync, _), .operation(.open(push: nil), _),
      .operation(.order, _), .operation(.search, _), .partition, .clock, .suspend, .kill, .power:
      true
    case .operation, .cloud, .lock, .reinstall: false
    }
  }

  /// Whether it leaves something behind that has a lifetime: a session, an order's key, a file.
  fileprivate var remembersInstants: Bool {
    switch self {
    case .operation(.write, _), .operation(.add, _), .operation(.remove, _),
      .operation(.resolve, _), .operation(.resolveAll, _), .operation(.create, _),
      .operation(.increment, _), .operation(.delete, _),
      .operation(.sync, _), .operation(.open, _), .operation(.search, _):
      false
    case .operation, .cloud, .lock: true
    case .partition, .clock, .kill, .suspend, .reinstall, .power: false
    }
  }
}
