/// An app's own client, driven as one device of a scenario.
///
/// The library makes one for each launch of the device's app and calls it when something happens
/// there. All it does goes through the ``ClientDevice`` it was made with: what it sends, what it
/// waits for, what it stores, what it shows. The calls are made on one executor, one job at a
/// time; where several jobs are ready, which of them runs first is drawn from the seed.
///
/// When the app is killed nothing of the client runs any more. The next launch makes another one,
/// which finds what the store and the vault hold.
///
/// A call that throws has failed for the user; the message of a failing test says which did.
public protocol SyncClient: Sendable {
  /// The app has been launched. It may go on for as long as the app lives: a run does not wait for
  /// it to end.
  func launch() async throws

  /// The user does something; `intent` is its id. What is sent on behalf of it carries that id. A
  /// run is not over before this has returned.
  func perform(_ action: UserAction, intent: String) async throws

  /// A push has come to the running app, possibly a second time. A run is not over before this has
  /// returned.
  func receive(_ push: PushMessage) async throws

  /// The system says that the link is up, or down.
  func linkChanged(isUp: Bool) async throws
}

extension SyncClient {
  public func launch() async throws {}
  public func receive(_ push: PushMessage) async throws {}
  public func linkChanged(isUp: Bool) async throws {}
}

/// What the cloud tells an app unasked.
public enum PushMessage: Hashable, Sendable {
  /// Something has changed, by that intent; what it was is to be pulled.
  case changed(intent: String)
  /// A push that the user sees: a new item, if any, and what the icon's badge is to say.
  case notice(id: String, item: String?, badge: Int?)
}
