// What a device does about conflicts and refusals, deletions, and the change feed.
extension Policy {
  /// What a device does with its edits of a record whose change tag has moved on.
  package enum ConflictRule: String, CaseIterable, Sendable {
    /// Takes the error for the end of the matter: the edits are gone.
    case ignore
    /// Sends its edits again with the cloud's tag, whatever the cloud's record says.
    case clientWins
    /// Makes its edits once more upon the cloud's record, but for those that an edit with a
    /// larger stamp has overtaken.
    case rebase
    /// Keeps both values of a field until the user has settled it.
    case askUser
  }

  /// What a device makes of a change in the cloud's record that it made itself.
  package enum EchoRule: String, CaseIterable, Sendable {
    /// It is another's like any.
    case foreign
    /// It is its own edit, which has arrived.
    case recognised
  }

  /// How a device knows, once its save was refused, that another has changed a field.
  package enum ConflictTest: String, CaseIterable, Sendable {
    /// The cloud's value was made after the device's last complete fetch, by its wall clock.
    case localSyncTime
    /// Its change is newer than the tag that the edit is based on.
    case tag
  }

  /// Which change tag a save names for an edit that had to wait.
  package enum QueuedBase: String, CaseIterable, Sendable {
    /// The one that was known when the edit was made.
    case atQueue
    /// The one that is known when it is sent, so far as its own edits and refusals moved it.
    case atSend
  }

  /// What becomes of records that the cloud refuses for no fault of theirs.
  package enum BatchRule: String, CaseIterable, Sendable {
    /// They show, and are not sent again before the app starts anew.
    case drop
    /// They go out with the next save that may take them.
    case requeue
  }

  /// What it means that the cloud does not hold a record's parent.
  package enum ReferenceRule: String, CaseIterable, Sendable {
    /// The parent was deleted, and the record goes with it.
    case cascade
    /// The record waits until the parent is there.
    case wait
  }

  /// How a user's deletion of a record is told to the cloud.
  package enum DeleteRule: String, CaseIterable, Sendable {
    /// As writes of nothing to each field that shows, which win and lose field by field.
    case asWrite
    /// As one thing about the record, which stays known when the record is gone.
    case tombstone
  }

  /// What becomes of a record that is made again while its deletion is still pending.
  package enum DeleteThenCreate: String, CaseIterable, Sendable {
    /// What is pending of the record is its deletion: that alone is sent.
    case keepDelete
    /// Both go in one save, so that nobody sees the record gone.
    case collapse
  }

  /// What a device does with a record that it has and the cloud, which has pruned, has not.
  package enum PrunedRule: String, CaseIterable, Sendable {
    /// It takes the record for one that the cloud has never seen, and uploads it.
    case upload
    /// It takes the record for one that was deleted, and drops it.
    case drop
  }

  /// Whether the place reached in the change feed is stored before the data it stands for.
  package enum CursorOrder: String, CaseIterable, Sendable {
    case beforeData, afterData
  }

  /// By what a device tells the cloud how far it has read the change feed.
  package enum CursorSource: String, CaseIterable, Sendable {
    /// By its own clock: all that is older than the last look.
    case deviceClock
    /// By the largest instant among the changes that it was given.
    case serverStamp
    /// By the place in the feed that the cloud names.
    case server
  }

  /// What a device makes of a cloud whose records were restored from a backup.
  package enum FingerprintRule: String, CaseIterable, Sendable {
    /// It does not notice: what is missing there has been deleted.
    case ignore
    /// It sends what it has and the cloud has lost.
    case check
  }
}
