import ClusterTesting

/// Notes with a durable outbox: what is written is stored, shown, saved, and pulled again.
actor NotesClient: SyncClient {
  private struct Place: Hashable {
    let record: String
    let field: String
  }

  /// All that outlives the process.
  private struct Kept: Codable {
    /// What the cloud is known to hold.
    var known: [FieldChange]
    /// Edits that no save has been answered for, the oldest first.
    var outbox: [FieldEdit] = []
    var cursor: FeedCursor
  }

  private let device: ClientDevice
  /// Whether a save's answer empties the outbox, also of what was written while it was under way.
  private let forgetsMeanwhile: Bool
  private var kept: Kept
  private var isSyncing = false
  private var isSyncWanted = false

  init(_ device: ClientDevice, forgetsMeanwhile: Bool = false) {
    self.device = device
    self.forgetsMeanwhile = forgetsMeanwhile
    kept =
      device.store.read(Kept.self, under: "notes")
      ?? Kept(known: device.startRecords, cursor: device.startCursor)
  }

  func launch() async throws {
    show(kept.known.map { Place(record: $0.record, field: $0.field) })
    show(kept.outbox.map { Place(record: $0.record, field: $0.field) })
    try await sync()
  }

  func perform(_ action: UserAction, intent: String) async throws {
    switch action {
    case .write(let fields):
      try write(fields, intent)
      try await sync()
    case .sync, .open: try await sync()
    case .add, .remove, .create, .increment, .resolve, .order, .search, .register, .markRead, .call,
      .signIn, .signOut, .other:
      break
    }
  }

  func receive(_ push: PushMessage) async throws { try await sync() }

  func linkChanged(isUp: Bool) async throws {
    if isUp { try await sync() }
  }

  private func write(_ fields: [UserAction.Field], _ intent: String) throws {
    for field in fields {
      guard case .value(let value) = field.value else { continue }
      kept.outbox.append(
        FieldEdit(
          intent: intent, record: field.record, field: field.field, change: .write(value)))
    }
    try device.store.write(kept, under: "notes")
    show(fields.map { Place(record: $0.record, field: $0.field) })
  }

  /// One at a time; who comes meanwhile has it done once more.
  private func sync() async throws {
    isSyncWanted = true
    guard !isSyncing else { return }
    isSyncing = true
    defer { isSyncing = false }
    while isSyncWanted {
      isSyncWanted = false
      while let first = kept.outbox.first { try await save(first.intent) }
      try await pull()
    }
  }

  private func save(_ intent: String) async throws {
    let edits = kept.outbox.filter { $0.intent == intent }
    let results = try await device.transport.save(edits)
    kept.outbox.removeAll { forgetsMeanwhile || $0.intent == intent }
    try learn(results.compactMap(\.current))
  }

  private func pull() async throws {
    var hasMore = true
    while hasMore {
      let page = try await device.transport.pull(after: kept.cursor)
      kept.cursor = max(kept.cursor, page.cursor)
      try learn(page.changes)
      hasMore = page.hasMore
    }
  }

  /// Of two changes of a field the one with the larger number is the newer.
  private func learn(_ changes: [FieldChange]) throws {
    for change in changes {
      let old = kept.known.first { $0.record == change.record && $0.field == change.field }
      guard change.number > old?.number ?? 0 else { continue }
      kept.known.removeAll { $0.record == change.record && $0.field == change.field }
      kept.known.append(change)
    }
    try device.store.write(kept, under: "notes")
    show(changes.map { Place(record: $0.record, field: $0.field) })
  }

  /// What the user wrote last, as long as it waits to be saved, or what the cloud holds.
  private func show(_ places: [Place]) {
    for place in places {
      let edit = kept.outbox.last { $0.record == place.record && $0.field == place.field }
      let known = kept.known.first { $0.record == place.record && $0.field == place.field }
      if case .write(let value) = edit?.change {
        device.screen.show(.value(value), of: place.field, in: place.record)
      } else {
        device.screen.show(known?.value, of: place.field, in: place.record)
      }
    }
  }
}

extension TestScenario {
  /// Two edits on the phone, the second while the first may be under way, and one on a tablet.
  static var groceries: TestScenario {
    var scenario = TestScenario(
      "groceries", devices: ["phone", "tablet"],
      timeline: [
        .at(.seconds(1), "phone", .write("note-1", "title", "Milk"), id: "milk"),
        .at(.milliseconds(1050), "phone", .write("note-1", "body", "2 litres"), id: "litres"),
        .at(.seconds(4), "tablet", .write("note-1", "title", "Milk, eggs"), id: "eggs"),
      ])
    scenario.start.records = ["note-1": ["title": .value("Groceries")]]
    scenario.links["default"] = .init(
      delay: .uniform(.milliseconds(20), .milliseconds(200)), loss: 0.05, duplicate: 0.05)
    scenario.expect.pass = ["converged", "no-lost-edit"]
    return scenario
  }
}
