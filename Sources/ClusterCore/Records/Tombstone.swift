/// What stays of a record that was deleted, also where it has come back since.
package struct Tombstone: Hashable, Sendable {
  /// What became of the record.
  package enum Standing: String, CaseIterable, Sendable {
    /// It is deleted.
    case gone
    /// An update has won over the deletion: the record is there with all that it had.
    case updated
    /// It was made anew: what the deletion had won over stays gone.
    case anew
  }

  /// The deletion with the highest stamp.
  package let deletion: IntentID
  package let stamp: Stamp
  package let maker: NodeID
  /// What the makers of all deletions of the record had seen in its fields, in the order of the
  /// ids' bytes.
  package let observed: [IntentID]
  package let standing: Standing

  package init(
    deletion: IntentID, stamp: Stamp, maker: NodeID, observed: [IntentID], standing: Standing
  ) {
    self.deletion = deletion
    self.stamp = stamp
    self.maker = maker
    self.observed = observed
    self.standing = standing
  }
}

extension Tombstone: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("deletion", deletion)
      json.member("stamp", stamp)
      json.member("maker", maker)
      json.key("observed")
      json.array(observed) { $0.string($1.string) }
      json.member("standing", standing.rawValue)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: ["deletion", "stamp", "maker", "observed", "standing"])
    deletion = try object.required("deletion").identifier()
    stamp = try Stamp(try object.required("stamp"))
    maker = try object.required("maker").identifier()
    let observed = try object.required("observed").list(IntentID.init)
    self.observed = observed
    standing = try object.required("standing").choice()
  }
}
