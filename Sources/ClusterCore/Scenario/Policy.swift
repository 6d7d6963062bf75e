/// How a device behaves where apps differ: each behaviour has a naive and a sound way.
package struct Policy: Hashable, Sendable {
  /// Takes in nothing: a machine keeps its policy for life, and a search hashes machines at
  /// every state.
  package func hash(into hasher: inout Hasher) {}

  /// Where an edit's stamp comes from.
  package enum StampSource: String, CaseIterable, Sendable {
    case deviceClock, server, hybrid
  }

  /// What a save carries of a record.
  package enum WriteScope: String, CaseIterable, Sendable {
    case wholeRecord, perField
  }

  /// How pending edits are sent.
  package enum SendOrder: String, CaseIterable, Sendable {
    /// Each operation its own save, all in flight together.
    case allAtOnce
    /// One save in flight, which carries all that was pending.
    case batched
    /// One save in flight, one operation's edits each.
    case queued
  }

  /// What fetched data does to an edit of the same field that is still pending.
  package enum FetchRule: String, CaseIterable, Sendable {
    case overPending, pendingWins
  }

  /// Which of the fetched and the known value of a field is kept.
  package enum ApplyRule: String, CaseIterable, Sendable {
    case newestStamp, server
  }

  /// Under `newestStamp`, which of two values with equal stamps is kept.
  package enum TieRule: String, CaseIterable, Sendable {
    case remote, larger
  }

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

  /// Which failed attempts are made again, and when.
  package enum RetryRule: String, CaseIterable, Sendable {
    /// Whatever failed, after one second, for ever.
    case always
    /// What may succeed next time, with a budget, exponential backoff and jitter.
    case classified
  }

  /// What an app does at its start about files it still wants.
  package enum ReenqueueRule: String, CaseIterable, Sendable {
    /// Hands each to the system again, and each wish as a task of its own.
    case blind
    /// Asks the system, adopts what it has, and hands over only what is missing.
    case byIdentifier
  }

  /// What the cloud can know a further try of an order by.
  package enum OrderKey: String, CaseIterable, Sendable {
    case none
    /// A hash of the payload, and the payload is made anew for every try.
    case perAttempt
    case perIntent
  }

  /// What a user's own further try does.
  package enum UserRetry: String, CaseIterable, Sendable {
    /// It is another order.
    case newIntent
    /// It asks first what became of the order, and sends that one again only if nothing did.
    case readFirst
  }

  /// What it means that what was to be made, an order or a file, is there already.
  package enum AlreadyDone: String, CaseIterable, Sendable {
    case failure, success
  }

  /// How the number on the icon is found.
  package enum BadgeSource: String, CaseIterable, Sendable {
    /// One more for each push handled.
    case increment
    /// What the push says.
    case absolute
    /// One more for each push that was not handled before.
    case oncePerID
    /// What the cloud counts, asked at every contact.
    case serverCount
  }

  /// Which results come to the screen.
  package enum ListRule: String, CaseIterable, Sendable {
    /// Whichever arrive.
    case overwrite
    /// Those of the newest search alone.
    case versioned
  }

  /// Where what the user did waits for the cloud's answer.
  package enum OutboxPlace: String, CaseIterable, Sendable {
    case memory, durable
  }

  /// When the records of the first launch are made.
  package enum SeedTime: String, CaseIterable, Sendable {
    case atLaunch, afterEmptyFetch
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

  /// Which edits the answer to a save settles.
  package enum InFlightRule: String, CaseIterable, Sendable {
    /// All that are pending of its records, also those made since it was sent.
    case markAll
    /// Those that the save carried.
    case counter
  }

  /// What the records of a list are sorted by.
  package enum SortRule: String, CaseIterable, Sendable {
    case stamp, server
  }

  /// What a device makes of a cloud whose records were restored from a backup.
  package enum FingerprintRule: String, CaseIterable, Sendable {
    /// It does not notice: what is missing there has been deleted.
    case ignore
    /// It sends what it has and the cloud has lost.
    case check
  }

  /// Who starts a renewal of the session.
  package enum RefreshRule: String, CaseIterable, Sendable {
    /// Every request that needs one, for itself.
    case perRequest
    /// One at a time; whoever needs one meanwhile waits for it.
    case singleFlight
  }

  /// Which of two sessions the vault keeps.
  package enum VaultRule: String, CaseIterable, Sendable {
    case lastWins, newerWins
  }

  /// What a refusal of an access token means that is not the current one.
  package enum LateRule: String, CaseIterable, Sendable {
    case signOut, retryWithCurrent
  }

  /// Whether an answer to what an earlier session asked still counts after a sign-out.
  package enum SignOutRule: String, CaseIterable, Sendable {
    case open, fenced
  }

  /// Which session a request uses.
  package enum CredentialsRule: String, CaseIterable, Sendable {
    /// The one it captured when it was queued.
    case memory
    /// The vault's, read again.
    case store
  }

  /// How the end of an access token is known.
  package enum ExpiryRule: String, CaseIterable, Sendable {
    /// By the issuer's instant against the device's wall clock.
    case serverEpoch
    /// By the lifetime that was told against the time that has passed.
    case elapsed
  }

  /// When a session is renewed of which nobody has said that it is over.
  package enum UpkeepRule: String, CaseIterable, Sendable {
    /// When a request needs it, and when the app starts.
    case onUse
    /// Also by a timer, shortly before its end.
    case timer
  }

  /// From when a lifetime is counted.
  package enum LifetimeRule: String, CaseIterable, Sendable {
    case handling, sending
  }

  package var stamp: StampSource
  package var write: WriteScope
  package var send: SendOrder
  package var onConflict = ConflictRule.rebase
  package var ownEcho = EchoRule.recognised
  package var delete = DeleteRule.tombstone
  package var deleteThenCreate = DeleteThenCreate.collapse
  package var pruned = PrunedRule.drop
  package var conflictTest = ConflictTest.tag
  package var queuedBase = QueuedBase.atSend
  package var batchFailed = BatchRule.requeue
  package var referenceError = ReferenceRule.wait
  package var fetch: FetchRule
  package var apply: ApplyRule
  package var applyTie: TieRule
  package var retry: RetryRule
  package var orderKey: OrderKey
  package var userRetry: UserRetry
  package var alreadyDone: AlreadyDone
  package var badge: BadgeSource
  package var shownList: ListRule
  package var seed: SeedTime
  package var outbox: OutboxPlace = .durable
  package var cursor: CursorOrder = .afterData
  package var cursorFrom = CursorSource.server
  package var inFlight = InFlightRule.counter
  package var sortBy = SortRule.server
  package var fingerprint = FingerprintRule.check
  package var refresh: RefreshRule
  package var vault: VaultRule
  package var lateUnauthorized: LateRule
  package var signOut: SignOutRule
  package var credentials: CredentialsRule
  package var expiry: ExpiryRule
  package var lifetimeFrom: LifetimeRule
  package var upkeep: UpkeepRule
  package var reenqueue: ReenqueueRule

  package static let naive = Policy(
    stamp: .deviceClock, write: .wholeRecord, send: .allAtOnce, onConflict: .ignore,
    ownEcho: .foreign,
    delete: .asWrite, deleteThenCreate: .keepDelete, pruned: .upload,
    conflictTest: .localSyncTime, queuedBase: .atQueue, batchFailed: .drop,
    referenceError: .cascade,
    fetch: .overPending,
    apply: .newestStamp, applyTie: .remote, retry: .always,
    orderKey: .none, userRetry: .newIntent, alreadyDone: .failure, badge: .increment,
    shownList: .overwrite, seed: .atLaunch,
    outbox: .memory,
    cursor: .beforeData,
    cursorFrom: .deviceClock, inFlight: .markAll, sortBy: .stamp, fingerprint: .ignore,
    refresh: .perRequest, vault: .lastWins, lateUnauthorized: .signOut, signOut: .open,
    credentials: .memory, expiry: .serverEpoch, lifetimeFrom: .handling, upkeep: .onUse,
    reenqueue: .blind)

  package static let sound = Policy(
    stamp: .hybrid, write: .perField, send: .queued, onConflict: .rebase,
    ownEcho: .recognised,
    delete: .tombstone, deleteThenCreate: .collapse, pruned: .drop,
    conflictTest: .tag, queuedBase: .atSend, batchFailed: .requeue, referenceError: .wait,
    fetch: .pendingWins, apply: .server,
    applyTie: .larger, retry: .classified,
    orderKey: .perIntent, userRetry: .readFirst, alreadyDone: .success, badge: .serverCount,
    shownList: .versioned, seed: .afterEmptyFetch,
    outbox: .durable,
    cursor: .afterData,
    cursorFrom: .server, inFlight: .counter, sortBy: .server, fingerprint: .check,
    refresh: .singleFlight, vault: .newerWins, lateUnauthorized: .retryWithCurrent,
    signOut: .fenced, credentials: .store, expiry: .elapsed, lifetimeFrom: .sending, upkeep: .timer,
    reenqueue: .byIdentifier)
}

/// One row of the table of behaviours: its name in files and the ways it can be set.
package struct Behaviour: Sendable {
  package let name: String
  /// The group whose name sets it together with others; nil for one that stands alone.
  package let group: String?
  package let choices: [String]
  private let read: @Sendable (Policy) -> String
  private let assign: @Sendable (inout Policy, String) -> Void

  private init<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, group: String? = nil,
    _ path: any WritableKeyPath<Policy, Choice> & Sendable
  ) where Choice.RawValue == String {
    self.name = name
    self.group = group
    choices = Choice.allCases.map(\.rawValue)
    read = { $0[keyPath: path].rawValue }
    assign = { policy, text in
      if let choice = Choice(rawValue: text) { policy[keyPath: path] = choice }
    }
  }

  package func value(in policy: Policy) -> String { read(policy) }

  package func set(_ choice: String, in policy: inout Policy) { assign(&policy, choice) }

  package func copy(from source: Policy, to policy: inout Policy) {
    assign(&policy, read(source))
  }

  package static let all: [Behaviour] = [
    Behaviour("stamp", group: "records", \.stamp),
    Behaviour("write", group: "records", \.write),
    Behaviour("send", group: "records", \.send),
    Behaviour("onConflict", group: "records", \.onConflict),
    Behaviour("ownEcho", \.ownEcho),
    Behaviour("delete", group: "records", \.delete),
    Behaviour("deleteThenCreate", \.deleteThenCreate),
    Behaviour("pruned", \.pruned),
    Behaviour("conflictTest", \.conflictTest),
    Behaviour("queuedBase", \.queuedBase),
    Behaviour("batchFailed", \.batchFailed),
    Behaviour("referenceError", \.referenceError),
    Behaviour("fetch", group: "records", \.fetch),
    Behaviour("retry", group: "orders", \.retry),
    Behaviour("apply", \.apply),
    Behaviour("applyTie", \.applyTie),
    Behaviour("orderKey", group: "orders", \.orderKey),
    Behaviour("userRetry", \.userRetry),
    Behaviour("alreadyDone", \.alreadyDone),
    Behaviour("badge", group: "push", \.badge),
    Behaviour("shownList", group: "screen", \.shownList),
    Behaviour("seed", \.seed),
    Behaviour("outbox", group: "records", \.outbox),
    Behaviour("cursor", group: "records", \.cursor),
    Behaviour("cursorFrom", \.cursorFrom),
    Behaviour("inFlight", \.inFlight),
    Behaviour("sortBy", \.sortBy),
    Behaviour("fingerprint", \.fingerprint),
    Behaviour("refresh", group: "tokens", \.refresh),
    Behaviour("vault", group: "tokens", \.vault),
    Behaviour("lateUnauthorized", group: "tokens", \.lateUnauthorized),
    Behaviour("signOut", group: "tokens", \.signOut),
    Behaviour("credentials", \.credentials),
    Behaviour("expiry", \.expiry),
    Behaviour("lifetimeFrom", \.lifetimeFrom),
    Behaviour("upkeep", \.upkeep),
    Behaviour("reenqueue", group: "transfers", \.reenqueue),
  ]

  package static let groups: [String] = [
    "records", "orders", "tokens", "transfers", "push", "screen",
  ]
}

extension Policy: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      for behaviour in Behaviour.all { json.member(behaviour.name, behaviour.value(in: self)) }
    }
  }

  private enum Preset: String, CaseIterable {
    case naive, sound

    var policy: Policy {
      switch self {
      case .naive: .naive
      case .sound: .sound
      }
    }
  }

  /// Reads `"sound"`, or `{"preset": "sound", "records": "naive", "stamp": "hybrid"}`:
  /// the preset, then groups, then single behaviours. Without `preset` it begins from sound.
  package init(_ reader: JSONReader) throws(FormatError) {
    if case .string = reader.node.content {
      self = try reader.choice(Preset.self).policy
      return
    }
    let object = try reader.object(
      allowing: ["preset"] + Behaviour.groups + Behaviour.all.map(\.name))
    var policy = try object.optional("preset")?.choice(Preset.self).policy ?? .sound
    for group in Behaviour.groups {
      guard let preset = try object.optional(group)?.choice(Preset.self) else { continue }
      for behaviour in Behaviour.all where behaviour.group == group {
        behaviour.copy(from: preset.policy, to: &policy)
      }
    }
    for behaviour in Behaviour.all {
      guard let value = object.optional(behaviour.name) else { continue }
      let choice = try value.string()
      guard behaviour.choices.contains(choice) else {
        throw value.error(
          "\"\(choice)\" is no way to \(behaviour.name)",
          allowed: Suggestion.among(behaviour.choices, for: choice))
      }
      behaviour.set(choice, in: &policy)
    }
    self = policy
  }
}
