import ClusterTesting

/// What outlives the app: what is known of the cloud, and edits that no save was answered for.
struct Kept: Codable {
  var known: [FieldChange]
  var outbox: [FieldEdit] = []
  var cursor: FeedCursor
}

/// Stores and shows what is written, saves it, tries again, and pulls what others have changed.
actor OutboxClient: SyncClient {
  typealias Settling = @Sendable (_ outbox: inout [FieldEdit], _ saved: String) -> Void

  private let device: ClientDevice
  private let settle: Settling
  private var kept: Kept
  private var isSyncing = false
  private var isSyncWanted = false

  init(_ device: ClientDevice, settle: @escaping Settling) {
    self.device = device
    self.settle = settle
    let first = Kept(known: device.startRecords, cursor: device.startCursor)
    kept = device.store.read(Kept.self, under: "notes") ?? first
  }

  func launch() async throws { try await sync() }
  func receive(_ push: PushMessage) async throws { try await sync() }
  func linkChanged(isUp: Bool) async throws { if isUp { try await sync() } }

  func perform(_ action: UserAction, intent: String) async throws {
    if case .write(let fields) = action {
      for field in fields {
        guard case .value(let value) = field.value else { continue }
        let (record, name) = (field.record, field.field)
        kept.outbox.append(
          FieldEdit(intent: intent, record: record, field: name, change: .write(value)))
      }
    }
    try await sync()
  }

  /// One at a time: whoever comes meanwhile has it done once more. Offline, the link will call.
  private func sync() async throws {
    try keep()
    isSyncWanted = true
    guard !isSyncing else { return }
    isSyncing = true
    defer { isSyncing = false }
    while isSyncWanted {
      isSyncWanted = false
      do {
        while let first = kept.outbox.first { try await save(first.intent) }
        while try await pull() {}
      } catch let error as TransportError where error.name != .offline {
        try await device.clock.sleep(for: error.retryAfter ?? .seconds(2))
        isSyncWanted = true
      } catch is TransportError {}
    }
  }

  private func save(_ intent: String) async throws {
    let results = try await device.transport.save(kept.outbox.filter { $0.intent == intent })
    settle(&kept.outbox, intent)
    try learn(results.compactMap(\.current))
  }

  private func pull() async throws -> Bool {
    let page = try await device.transport.pull(after: kept.cursor)
    kept.cursor = max(kept.cursor, page.cursor)
    try learn(page.changes)
    return page.hasMore
  }

  /// Of two changes of a field the one with the larger number is the newer.
  private func learn(_ changes: [FieldChange]) throws {
    for new in changes {
      let old = kept.known.firstIndex { $0.record == new.record && $0.field == new.field }
      if let old, kept.known[old].number < new.number { kept.known[old] = new }
      if old == nil { kept.known.append(new) }
    }
    try keep()
  }

  /// Stores all, and shows what waits to be saved over what the cloud holds.
  private func keep() throws {
    try device.store.write(kept, under: "notes")
    var shown = Dictionary(kept.known.map { ([$0.record, $0.field], $0.value) }) { $1 }
    for edit in kept.outbox {
      if case .write(let value) = edit.change { shown[[edit.record, edit.field]] = .value(value) }
    }
    for (path, value) in shown.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      device.screen.show(value, of: path[1], in: path[0])
    }
  }
}

/// As shipped: what was answered empties the outbox, also of what was written meanwhile.
let emptied: OutboxClient.Settling = { outbox, _ in outbox.removeAll() }

/// Mended: what was saved goes, and nothing else.
let withoutSaved: OutboxClient.Settling = { outbox, saved in
  outbox.removeAll { $0.intent == saved }
}

extension TestScenario {
  /// Two edits on the phone, the second while the first is under way, and one on a tablet.
  static var twoNotes: TestScenario {
    var scenario = TestScenario(
      "two-notes", devices: ["phone", "tablet"],
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
