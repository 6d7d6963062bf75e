import ClusterCore

/// The cloud as a pure state machine: records that merge, and a feed of their changes.
package struct CloudMachine: Hashable, Sendable {
  let rules: CloudRules
  /// Who is told of changes, in the order of their names.
  private let devices: [NodeID]
  var fields: [FieldPath: CloudField] = [:]
  /// What became of records that were deleted.
  var lives: [RecordID: CloudLife] = [:]
  /// The highest feed number of a deletion of which no trace is left; 0 for none.
  var pruned = 0
  private(set) var feed = ChangeFeed()
  private var backups: [Text: RecordBackup] = [:]
  /// The change tag of each record: the feed number of its newest change.
  var tags: [RecordID: Int] = [:]
  private var files: CloudFiles
  private var ledger: Ledger
  private var notices: Noticeboard
  private let lists: [Text: [Text]]
  private var scripted = ScriptedAnswers()
  private var issuer: Issuer
  private var limits = CloudLimits()

  /// - Parameter seed: what the secrets of tokens are drawn from.
  package init(
    rules: CloudRules, devices: [NodeID], start: [Change], seed: Seed = Seed(1),
    services: StartState = StartState()
  ) {
    self.rules = rules
    files = CloudFiles(rules: rules.files, files: services.files)
    issuer = Issuer(rules: rules.tokens, seed: seed)
    self.devices = devices.sorted()
    ledger = Ledger(rules.orders, start: services.ledger)
    notices = Noticeboard(rules.notices, start: services.unread)
    lists = services.lists
    for change in start {
      fields[change.path] = CloudField(change.state)
      accept(change.path, at: .start)
    }
  }

  /// - Parameter message: the name of the request in hand; nil where it has none.
  package mutating func handle(
    _ event: NodeEvent, _ message: MessageName? = nil, at instant: Instant
  ) -> [Effect] {
    switch event {
    case .request(let request, let device):
      prune(at: instant)
      guard let answer = scripted.next(for: request.kind, message) else {
        return handle(request, from: device, at: instant)
      }
      let refusal = Effect.answer(.refused(answer.error))
      guard answer.when == .after else { return [refusal] }
      return handle(request, from: device, at: instant).map { effect in
        if case .answer = effect { refusal } else { effect }
      }
    case .cloud(let operation): return perform(operation, at: instant)
    case .start, .operation, .answer, .failure, .push, .timer, .link, .transferCall,
      .transferNotice:
      preconditionFailure("the cloud was handed \(event)")
    }
  }

  private mutating func handle(
    _ request: Request, from device: NodeID, at instant: Instant
  ) -> [Effect] {
    if let refusal = limits.refusal(of: request.kind, at: instant) { return [.answer(refusal)] }
    switch request {
    case .save(let edits): return save(edits, from: device, at: instant)
    case .pull(let cursor):
      let page = feed.page(after: cursor, most: rules.page) { state(at: $0, ifNumbered: $1) }
      return [.answer(page.telling(prunedBefore: pruned))]
    case .order(let order): return [.answer(ledger.place(order, at: instant))]
    case .readOrder(let intent): return [.answer(ledger.read(intent))]
    case .search(let query, _):
      let items = lists[query] ?? [Text("\(query) 1"), Text("\(query) 2")]
      return [.answer(.results(query: query, items: items))]
    case .register(let token):
      notices.register(token, of: device)
      return [.answer(.done)]
    case .markRead(let items, _):
      return [.answer(.done)] + notices.markRead(items, by: device)
    case .fetch(let range): return [.answer(files.answer(range))]
    case .put(let part): return [.answer(files.answer(part, from: device, at: instant))]
    case .unread: return [.answer(.unread(notices.unread(for: device)))]
    case .call(_, _, let access):
      return [.answer(issuer.admits(access, at: instant) ? .done : .refused(.unauthorized))]
    case .refresh(let token): return [.answer(issuer.refresh(token, at: instant))]
    case .signIn(let user, _):
      let session = issuer.signIn(user, at: instant)
      notices.begin(session, on: device.home)
      return [.answer(.session(session))]
    case .signOut(let token, _):
      if let family = issuer.family(of: token) { notices.end(family) }
      return [.answer(issuer.signOut(token))]
    }
  }

  /// Begins a session that is there at time 0, for the vault of its device.
  package mutating func begin(_ token: StartToken) -> VaultItem {
    let item = issuer.begin(token)
    notices.begin(item.session, on: token.device)
    return item
  }

  private mutating func perform(
    _ operation: CloudOperation, at instant: Instant
  ) -> [Effect] {
    switch operation {
    case .publish(let publication):
      return notices.publish(publication, devices: devices)
    case .notify(let publication):
      return notices.notify(publication.notice, notices.reached(by: publication, of: devices))
    case .answer(let answer): scripted.add(answer)
    case .revoke(let user):
      notices.end(user)
      issuer.perform(operation, at: instant)
    case .expireTokens, .rateLimit: issuer.perform(operation, at: instant)
    case .snapshot(let name):
      backups[name] = RecordBackup(
        fields: fields, lives: lives, pruned: pruned, tags: tags, feed: feed)
    case .rollback(let name): restore(name)
    case .purge: purge()
    case .expireCursors: feed.expire()
    case .quota, .throttle: limits.perform(operation, at: instant)
    }
    return []
  }

  /// A scenario with a rollback to no snapshot is refused when it is read.
  private mutating func restore(_ name: Text) {
    guard let backup = backups[name] else { return }
    fields = backup.fields
    lives = backup.lives
    pruned = backup.pruned
    tags = backup.tags
    feed.restore(backup.feed)
  }

  private mutating func purge() {
    fields = [:]
    lives = [:]
    pruned = 0
    tags = [:]
    feed.empty()
  }

  /// What it holds, in the order of the paths.
  package var holdings: [Change] {
    let held = fields.compactMap { path, field in
      field.state.map { Change(path: path, state: $0) }
    }
    return (held + tombstones).sorted { $0.path < $1.path }
  }

  /// When it accepted its changes, in milliseconds: what a device asks by that reads by its clock.
  package var acceptedAt: [Int64] { feed.instants }
  /// How many changes it has accepted.
  package var changeCount: Int { feed.count }

  /// The orders it has taken, in the order in which they came.
  package var orders: [KeyedOrder] { ledger.orders }

  /// The tokens that a device's pushes go to, in the order in which they were registered.
  package func pushTokens(of device: NodeID) -> [Text] { notices.tokens(of: device) }

  /// How a session stands with the issuer, sessions being counted from 1; nil for one that never
  /// began.
  package func family(_ number: Int) -> FamilyAccount? { issuer.account(of: number) }

  private mutating func save(
    _ edits: [Edit], from device: NodeID, at instant: Instant
  ) -> [Effect] {
    let refusals = refusals(of: edits)
    var changed: IntentID?
    for edit in edits where refusals[edit.path.record] == nil {
      let isChange = apply(edit, from: device, at: instant)
      if isChange && changed == nil && !edit.isCarried { changed = edit.intent }
    }
    var effects: [Effect] = [.answer(.saved(results(of: edits, refusals)))]
    if let changed, rules.pushes == .changes {
      for other in devices where other != device {
        effects.append(.push(.changed(intent: changed), to: other))
      }
    }
    return effects
  }

  /// Applies one edit that arrived; returns whether that was a change.
  private mutating func apply(_ edit: Edit, from device: NodeID, at instant: Instant) -> Bool {
    if edit.path.isLife { return applyToLife(edit, from: device, at: instant) }
    let isChange = fields[edit.path, default: CloudField()].apply(
      edit, from: device, at: instant, next: feed.count + 1, rules: rules)
    if isChange { accept(edit.path, at: instant) }
    let hasTurned = settleLife(
      of: edit.path.record, by: edit.intent, isChange: isChange, at: instant)
    return isChange || hasTurned
  }

  /// Why records of a save are refused; where nothing can be, nothing is looked at.
  private func refusals(of edits: [Edit]) -> [RecordID: CloudError] {
    let forgotten = forgottenRecords(of: edits)
    guard
      rules.saves == .ifTagMatches || rules.parent != nil || limits.quota != nil
        || !forgotten.isEmpty
    else { return [:] }
    return Admission(
      of: edits, rules: rules, quota: limits.quota, tags: tags, forgotten: forgotten
    ).refusals
  }

  /// Notes that the field has changed: the change has the feed's next number.
  mutating func accept(_ path: FieldPath, at instant: Instant) {
    feed.append(path, at: instant)
    tags[path.record] = feed.count
  }

  private func results(
    of edits: [Edit], _ refusals: [RecordID: CloudError]
  ) -> [EditResult] {
    var told: Set<RecordID> = []
    return edits.map { edit in
      let record = edit.path.record
      var refusal: EditResult.Refusal?
      if let error = refusals[record] {
        let isFirst = told.insert(record).inserted && error == .serverRecordChanged
        refusal = EditResult.Refusal(
          error, record: isFirst ? holdings.filter { $0.path.record == record } : [])
      }
      return EditResult(
        intent: edit.intent, path: edit.path, isKept: refusal == nil && isHeld(by: edit),
        state: state(at: edit.path), refusal: refusal,
        tombstone: edit.path.isLife ? nil : lives[record]?.state)
    }
  }
}
