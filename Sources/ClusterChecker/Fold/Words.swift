import ClusterCore

/// How explanations name things; nothing here is called before a check has failed.
extension RunFold {
  /// `w1 of phone`; `the start` for what was there from the beginning.
  func name(of intent: IntentID, _ field: FieldIndex) -> String {
    if intent == StartState.intent { return "the start" }
    guard let user = ledger.find(EditKey(intent: intent, path: paths[field])) else {
      return "\(intent), which only carries it along"
    }
    return name(of: user)
  }

  func name(of edit: EditIndex) -> String {
    "\(ledger[edit].key.intent) of \(replicas[ledger[edit].maker].id)"
  }

  func words(_ value: FieldValue?) -> String {
    switch value {
    case nil: "nothing"
    case .scalar(.text(let text)): "\"\(text)\""
    case let value?: value.description
    }
  }

  func words(_ value: Value) -> String { words(.scalar(value)) }

  /// Two values that print alike need a word on how they differ.
  func contrast(_ one: FieldValue?, _ other: FieldValue?) -> String {
    guard one != other, words(one) == words(other) else { return "" }
    if Text(words(one)) == Text(words(other)) {
      return " (which only look alike: they are values of different kinds)"
    }
    return " (which only look alike: the same letters are made of other code points)"
  }

  /// Where a message did something: `phone>cloud/save/w1/1, step 12`.
  func place(_ message: MessageName?, _ step: Int) -> String {
    message.map { "\($0), step \(step)" } ?? "step \(step)"
  }

  /// The edit that holds the field by the model, and the message that brought it there.
  func winner(_ field: FieldIndex) -> String {
    guard let last = model.fields[field].history.last else { return "no edit" }
    let name = name(of: last.intent, field)
    return last.step == 0 ? name : "\(name), by \(place(last.message, last.step))"
  }

  /// What a device shows, and since when: `"Milk" (since step 9, cloud>phone/push/w1/1)`.
  func showing(_ field: FieldIndex, on device: DeviceIndex) -> String {
    let replica = replicas[device].fields[field]
    let value = paths[field].isLife ? "the record" : words(replica.shown)
    guard replica.shownStep > 0 else { return "\(value) (from the start)" }
    if replica.shown == nil, isStart(replica.shownBy, of: device) {
      return "\(value) (it has shown none since it started at step \(replica.shownStep))"
    }
    let by = replica.shownBy.map { ", \($0)" } ?? ""
    return "\(value) (\(origin(of: replica.shown, field, on: device))since step "
      + "\(replica.shownStep)\(by))"
  }

  /// Whether it is the beginning of a device's process: `phone.start#2`.
  private func isStart(_ name: EventName?, of device: DeviceIndex) -> Bool {
    guard case .entry(let id) = name else { return false }
    return Text(String(id.string.prefix { $0 != "#" })) == Text("\(replicas[device].id).start")
  }

  /// The edit a shown value most likely came from: the newest that put it there.
  private func origin(
    of value: FieldValue?, _ field: FieldIndex, on device: DeviceIndex
  ) -> String {
    guard let value else { return "" }
    if let accepted = model.fields[field].history.last(where: { $0.value == value }) {
      return "\(name(of: accepted.intent, field)), "
    }
    let own = ledger.edits.indices.last { index in
      ledger[index].field == field && ledger[index].maker == device
        && ledger[index].parts.contains { $0.isShown(in: value) }
    }
    return own.map { "\(name(of: $0)), " } ?? ""
  }

  /// Where an edit first came to the cloud.
  func arrival(of edit: EditIndex) -> String {
    guard let arrival = ledger[edit].arrival else { return "which never reached the cloud" }
    return place(arrival.message, arrival.step)
  }
}
