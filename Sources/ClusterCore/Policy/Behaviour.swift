/// One row of the table of behaviours.
package struct Behaviour: Sendable {
  /// Its name in files.
  package let name: String
  /// The group whose name sets it together with others; nil for one that stands alone.
  package let group: String?
  /// The ways it can be set.
  package let choices: [String]
  package let naive: String
  private let read: @Sendable (Policy) -> String
  private let assign: @Sendable (inout Policy, String) -> Void

  private init<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, group: String? = nil,
    _ path: any WritableKeyPath<Policy, Choice> & Sendable, naive: Choice
  ) where Choice.RawValue == String {
    self.name = name
    self.group = group
    self.naive = naive.rawValue
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
    Behaviour("stamp", group: "records", \.stamp, naive: .deviceClock),
    Behaviour("write", group: "records", \.write, naive: .wholeRecord),
    Behaviour("send", group: "records", \.send, naive: .allAtOnce),
    Behaviour("onConflict", group: "records", \.onConflict, naive: .ignore),
    Behaviour("ownEcho", \.ownEcho, naive: .foreign),
    Behaviour("delete", group: "records", \.delete, naive: .asWrite),
    Behaviour("deleteThenCreate", \.deleteThenCreate, naive: .keepDelete),
    Behaviour("pruned", \.pruned, naive: .upload),
    Behaviour("conflictTest", \.conflictTest, naive: .localSyncTime),
    Behaviour("queuedBase", \.queuedBase, naive: .atQueue),
    Behaviour("batchFailed", \.batchFailed, naive: .drop),
    Behaviour("referenceError", \.referenceError, naive: .cascade),
    Behaviour("fetch", group: "records", \.fetch, naive: .overPending),
    Behaviour("retry", group: "orders", \.retry, naive: .always),
    Behaviour("apply", \.apply, naive: .newestStamp),
    Behaviour("applyTie", \.applyTie, naive: .remote),
    Behaviour("orderKey", group: "orders", \.orderKey, naive: .none),
    Behaviour("userRetry", \.userRetry, naive: .newIntent),
    Behaviour("alreadyDone", \.alreadyDone, naive: .failure),
    Behaviour("badge", group: "push", \.badge, naive: .increment),
    Behaviour("shownList", group: "screen", \.shownList, naive: .overwrite),
    Behaviour("seed", \.seed, naive: .atLaunch),
    Behaviour("outbox", group: "records", \.outbox, naive: .memory),
    Behaviour("cursor", group: "records", \.cursor, naive: .beforeData),
    Behaviour("cursorFrom", \.cursorFrom, naive: .deviceClock),
    Behaviour("inFlight", \.inFlight, naive: .markAll),
    Behaviour("sortBy", \.sortBy, naive: .stamp),
    Behaviour("fingerprint", \.fingerprint, naive: .ignore),
    Behaviour("refresh", group: "tokens", \.refresh, naive: .perRequest),
    Behaviour("vault", group: "tokens", \.vault, naive: .lastWins),
    Behaviour("lateUnauthorized", group: "tokens", \.lateUnauthorized, naive: .signOut),
    Behaviour("signOut", group: "tokens", \.signOut, naive: .open),
    Behaviour("credentials", \.credentials, naive: .memory),
    Behaviour("expiry", \.expiry, naive: .serverEpoch),
    Behaviour("lifetimeFrom", \.lifetimeFrom, naive: .handling),
    Behaviour("upkeep", \.upkeep, naive: .onUse),
    Behaviour("reenqueue", group: "transfers", \.reenqueue, naive: .blind),
  ]

  package static let groups: [String] = [
    "records", "orders", "tokens", "transfers", "push", "screen",
  ]
}
