import ClusterCore

/// The device's keychain: one session, which outlives the app, its store and a reinstall.
public struct ClientVault: Sendable {
  /// What a look into the vault finds.
  public enum Reading: Hashable, Sendable {
    case empty
    /// The phone is locked, so nobody can tell.
    case locked
    /// `since`: the reading of the continuous clock from which the session's life is counted.
    case holds(ClientSession, since: VirtualClock.Instant)
  }

  let process: ClientProcess

  public func read() -> Reading { Reading(process.vault) }

  /// The session in it; nil where it is empty or locked.
  public var session: ClientSession? {
    if case .holds(let session, _) = read() { session } else { nil }
  }

  /// Keeps a session in the place of the one before.
  ///
  /// - Parameter since: from when its life is counted; left out, from now.
  public func keep(_ session: ClientSession, since: VirtualClock.Instant? = nil) {
    let since = since?.milliseconds ?? process.continuous
    process.keep(VaultItem(session.session, since: since))
  }

  public func clear() { process.keep(nil) }
}

extension ClientVault.Reading {
  init(_ reading: VaultReading) {
    switch reading {
    case .empty: self = .empty
    case .locked: self = .locked
    case .holds(let item):
      self = .holds(
        ClientSession(item.session), since: VirtualClock.Instant(milliseconds: item.since))
    }
  }
}
