import ClusterCore

/// What is delivered to the cloud, through the pure model.
extension RunFold {
  mutating func takeCloud(_ step: Step, _ event: TraceEvent) {
    var message: MessageName?
    if case .request(let request, let sender) = step.event {
      if case .delivery(let name, let copy) = step.name {
        message = name
        if let device = device(sender) {
          traffic.noteDelivered(
            name, copy: copy, device: device, event: event, isCalms: moment.isCalms)
        }
      }
      if case .save(let edits) = request {
        for edit in edits { receive(edit, from: sender, by: message, event) }
      }
    }
    for performed in step.effects {
      if case .sent(let message, let dispatch) = performed.outcome {
        noteSent(message, dispatch, cursor: nil, device: nil)
      }
    }
  }

  private mutating func receive(
    _ edit: Edit, from sender: NodeID, by message: MessageName?, _ event: TraceEvent
  ) {
    let user =
      edit.isCarried ? nil : ledger.find(EditKey(intent: edit.intent, path: edit.path))
    let field = user.map { ledger[$0].field } ?? number(of: edit.path)
    let before = model.fields[field].standing
    let isAccepted = model.apply(
      edit, field: field, user: user, maker: sender, at: event.at, step: event.number,
      message: message)
    var isFirst = false
    if let user, ledger[user].arrival == nil {
      isFirst = true
      ledger[user].arrival = UserEdit.Arrival(
        step: event.number, message: message, isAccepted: isAccepted,
        number: model.fields[field].number)
      if model.fields[field].hasWinner, isConflict(user, before) { traffic.count(.conflict) }
    }
    moment.arrived.append(
      Moment.Arrived(
        edit: edit, field: field, user: user, isFirst: isFirst, isAccepted: isAccepted,
        before: before))
  }

  /// Two edits of which neither maker had seen the other: whichever wins, one is lost that
  /// nobody meant to replace. To write over what one has seen is no conflict.
  private func isConflict(_ user: EditIndex, _ before: ModelField.Standing) -> Bool {
    guard case .user(let held) = before, held != user else { return false }
    let (one, other) = (ledger[user], ledger[held])
    return !one.sight.contains(other.mark) && !other.sight.contains(one.mark)
      && one.maker != other.maker
  }
}
