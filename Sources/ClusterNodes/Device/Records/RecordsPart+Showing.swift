import ClusterCore

// What a device shows of its records.
extension RecordsPart {
  /// What a field shows; nil where it shows nothing.
  func value(of path: FieldPath) -> FieldValue? {
    if outbox.items.isEmpty, !replica.hasLives { return replica.fields[path]?.shown }
    if hasLife(path.record) {
      return replica.value(
        of: path, underAll: outbox.shownEdits(of: path.record), madeBy: actors, by: rules.deletes)
    }
    return replica.value(of: path, under: outbox.lazyShownEdits(of: path), madeBy: actors)
  }

  /// What the user is to be told of a conflict about the field.
  private mutating func news(of path: FieldPath) -> Shown? {
    guard questions.hold(path) else { return nil }
    return questions.ask(
      of: path, own: value(of: path), cloud: replica.fields[path]?.shown,
      isOpen: !outbox.edits(of: path).isEmpty)
  }

  /// Takes over what shows in a field; false where it is what shows already.
  private mutating func show(_ value: FieldValue?, at path: FieldPath) -> Bool {
    guard let place = shown.index(forKey: path) else {
      guard let value else { return false }
      shown[path] = value
      return true
    }
    guard let value else {
      shown.remove(at: place)
      return true
    }
    guard value != shown.values[place] else { return false }
    shown.values[place] = value
    return true
  }

  /// One effect for all that changed on the screen, in the order of the paths.
  mutating func showTouched(_ out: inout Outgoing) {
    var changes: [Shown] = []
    touchLives()
    for path in touched.inOrder where !path.isLife {
      let value = value(of: path)
      if show(value, at: path) { changes.append(.field(path, value)) }
      if let news = news(of: path) { changes.append(news) }
    }
    touched.removeAll(keepingCapacity: true)
    if thread != nil { changes += threadNews() }
    if let stamp = clock.takeRefused() { changes.append(.notFollowed(stamp)) }
    changes += refusals.news(isOpen: { outbox.holds($0) })
    if !changes.isEmpty { out.emit(.show(changes)) }
  }
}
