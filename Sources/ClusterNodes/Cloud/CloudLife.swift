import ClusterCore

/// What the cloud knows of a record's deletions, and of its being made anew.
///
/// Any order and any copies of the same edits lead to the same answer.
struct CloudLife: Hashable, Sendable {
  private struct Deletion: Hashable, Sendable {
    let intent: IntentID
    let stamp: Stamp
    let maker: NodeID
  }

  /// The one with the highest stamp.
  private var deletion: Deletion?
  /// What the makers of all deletions had seen.
  private(set) var observed: Set<IntentID> = []
  /// The highest stamp of a create that had seen a deletion.
  private var created: Stamp?
  private(set) var standing = Tombstone.Standing.updated
  /// The intent that last changed it, and the feed number of that change.
  private(set) var intent = StartState.intent
  private(set) var number = 0
  /// Since when the record has been gone; nil while it is there, and where nobody asks.
  private(set) var goneSince: Instant?
  /// Intents that the cloud has stamped here: a copy of one is not applied again.
  private var applied: Set<IntentID> = []

  /// Nil where the record was never deleted.
  var state: FieldState? {
    tombstone.map { FieldState(content: .tombstone($0), intent: intent, number: number) }
  }

  var tombstone: Tombstone? {
    deletion.map {
      Tombstone(
        deletion: $0.intent, stamp: $0.stamp, maker: $0.maker, observed: observed.sorted(),
        standing: standing)
    }
  }

  /// Applies a deletion or a create that arrived; returns whether what is known has changed.
  mutating func apply(_ edit: Edit, from maker: NodeID, stampedBy stamp: Stamp) -> Bool {
    if edit.stamp == nil, !applied.insert(edit.intent).inserted { return false }
    switch edit.operation {
    case .delete(let seen):
      let before = (deletion, observed)
      observed.formUnion(seen)
      if deletion.map({ stamp > $0.stamp }) ?? true {
        deletion = Deletion(intent: edit.intent, stamp: stamp, maker: maker)
      }
      return before.0 != deletion || before.1 != observed
    case .create:
      guard created.map({ stamp > $0 }) ?? true else { return false }
      created = stamp
      return deletion != nil
    case .write, .add, .remove, .replace, .increment:
      preconditionFailure("\(edit.path) was handed to the life of its record: \(edit.operation)")
    }
  }

  /// Decides anew what became of the record; returns whether that has changed.
  ///
  /// - Parameters:
  ///   - newest: the highest stamp of an edit of its fields that counts against a deletion.
  ///   - holders: whatever stands in its fields.
  mutating func settle(
    by rule: CloudRules.Deletes, newest: Stamp?, holders: Set<IntentID>
  ) -> Bool {
    guard let deletion else { return false }
    let before = standing
    standing = standing(after: deletion, by: rule, newest: newest, holders: holders)
    return standing != before
  }

  private func standing(
    after deletion: Deletion, by rule: CloudRules.Deletes, newest: Stamp?, holders: Set<IntentID>
  ) -> Tombstone.Standing {
    if let created, created > deletion.stamp { return .anew }
    let isUpdated =
      switch rule {
      case .highest: newest.map { $0 > deletion.stamp } ?? false
      case .deleteWins: false
      case .updateWins: !holders.isSubset(of: observed)
      }
    return isUpdated ? .updated : .gone
  }

  /// Notes the change that was made last. From then on it counts how long a record has been gone,
  /// so that records are forgotten in the order of the numbers of their deletions.
  mutating func note(_ intent: IntentID, number: Int, at instant: Instant?) {
    self.intent = intent
    self.number = number
    goneSince = standing == .gone ? instant : nil
  }
}
