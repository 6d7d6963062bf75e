import ClusterCore
import SyncModels

/// What became of a record by the pure model, once it was deleted.
struct ModelLife: Sendable {
  /// A deletion that arrived.
  struct Deletion: Sendable {
    let intent: IntentID
    let stamp: ModelStamp
    let maker: NodeID
    /// The user's edit; nil where no operation asked for it.
    let user: EditIndex?
  }

  /// The one with the highest stamp.
  private(set) var deletion: Deletion?
  /// What the makers of all deletions had seen in the record's fields.
  private(set) var observed: Set<IntentID> = []
  private var created: ModelStamp?
  private(set) var standing = Tombstone.Standing.updated
  private var goneSince: Instant?

  func weigh(into state: inout StateDigest) {
    state.combine(deletion?.intent)
    state.combine(deletion?.stamp)
    state.combine(observed)
    state.combine(created)
    state.combine(standing)
    state.combine(goneSince)
  }

  var tombstone: Tombstone? {
    deletion.map {
      Tombstone(
        deletion: $0.intent, stamp: Stamp($0.stamp), maker: $0.maker, observed: observed.sorted(),
        standing: standing)
    }
  }

  /// Takes in a deletion; says whether that changed anything.
  mutating func delete(_ deletion: Deletion, seen: [IntentID]) -> Bool {
    let count = observed.count
    observed.formUnion(seen)
    let isHighest = self.deletion.map { deletion.stamp > $0.stamp } ?? true
    if isHighest { self.deletion = deletion }
    return isHighest || observed.count > count
  }

  /// Takes in a create by someone who had seen a deletion.
  mutating func create(at stamp: ModelStamp) -> Bool {
    if let created, created >= stamp { return false }
    created = stamp
    return deletion != nil
  }

  /// Decides anew, and says whether the record's standing has changed.
  ///
  /// - Parameters:
  ///   - newest: the highest stamp of an edit of the record's fields.
  ///   - holders: what stands in its fields.
  mutating func decide(
    _ policy: DeletePolicy, newest: ModelStamp?, holders: [IntentID]
  ) -> Bool {
    guard let deletion else { return false }
    let before = standing
    standing = standing(after: deletion, policy, newest: newest, holders: holders)
    return standing != before
  }

  /// From its newest change on it counts how long a record has been gone.
  mutating func noteChange(at instant: Instant) { goneSince = standing == .gone ? instant : nil }

  private func standing(
    after deletion: Deletion, _ policy: DeletePolicy, newest: ModelStamp?, holders: [IntentID]
  ) -> Tombstone.Standing {
    // An edit that holds nothing any more, so that nobody can have overlooked it.
    let past: IntentID = ""
    var life = RecordLife<IntentID>()
    life.receive(.delete(at: deletion.stamp, seen: observed.union([past])), policy: policy)
    if let created {
      var remade = life
      remade.receive(.create(at: created), policy: policy)
      if !remade.isGone(under: policy) { return .anew }
    }
    if let newest {
      for holder in holders + [past] {
        life.receive(.update(at: newest, id: holder), policy: policy)
      }
    }
    return life.isGone(under: policy) ? .gone : .updated
  }

  /// Whether it has been gone for as long as a deletion is remembered.
  func isOver(after retention: Milliseconds, at instant: Instant) -> Bool {
    goneSince.map { $0 + retention <= instant } ?? false
  }
}

extension DeletePolicy {
  init(_ rule: CloudRules.Deletes) {
    switch rule {
    case .highest: self = .highest
    case .deleteWins: self = .deleteWins
    case .updateWins: self = .updateWins
    }
  }
}
