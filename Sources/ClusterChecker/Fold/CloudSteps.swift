import ClusterCore

/// What is delivered to the cloud, through the pure model.
extension RunFold {
  mutating func takeCloud(_ step: Step, _ event: TraceEvent) {
    var message: MessageName?
    if case .request(let request, let sender) = step.event {
      forgetEdits(of: model.prune(at: event.at))
      if case .delivery(let name, let copy) = step.name {
        message = name
        if message?.kind.isTransfer ?? false {
          traffic.noteBytes(copy: copy)
        } else if let device = device(sender) {
          traffic.noteDelivered(
            name, copy: copy, device: device, event: event, isCalms: moment.isCalms)
        }
      }
      moment.scripted = scripted.next(for: request.kind, message)
      if moment.scripted?.when != .before {
        moment.throttled = limits.answer(to: request.kind, at: event.at)
        if moment.throttled == nil { takeIn(request, from: sender, by: message, step, event) }
      }
    }
    if case .cloud(let operation) = step.event {
      limits.take(operation, at: event.at)
      if case .answer(let answer) = operation { scripted.add(answer) }
      unread.take(operation, event)
      actOnRecords(operation)
    }
    for performed in step.effects {
      if case .sent(let message, let dispatch) = performed.outcome {
        noteSent(message, dispatch, cursor: nil, device: nil)
      }
    }
  }

  private mutating func takeIn(
    _ request: Request, from sender: NodeID, by message: MessageName?, _ step: Step,
    _ event: TraceEvent
  ) {
    receive(request, from: sender, step, event)
    guard case .save(let edits) = request else { return }
    let refusals = refusals(of: edits)
    for edit in edits {
      if let error = refusals[edit.path.record] {
        refuse(edit, for: error)
      } else {
        receive(edit, from: sender, by: message, event)
      }
    }
    noteArrivals(by: message, step, event)
  }

  private mutating func receive(
    _ request: Request, from sender: NodeID, _ step: Step, _ event: TraceEvent
  ) {
    unread.take(request, from: sender, step.answer, event)
    switch request {
    case .order(let order):
      let (answer, isNew) = orders.receive(order, at: event.at)
      moment.orderAnswer = answer
      moment.isPlaced = isNew
    case .readOrder(let intent): moment.orderAnswer = orders.read(intent)
    case .put(let part):
      if case .received(let receipt)? = step.answer, receipt.isComplete {
        files[part.range.file] = part.version
      }
    case .save, .pull, .fetch, .search, .register, .markRead, .unread, .call, .refresh, .signIn,
      .signOut:
      break
    }
  }

  private mutating func receive(
    _ edit: Edit, from sender: NodeID, by message: MessageName?, _ event: TraceEvent
  ) {
    let (user, field) = known(edit)
    let before = model.fields[field].standing
    let isLostToCarried = user.map { losesToCarried($0, in: field) } ?? false
    let (isAccepted, isChange) = model.apply(
      edit, field: field, user: user, maker: sender, at: event.at, step: event.number,
      message: message)
    var isFirst = false
    if let user, ledger[user].arrival == nil {
      isFirst = true
      if !ledger[user].wasStale { countConflict(of: user, in: field, with: before) }
    }
    moment.arrived.append(
      Moment.Arrived(
        edit: edit, field: field, user: user, isFirst: isFirst, isAccepted: isAccepted,
        before: before, isLostToCarried: isLostToCarried && !isAccepted, isChange: isChange))
  }

  /// The user's edit, if it is one, and its field.
  private mutating func known(_ edit: Edit) -> (user: EditIndex?, field: FieldIndex) {
    let user =
      edit.isCarried ? nil : ledger.find(EditKey(intent: edit.intent, path: edit.path))
    return (user, user.map { ledger[$0].field } ?? number(of: edit.path))
  }

  /// Nothing of the record happens.
  private mutating func refuse(_ edit: Edit, for error: CloudError) {
    let (user, field) = known(edit)
    if let user, error == .unknownItem { ledger[user].wasForgotten = true }
    let before = model.fields[field].standing
    if let user {
      ledger[user].refusal = error
      if error == .serverRecordChanged, !ledger[user].wasStale {
        ledger[user].wasStale = true
        if ledger[user].arrival == nil { countConflict(of: user, in: field, with: before) }
      }
    }
    moment.arrived.append(
      Moment.Arrived(
        edit: edit, field: field, user: user, isFirst: false, isAccepted: false, before: before,
        isLostToCarried: false, refusal: error))
  }

  /// What had come of records that are forgotten now went with their deletion.
  private mutating func forgetEdits(of records: [RecordID]) {
    guard !records.isEmpty else { return }
    for edit in ledger.edits.indices
    where ledger[edit].arrival != nil && !ledger[edit].key.path.isLife
      && records.contains(ledger[edit].key.path.record)
    {
      ledger[edit].wasForgotten = true
    }
  }

  private mutating func countConflict(
    of user: EditIndex, in field: FieldIndex, with before: ModelField.Standing
  ) {
    if model.fields[field].hasWinner, isConflict(user, before) { traffic.count(.conflict) }
  }

  /// A carried value has a stamp of its own, so an edit can lose to it that would have won over
  /// the edit it is a copy of.
  private func losesToCarried(_ user: EditIndex, in field: FieldIndex) -> Bool {
    guard model.fields[field].isHeldByCarried else { return false }
    guard case .user(let held) = model.fields[field].standing, let value = ledger[held].written,
      let stamp = ledger[held].stamp, let other = ledger[user].written,
      let otherStamp = ledger[user].stamp
    else { return true }
    let state = FieldState(
      content: .scalar(value, stamp: stamp, maker: replicas[ledger[held].maker].id),
      intent: ledger[held].key.intent, number: 1)
    let maker = replicas[ledger[user].maker].id
    return !model.beats(state, edit: other, stamp: otherStamp, by: maker)
  }

  private mutating func noteArrivals(
    by message: MessageName?, _ step: Step, _ event: TraceEvent
  ) {
    var results: [EditResult] = []
    if case .saved(let given)? = step.answer { results = given }
    for (place, arrived) in moment.arrived.enumerated() {
      guard !arrived.isRefused, let user = arrived.user, ledger[user].arrival == nil else {
        continue
      }
      let result = results.count == moment.arrived.count ? results[place] : nil
      ledger[user].arrival = UserEdit.Arrival(
        step: event.number, message: message, isKept: result?.isKept ?? arrived.isAccepted,
        number: result?.state?.number ?? model.fields[arrived.field].number)
    }
  }

  /// Two edits of which neither maker had seen the other: whichever wins, one is lost that
  /// nobody meant to replace. To write over what one has seen is no conflict.
  private func isConflict(_ user: EditIndex, _ before: ModelField.Standing) -> Bool {
    guard case .user(let held) = before, held != user else { return false }
    return ledger[user].maker != ledger[held].maker
      && !ledger[user].sight.contains(ledger[held].mark)
      && !ledger[held].sight.contains(ledger[user].mark)
  }
}

extension Step {
  /// What the cloud answers in this step.
  var answer: Answer? {
    for performed in effects {
      if case .answer(let answer) = performed.effect { return answer }
    }
    return nil
  }
}
