import ClusterCore

// What the cloud does to its records of itself, in the pure model.
extension CloudModel {
  mutating func keep(_ name: Text) {
    var copy = self
    copy.snapshots = [:]
    snapshots[name] = copy
  }

  /// All is as it was, but for the numbers, which go on, and for what checks remember.
  mutating func rollBack(to name: Text) {
    guard let old = snapshots[name] else { return }
    let now = self
    self = old
    snapshots = now.snapshots
    records = now.records
    feed = now.feed
    feed.goBack(to: old.feed)
    for field in now.fields.indices {
      if field == fields.count { addField() }
      remember(now.fields[field], of: field)
    }
  }

  mutating func purge() {
    for field in fields.indices {
      let old = fields[field]
      empty(field)
      remember(old, of: field)
    }
    feed.purge()
  }

  mutating func expireCursors() { feed.expire() }

  /// Whether the edit holds its field, or each of its adds its member.
  func holds(_ index: EditIndex, _ edit: UserEdit) -> Bool {
    let field = fields[edit.field]
    if field.hasWinner || field.history.isEmpty { return field.standing == .user(index) }
    if case .life(let life) = field.content { return life.deletion?.intent == edit.key.intent }
    return edit.parts.allSatisfy { part in
      if case .increment(let amount) = part.deed {
        return field.increments.contains { $0.id == edit.key.intent && $0.amount == amount }
      }
      guard case .add(let value) = part.deed else { return false }
      return field.members.contains { member in
        member.value == value && member.adds.contains(edit.key.intent)
      }
    }
  }
}

// What a rollback and a purge mean for the edits that the cloud had.
extension RunFold {
  mutating func actOnRecords(_ operation: CloudOperation) {
    switch operation {
    case .snapshot(let name): model.keep(name)
    case .rollback(let name): rollBack(to: name)
    case .purge: purge()
    case .expireCursors: model.expireCursors()
    case .publish, .notify, .answer, .expireTokens, .revoke, .rateLimit, .quota, .throttle: break
    }
  }

  private mutating func rollBack(to name: Text) {
    let before = model
    model.rollBack(to: name)
    moment.hasGoneBack = true
    for index in ledger.edits.indices where ledger[index].arrival != nil {
      let edit = ledger[index]
      if model.holds(index, edit) || wasThen(edit) { continue }
      if before.holds(index, edit) {
        takeBack(index)
      } else {
        ledger[index].wasUndone = true
        ledger[index].isAnswered = false
      }
    }
  }

  /// Whether an edit that holds nothing now had arrived by the snapshot, so that it is as it was.
  private func wasThen(_ edit: UserEdit) -> Bool {
    guard let arrival = edit.arrival else { return false }
    return arrival.number <= model.fields[edit.field].number
  }

  /// The cloud had it, and has not any more: who has it still, has to send it again.
  private mutating func takeBack(_ index: EditIndex) {
    let (field, number) = (ledger[index].field, ledger[index].arrival?.number ?? 0)
    ledger[index].takenFrom = ledger[index].arrival
    ledger[index].isKnownToOthers = replicas.indices.contains { device in
      device != ledger[index].maker && replicas[device].fields[field].told >= number
    }
    ledger[index].arrival = nil
    ledger[index].isAnswered = false
  }

  /// Its user wanted it so: of what the cloud had nothing is owed any more.
  private mutating func purge() {
    model.purge()
    moment.hasGoneBack = true
    wasPurged = true
    for index in ledger.edits.indices where ledger[index].arrival != nil {
      ledger[index].wasUndone = true
      ledger[index].isAnswered = false
    }
  }
}
