/// The most that is taken of whatever comes from outside. Past each there is an error that names
/// it; `docs/guarantees.md` has them in one table, which a test compares with these.
///
/// Limits on time are those of `HostLimits`; limits on searches stand with the searches.
package enum Limit {
  // In bytes.
  package static let scenarioFile = 4 << 20
  /// One frame between a coordinator and a device, its newline included.
  package static let frame = 1 << 20
  /// A stored run's events; a run that would write more is not stored.
  package static let traceFile = 512 << 20
  package static let scheduleFile = 64 << 20
  /// What a run, a soak or an exploration came to.
  package static let resultFile = 64 << 20
  /// A device's durable store.
  package static let journal = 64 << 20
  /// Each file that someone else's device writes, its log among them.
  package static let deviceFile = 64 << 20
  /// The names of scenarios and variants.
  package static let name = 64
  /// What a scenario calls a record, a field, a file or a query.
  package static let key = 128
  /// A name in a frame or a store: a file's, and what a device puts behind that for a record that
  /// it makes by itself (`welcome@phone.app.start#1`).
  package static let identifier = 256
  /// One entry of a timeline, and the seeds of one device, as JSON without spaces. What a device says
  /// of it, with each value in it some times, is less than a ``frame``.
  package static let entry = 64 << 10
  /// One part of a device's command.
  package static let commandPart = 4096

  /// The records of `start`, as each device is told of them in its first ``frame``.
  package static let start = 768 << 10

  // In number.
  /// Brackets of one JSON text that are open at once.
  package static let openBrackets = 64
  package static let devices = 64
  package static let variants = 256
  /// Entries of a timeline, fates and other lines of a schedule among them.
  package static let entries = 100_000
  /// Values that one entry of a timeline, or the seeds of one device, name.
  package static let entryValues = 256
  /// Deliveries of one message that its fate names.
  package static let copies = 1000
  /// Operations of a random workload, and as many faults.
  package static let drawnOperations = 10_000
  /// Records that a random workload edits.
  package static let drawnRecords = 100
  /// Events that nodes have handled, in one run.
  package static let steps = 100_000
  package static let commandParts = 64
  /// Scenario files of one command.
  package static let scenarios = 10_000
  /// Folders in folders that are looked through for scenarios.
  package static let folders = 8
  /// Names that are looked at in one folder, and those below it, while scenarios are looked for.
  package static let namesLookedAt = 20_000
  /// The highest seed of a soak.
  package static let soakSeed = 1_000_000_000_000
  /// Shards of one soak.
  package static let shards = 1_000_000
  /// A badge, a position in a file and whatever else is counted: what one run adds to it is less
  /// than what overflows.
  package static let count = 1_000_000_000_000
  /// Allowed words that are listed to somebody who wrote another.
  package static let listedWords = 40

  // In milliseconds.
  /// A moment on any clock: later by a run's whole length, it is still a number.
  package static let moments: ClosedRange<Int64> = -10_000_000_000_000_000...10_000_000_000_000_000
}
