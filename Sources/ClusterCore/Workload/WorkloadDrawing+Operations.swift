// What users do, and what is done at the cloud.
extension WorkloadDrawing {
  /// What was drawn before and later entries may come back to.
  private struct Past {
    /// By the device; an order that is tried again is of the same item.
    var orders: [NodeID: [(id: IntentID, item: Text)]] = [:]
    var items: [Text] = []
  }

  /// One operation that is to be drawn.
  private struct Slot {
    let number: Int
    let device: NodeID
    let id: EntryID
    /// Until the workload is over.
    let left: Milliseconds
    var draw: Generator
  }

  func operations() -> [Entry] {
    var past = Past()
    past.items = setting.start.unread.values.flatMap { $0 }.sorted()
    return instants(workload.operations, "operation").enumerated().flatMap { index, at in
      let name = "r\(index + 1)"
      let kind = highest(of: use.kinds, for: name, lots: \.lots, word: \.rawValue)
      let id = EntryID("\(name)-\(kind.rawValue)")
      var slot = Slot(
        number: index + 1, device: device(for: name), id: id,
        left: Instant.start + workload.length - at,
        draw: generator("\(name)/\(kind.rawValue)/content"))
      let entry = Entry(id: id, at: at, action: action(kind, &slot, &past))
      return kind == .quota ? [entry, lifting(entry, &slot)] : [entry]
    }
  }

  private func action(
    _ kind: RandomWorkload.Kind, _ slot: inout Slot, _ past: inout Past
  ) -> Entry.Action {
    func user(_ operation: Operation) -> Entry.Action {
      .operation(operation, device: slot.device)
    }
    switch kind {
    case .write: return user(write(&slot))
    case .add: return user(.add([tags(&slot): members(&slot)]))
    case .remove:
      return user(.remove([tags(&slot): [slot.draw.element(of: WorkloadWords.members)]]))
    case .create: return user(create(&slot))
    case .increment: return user(increment(&slot))
    case .delete: return user(.delete([record(&slot.draw)]))
    case .sync: return user(.sync)
    case .order: return user(.order(order(&slot, &past)))
    case .search: return user(.search(slot.draw.element(of: WorkloadWords.queries)))
    case .call: return user(call(&slot))
    case .open: return user(open(&slot, past))
    case .register: return user(register(&slot))
    case .markRead: return user(markRead(&slot, past))
    case .signIn: return user(.signIn(slot.draw.element(of: setting.users)))
    case .signOut: return user(.signOut)
    case .download: return user(.download([slot.draw.element(of: setting.files)]))
    case .upload: return user(upload(&slot))
    case .cancelTransfer: return user(.cancelTransfer(slot.draw.element(of: setting.files)))
    case .publish: return .cloud(.publish(publication(&slot, &past)))
    case .notify: return .cloud(.notify(notification(&slot)))
    case .answer: return .cloud(.answer(answer(&slot)))
    case .expireTokens: return .cloud(.expireTokens(user: slot.draw.element(of: setting.users)))
    case .revoke: return .cloud(.revoke(user: slot.draw.element(of: setting.users)))
    case .rateLimit: return .cloud(rateLimit(&slot))
    case .quota:
      let room = 1 + Int(slot.draw.below(Int64(workload.records)))
      return .cloud(.quota(records: room))
    case .expireCursors: return .cloud(.expireCursors)
    }
  }
}

// MARK: Records

extension WorkloadDrawing {
  /// The first records are drawn most often, so that edits meet.
  private func record(_ draw: inout Generator) -> RecordID {
    let count = Int64(workload.records)
    return WorkloadWords.record(1 + Int(min(draw.below(count), draw.below(count))))
  }

  private func text(_ slot: inout Slot) -> Value {
    .text(Text("\(slot.draw.element(of: WorkloadWords.goods)) \(slot.number)"))
  }

  private func write(_ slot: inout Slot) -> Operation {
    let record = record(&slot.draw)
    let isOfBoth = slot.draw.isOne(in: 4)
    let isOfTitle = slot.draw.below(3) > 0
    var values: [FieldPath: Value] = [:]
    if isOfTitle || isOfBoth { values[FieldPath(record, WorkloadWords.title)] = text(&slot) }
    if !isOfTitle || isOfBoth {
      let value = slot.draw.isOne(in: 8) ? Value.null : text(&slot)
      values[FieldPath(record, WorkloadWords.body)] = value
    }
    return .write(values)
  }

  private func create(_ slot: inout Slot) -> Operation {
    let record = record(&slot.draw)
    return .create([
      FieldPath(record, WorkloadWords.title): .scalar(text(&slot)),
      FieldPath(record, WorkloadWords.tags): .set(members(&slot)),
    ])
  }

  private func increment(_ slot: inout Slot) -> Operation {
    let path = FieldPath(record(&slot.draw), WorkloadWords.count)
    return .increment([path: slot.draw.element(of: [1, 1, 2, 5, -1])])
  }

  private func tags(_ slot: inout Slot) -> FieldPath {
    FieldPath(record(&slot.draw), WorkloadWords.tags)
  }

  private func members(_ slot: inout Slot) -> [Value] {
    let first = slot.draw.element(of: WorkloadWords.members)
    let second = slot.draw.element(of: WorkloadWords.members)
    return first == second ? [first] : [first, second].sorted()
  }
}

// MARK: The other services

extension WorkloadDrawing {
  /// One in three is a further try of an earlier one.
  private func order(_ slot: inout Slot, _ past: inout Past) -> OrderWish {
    let isRetry = slot.draw.isOne(in: 3)
    let item = slot.draw.element(of: WorkloadWords.wares)
    guard isRetry, let earlier = past.orders[slot.device] else {
      past.orders[slot.device, default: []].append((slot.id, item))
      return OrderWish(item: item)
    }
    let (intent, same) = slot.draw.element(of: earlier)
    return OrderWish(item: same, intent: intent)
  }

  private func call(_ slot: inout Slot) -> Operation {
    let name = slot.draw.element(of: WorkloadWords.calls)
    let isSlow = slot.draw.isOne(in: 4)
    return .call(
      name, preparing: isSlow ? slot.draw.length(from: 500, doubling: 2) : .zero)
  }

  private func register(_ slot: inout Slot) -> Operation {
    let number = 1 + slot.draw.below(Int64(WorkloadWords.tokens))
    return .register(Text("\(slot.device)-\(number)"))
  }

  /// Half of the time by a tap on a push.
  private func open(_ slot: inout Slot, _ past: Past) -> Operation {
    guard slot.draw.isOne(in: 2), !past.items.isEmpty else { return .open(push: nil) }
    return .open(push: slot.draw.element(of: past.items))
  }

  /// Where there is nothing to read, the app is only opened.
  private func markRead(_ slot: inout Slot, _ past: Past) -> Operation {
    guard !past.items.isEmpty else { return .open(push: nil) }
    let first = slot.draw.element(of: past.items)
    let second = slot.draw.element(of: past.items)
    return .markRead(first == second ? [first] : [first, second])
  }

  private func upload(_ slot: inout Slot) -> Operation {
    let file = slot.draw.element(of: WorkloadSetting.madeFiles)
    let size = slot.draw.element(of: WorkloadWords.sizes)
    return .upload([UploadedFile(file: file, version: FileVersion(of: file, size: size))])
  }

  /// Of the refreshes of a user, or of all requests of a kind.
  private func rateLimit(_ slot: inout Slot) -> CloudOperation {
    let length = min(slot.left, slot.draw.length(from: .seconds(1), doubling: 3))
    guard slot.draw.isOne(in: 2) else {
      return .rateLimit(user: slot.draw.element(of: setting.users), length: length)
    }
    return .throttle(slot.draw.element(of: CloudOperation.throttled), length: length)
  }

  /// There is room again a while later: what never gets in would wait for ever.
  private func lifting(_ quota: Entry, _ slot: inout Slot) -> Entry {
    let end = Instant.start + workload.length
    let at = min(end, quota.at + slot.draw.length(from: .seconds(2), doubling: 3))
    return Entry(id: EntryID("\(quota.id)-over"), at: at, action: .cloud(.quota(records: nil)))
  }

  private func publication(_ slot: inout Slot, _ past: inout Past) -> Publication {
    let item = Text("item-\(slot.number)")
    past.items.append(item)
    let user = slot.draw.element(of: setting.users)
    return Publication(
      notice: Notice(id: item, item: item, badge: nil),
      audience: slot.draw.isOne(in: 3) ? .users([user]) : .all)
  }

  private func notification(_ slot: inout Slot) -> Publication {
    let badge = Int(slot.draw.below(6))
    return Publication(
      notice: Notice(id: Text("push-\(slot.number)"), item: nil, badge: badge),
      audience: slot.draw.isOne(in: 2) ? .devices([slot.device]) : .all)
  }

  /// An error that leaves open whether the request took effect, so that both may be true.
  private func answer(_ slot: inout Slot) -> ScriptedAnswer {
    let kind = slot.draw.element(of: WorkloadWords.repeated)
    let times = 1 + Int(slot.draw.below(3))
    return ScriptedAnswer(
      .next(kind, times: times), error: .serviceUnavailable,
      when: slot.draw.isOne(in: 2) ? .after : .before)
  }
}
