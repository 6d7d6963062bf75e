/// What settles a deletion against the updates it meets.
///
/// Under each of them a create with a higher stamp than the deletion revives the record.
package enum DeletePolicy: Hashable, CaseIterable, Sendable {
  /// The higher stamp wins.
  case highest
  /// The deletion wins, whatever the stamps.
  case deleteWins
  /// An update that the deletion's maker had not seen wins, whatever the stamps.
  case updateWins
}

/// Whether a record is there: creates, updates and deletions, each a write with a stamp.
///
/// A deletion wins ties. Any order and any copies of the same writes lead to the same answer,
/// under every policy. Ids that are text are `Text`, so that bytes decide what is the same.
package struct RecordLife<UpdateID: Hashable>: Equatable {
  package enum Write {
    /// A create made after seeing a deletion has a higher stamp than it.
    case create(at: ModelStamp)
    case update(at: ModelStamp, id: UpdateID)
    /// `seen` names the updates that the deletion's maker had seen; only `updateWins` asks.
    case delete(at: ModelStamp, seen: Set<UpdateID>)
  }

  private var highestCreate: ModelStamp?
  private var highestUpdate: ModelStamp?
  private var highestDeletion: ModelStamp?
  private var updates: Set<UpdateID> = []
  private var seenByDeletions: Set<UpdateID> = []

  package init() {}

  /// Takes a write in, and says whether what it wants is so afterwards: that the record is there
  /// or, for a deletion, that it is gone.
  @discardableResult
  package mutating func receive(_ write: Write, policy: DeletePolicy) -> Bool {
    switch write {
    case .create(let stamp):
      highestCreate = Self.higher(highestCreate, stamp)
      return !isGone(under: policy)
    case .update(let stamp, let id):
      highestUpdate = Self.higher(highestUpdate, stamp)
      updates.insert(id)
      return !isGone(under: policy)
    case .delete(let stamp, let seen):
      highestDeletion = Self.higher(highestDeletion, stamp)
      seenByDeletions.formUnion(seen)
      return isGone(under: policy)
    }
  }

  /// Whether the record is gone; one that was never written to is.
  package func isGone(under policy: DeletePolicy) -> Bool {
    guard let deletion = highestDeletion else {
      return highestCreate == nil && highestUpdate == nil
    }
    if let highestCreate, highestCreate > deletion { return false }
    guard let highestUpdate else { return true }
    switch policy {
    case .highest: return highestUpdate <= deletion
    case .deleteWins: return true
    case .updateWins: return updates.isSubset(of: seenByDeletions)
    }
  }

  private static func higher(_ held: ModelStamp?, _ arriving: ModelStamp) -> ModelStamp {
    held.map { max($0, arriving) } ?? arriving
  }
}

extension RecordLife: Sendable where UpdateID: Sendable {}
extension RecordLife.Write: Sendable where UpdateID: Sendable {}
