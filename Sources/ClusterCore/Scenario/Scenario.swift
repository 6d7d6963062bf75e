/// A run before anything is drawn: who takes part, what happens, what should come of it.
package struct Scenario: Sendable {
  package var name: String
  /// What goes wrong and why, in two sentences.
  package var about: String
  /// What the file says of all its variants, where this one says something of its own; else
  /// empty. It is no part of what is written or compared.
  package var fileAbout = ""
  /// Rows of the pure models that measure the hazard: `anahtarsiz-siparis`.
  package var models: [String]
  package var variant: VariantName
  package var seed: Seed
  /// Whether weather may be added in a soak.
  package var isHostileAllowed: Bool
  package var devices: [DeviceSetup]
  package var rules: CloudRules
  package var links: LinkPlan
  package var start: StartState
  /// In time order; entries of one instant in the order of the file.
  package var timeline: [Entry]
  /// What is drawn from the seed beside the timeline, when a run is set up; nil for nothing.
  package var random: RandomWorkload?
  /// What the timeline settles about named messages, timers and events.
  package var aimed: Schedule
  package var limits: Limits
  package var calm: Calm
  package var expect: Expectation
  /// The file with the variant laid over it and every entry's id written out.
  package var source: JSONNode
  /// The folder the file stands in, where the commands of devices begin. It is no part of what
  /// is written or compared.
  package var folder = "."

  /// Whether a device is a program of the user's own, which runs in no memory of ours.
  package var hasForeignDevice: Bool { devices.contains { $0.command != nil } }

  package func device(_ id: NodeID) -> DeviceSetup? { devices.first { $0.id == id } }

  /// The processes of a device: itself, or its actors in the order of the file.
  package func processes(of home: NodeID) -> [NodeID] {
    devices.filter { $0.home == home }.map(\.id)
  }
}

/// One device of a scenario.
package struct DeviceSetup: Hashable, Sendable {
  package var id: NodeID
  package var clock: ClockSetup
  package var policy: Policy
  /// How long it waits for an answer.
  package var timeout: Milliseconds
  /// How long after a transfer has ended the system starts an app that is dead.
  package var wakeDelay = DeviceSetup.standardWakeDelay
  /// The records it makes at its first launch.
  package var seeds: [FieldPath: Value] = [:]
  /// The field whose records it lists, sorted, on its screen; nil for no list.
  package var thread: FieldName?
  /// What its store has to survive.
  package var durability = Durability.process
  /// The user's own program and its arguments, as the file has them; nil for our device.
  package var command: [String]?
  /// The device whose vault and store it uses: itself, or the one that holds this actor.
  package var home: NodeID

  package static let standardTimeout = Milliseconds.seconds(60)
  package static let standardWakeDelay = Milliseconds.seconds(2)

  package init(
    id: NodeID, clock: ClockSetup = ClockSetup(), policy: Policy = .sound,
    timeout: Milliseconds = DeviceSetup.standardTimeout, home: NodeID? = nil
  ) {
    self.id = id
    self.clock = clock
    self.policy = policy
    self.timeout = timeout
    self.home = home ?? id
  }
}

/// How a device's wall clock differs from virtual time.
package struct ClockSetup: Hashable, Sendable {
  package var offset: Milliseconds = 0
  /// Gained in each million milliseconds; the continuous clock drifts too.
  package var drift: Int64 = 0
  /// The wall clock shows whole multiples of this.
  package var tick: Milliseconds = 1
  /// How far ahead of the wall clock a stamp may be for the hybrid clock to follow it; nil for any.
  package var maxOffset: Milliseconds?

  package init() {}
}

/// What the cloud and every device hold at time 0.
package struct StartState: Hashable, Sendable {
  package var records: [FieldPath: FieldValue] = [:]
  /// Which of their fields are counters, to be added to and never written.
  package var counters: Set<FieldPath> = []
  /// Files that only the cloud has.
  package var files: [FileName: FileVersion] = [:]
  package var ledger: [LedgerEntry] = []
  /// What the cloud finds for a query; for one that is not named, two results made of it.
  package var lists: [Text: [Text]] = [:]
  /// The numbers on the icons.
  package var badges: [NodeID: Int] = [:]
  /// The items that are unread for a device.
  package var unread: [NodeID: [Text]] = [:]
  /// Sessions in the devices' vaults, in the order in which the issuer counts them.
  package var tokens: [StartToken] = []

  package init() {}

  /// Drops what devices hold that are not among these.
  package mutating func keepOnly(devices: [DeviceSetup]) {
    badges = badges.filter { badge in devices.contains { $0.id == badge.key } }
    unread = unread.filter { items in devices.contains { $0.id == items.key } }
    tokens.removeAll { token in !devices.contains { $0.home == token.device } }
  }

  /// The intent that stands for a value that was there from the start.
  package static let intent: IntentID = "start"

  /// Older than any edit, however far behind a clock is.
  package static let stamp = Stamp(milliseconds: -Milliseconds.longest.count)

  /// The records as the change feed's first entries, in the order of their paths.
  package var changes: [Change] {
    records.sorted { $0.key < $1.key }.enumerated().map { index, record in
      let content: FieldState.Content =
        switch record.value {
        case .scalar(.integer(let count)) where counters.contains(record.key):
          .counter([Counter.Increment(id: StartState.intent, amount: count)])
        case .scalar(let value): .scalar(value, stamp: StartState.stamp, maker: .cloud)
        case .set(let values):
          .set(values.map { FieldState.Member(value: $0, adds: [StartState.intent]) })
        }
      let state = FieldState(content: content, intent: StartState.intent, number: index + 1)
      return Change(path: record.key, state: state)
    }
  }
}

/// How much may be needed before `bounded` fails; nil for no limit.
package struct Limits: Hashable, Sendable {
  /// Attempts to send one operation.
  package var attempts: Int?
  /// Messages sent in the whole run.
  package var messages: Int?
  /// Refreshes of one session within one lifetime of its access tokens.
  package var refreshes: Int?
  /// Answers that say `unauthorized`.
  package var unauthorized: Int?

  package init() {}
}

/// When the weather ends, and how.
package struct Calm: Hashable, Sendable {
  /// Nil for after the last entry or interval.
  package var at: Instant?
  /// Whether loss and doubling go on.
  package var keepsLinks = false
  /// How long the calm may take before `settled` fails.
  package var limit: Milliseconds = .seconds(120)

  /// How far apart the calm's rounds are.
  package static let round = Milliseconds.seconds(5)

  package init() {}
}

/// What should come of a run.
package struct Expectation: Hashable, Sendable {
  /// Checks that must be judged and pass.
  package var pass: [String] = []
  /// Checks that must fail.
  package var fail: [String] = []
  /// Checks that fail with some seed, so that no run's failing or passing of them is a surprise.
  package var sometimes: [String] = []
  /// Exact values at the end, per node; nil for a field that must be absent.
  package var final: [NodeID: [FieldPath: FieldValue?]] = [:]
  /// How many records a node must show at the end.
  package var recordCounts: [NodeID: Int] = [:]
  /// Events that must occur at least so often.
  package var happened: [String: Int] = [:]
  /// What must stand at the end beside records; nil for what must be absent.
  package var app: [AppPath: AppValue?] = [:]

  package init() {}
}
