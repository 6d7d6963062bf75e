import ClusterCore

/// What the checks may know of a run, folded once for all of them: the timeline's intents, what
/// the links record as sent and delivered, what each replica shows, and the pure model.
///
/// Only its own files change it: the steps of devices and of the cloud have one each.
struct RunFold: Sendable {
  private let sharedScenario: Shared<Scenario>
  var scenario: Scenario { _read { yield sharedScenario.value } }
  /// By ``FieldIndex``.
  private(set) var paths: [FieldPath] = []
  /// By ``DeviceIndex``.
  var replicas: [Replica]
  /// What each device tells its user of sessions and calls, by ``DeviceIndex``.
  var accounts: [Account]
  /// What a user did with an app that was dead or frozen.
  private(set) var ignoredEntries: Set<EntryID> = []
  var ledger = EditLedger()
  /// What users deleted, in the order in which they did.
  var deletions: [Deletion] = []
  var model: CloudModel
  var traffic: Traffic
  /// The stores that several actors have together.
  var shared: SharedStores
  var moment = Moment()
  var orders: OrderModel
  var scripted = ScriptedAnswers()
  var limits = LimitModel()
  var unread: UnreadModel
  /// The files of the cloud, by what was delivered to it.
  var files: [FileName: FileVersion]
  /// The numbers on the icons.
  var badges: [NodeID: Int]
  private(set) var end: RunEnd?
  /// What was there from the start: the first fields, in their order.
  let start: [Change]
  /// Fields that an operation was to edit which nobody was there to take, unforeseen by the file.
  var ignored: Set<FieldPath> = []
  /// Devices that a search killed and the file does not.
  var diedUnforeseen: Set<NodeID> = []
  /// Processes of devices that there have been.
  var lives: Int
  /// Whether all records were removed once.
  var wasPurged = false
  private(set) var hasCalmBegun = false
  private var fieldNumbers: [FieldPath: FieldIndex] = [:]
  private let deviceNumbers: [NodeID: DeviceIndex]

  init(_ scenario: Scenario) {
    sharedScenario = Shared(scenario)
    let ids = scenario.devices.map(\.id)
    replicas = ids.indices.map { Replica(ids[$0], life: $0, devices: ids.count) }
    lives = ids.count
    start = scenario.start.changes
    accounts = Array(repeating: Account(), count: ids.count)
    deviceNumbers = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    model = CloudModel(
      scenario.rules,
      isReadByInstants: scenario.devices.contains { $0.policy.cursorFrom != .server })
    traffic = Traffic(scenario)
    shared = SharedStores(scenario)
    orders = OrderModel(scenario)
    badges = scenario.start.badges
    unread = UnreadModel(scenario)
    files = scenario.start.files
    for change in start {
      let field = number(of: change.path)
      model.begin(field, of: change.path.record, change.state)
      for device in replicas.indices {
        replicas[device].fields[field].shown = change.state.shown
        replicas[device].fields[field].told = change.state.number
      }
    }
  }

  func device(_ id: NodeID) -> DeviceIndex? { deviceNumbers[id] }

  func field(_ path: FieldPath) -> FieldIndex? { fieldNumbers[path] }

  func shown(_ field: FieldIndex, on device: DeviceIndex) -> FieldValue? {
    replicas[device].fields[field].shown
  }

  /// The fields in the order of their paths, for what is printed.
  var fieldsInOrder: [FieldIndex] {
    // Taken out first: a closure over `self` would copy all of it.
    let paths = paths
    return paths.indices.sorted { paths[$0] < paths[$1] }
  }

  mutating func take(_ event: TraceEvent) {
    moment.clear()
    moment.isCalms = isOfCalm(event.root)
    traffic.begin(event)
    switch event.kind {
    case .step(let step):
      if step.node == .cloud { takeCloud(step, event) } else { takeDevice(step, event) }
    case .partition(_, let isOn): if isOn { traffic.count(.partitioned) }
    case .dropped(let message): if !message.kind.isLocal { traffic.noteDropped() }
    case .died(let device, let death):
      die(device, death, event)
      if death == .reinstall { badges[device] = 0 }
      if let device = self.device(device) { accounts[device].die(death) }
    case .ignored(let device, let entry):
      ignore(entry, on: device)
      ignoredEntries.insert(entry)
    case .badged(let device, let badge, _): badges[device] = badge
    case .clockJump, .suspended, .locked: break
    case .calm: hasCalmBegun = true
    case .ended(let ending): finish(ending, event)
    }
  }

  /// What apps show and the cloud has beside records; of the cloud's, what the models hold.
  var app: AppState {
    var state: AppState = [:]
    let items = orders.entries.map(\.item)
    if !items.isEmpty { state[AppPath(.ledger)] = .items(items) }
    for (file, version) in files {
      state[AppPath(.files, at: .cloud, file.text)] = .version(version)
    }
    for (device, badge) in badges { state[AppPath(.badge, at: device)] = .number(badge) }
    for device in replicas.indices { accounts[device].add(to: &state, of: replicas[device].id) }
    unread.add(to: &state)
    return state
  }

  /// The event in hand is over, and what happened how often decides no verdict.
  func weigh(into state: inout StateDigest) {
    state.combine(paths)
    for replica in replicas { replica.weigh(into: &state) }
    for account in accounts { account.weigh(into: &state) }
    state.combine(ignoredEntries)
    state.combine(ignored)
    state.combine(deletions.count)
    ledger.weigh(into: &state)
    model.weigh(into: &state)
    orders.weigh(into: &state)
    state.combine(scripted)
    state.combine(limits)
    state.combine(shared)
    unread.weigh(into: &state)
    state.combine(files)
    state.combine(badges)
    state.combine(lives)
    state.combine(diedUnforeseen)
    state.combine(wasPurged)
    state.combine(hasCalmBegun)
    state.combine(traffic.sentForTimeline > 0)
    if scenario.limits.messages != nil { state.combine(traffic.counts.sent) }
  }

  /// How many processes have begun and which deletions were made, the rest of a state says.
  func weighRest(into state: inout StateDigest) {
    traffic.weighStarts(into: &state)
    for deletion in deletions { deletion.weigh(into: &state) }
  }

  private func isOfCalm(_ root: RootID) -> Bool {
    hasCalmBegun && root.string.utf8.starts(with: "calm#".utf8)
  }

  mutating func number(of path: FieldPath) -> FieldIndex {
    if let field = fieldNumbers[path] { return field }
    let field = paths.count
    fieldNumbers[path] = field
    paths.append(path)
    model.addField(path)
    for device in replicas.indices { replicas[device].fields.append(Replica.Field()) }
    if path.isLife {
      for device in replicas.indices { noteLife(of: path.record, on: device, 0, nil) }
    }
    return field
  }

  private mutating func finish(_ ending: Ending, _ event: TraceEvent) {
    traffic.noteNeverReleased(ending.neverReleased)
    let fields = ending.cloud.map { number(of: $0.path) }
    var states: [FieldState?] = Array(repeating: nil, count: paths.count)
    for (field, change) in zip(fields, ending.cloud) { states[field] = change.state }
    end = RunEnd(reason: ending.reason, step: event.number, states: states)
  }

  mutating func noteSent(
    _ message: MessageName, _ dispatch: Dispatch, cursor: Cursor?, device: DeviceIndex?
  ) {
    moment.sent.append(Moment.Sent(message: message, cursor: cursor))
    traffic.noteSent(
      message, dispatch, cursor: cursor, device: device, isCalms: isOfCalm(message.root))
  }
}

/// How the run ended, and what the cloud holds.
struct RunEnd: Sendable {
  let reason: Ending.Reason
  let step: Int
  /// By ``FieldIndex``; nil where the cloud holds nothing.
  fileprivate let states: [FieldState?]

  /// What the cloud holds of a field: nothing of one that came up behind the end, which it does in no
  /// run, but may in a file.
  func state(of field: FieldIndex) -> FieldState? {
    field < states.count ? states[field] : nil
  }
}
