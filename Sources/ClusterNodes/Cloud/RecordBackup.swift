import ClusterCore

/// The records of the cloud as they were once; sessions, orders, files and notices are kept
/// elsewhere, and no backup is made of them.
struct RecordBackup: Hashable, Sendable {
  let fields: [FieldPath: CloudField]
  let lives: [RecordID: CloudLife]
  let pruned: Int
  let tags: [RecordID: Int]
  let feed: ChangeFeed
}
