import ClusterCore

/// One device as the trace shows it: what its user sees, what it was told, what it has seen.
struct Replica: Sendable {
  struct Field: Sendable {
    var shown: FieldValue?
    /// The step in which it came to be shown; 0 from the start.
    var shownStep = 0
    var shownBy: EventName?
    /// The feed number of the newest state it was told; 0 for none.
    var told = 0
    /// Its own edits that no answer has named, oldest first.
    var unanswered: [EditIndex] = []
  }

  let id: NodeID
  var sight: Sight
  /// Operations that edited something.
  var turns = 0
  /// By ``FieldIndex``.
  var fields: [Field] = []

  init(_ id: NodeID, devices: Int) {
    self.id = id
    sight = Sight(devices: devices)
  }
}

extension FieldValue {
  /// With the members of a set in the order of their bytes, whoever wrote it.
  var inOrder: FieldValue {
    guard case .set(let members) = self, members.count > 1 else { return self }
    return .set(members.sorted())
  }
}
