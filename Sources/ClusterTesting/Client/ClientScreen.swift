import ClusterCore

/// What the user of the device sees, which the checks judge. Nothing shows but what is told here.
public struct ClientScreen: Sendable {
  /// What the user is told of an order.
  public enum OrderStatus: String, Hashable, Sendable {
    case pending, placed, failed
  }

  /// What the user is told of a call, a sign-in or a sign-out.
  public enum CallStatus: String, Hashable, Sendable {
    case pending, done, failed
  }

  let process: ClientProcess

  /// Shows a field from now on; nil where it is gone.
  public func show(_ value: FieldValue?, of field: String, in record: String) {
    process.show(.field(FieldPath(RecordID(record), FieldName(field)), value?.shown))
  }

  public func show(_ status: OrderStatus, ofOrder intent: String) {
    let status: ClusterCore.OrderStatus =
      switch status {
      case .pending: .pending
      case .placed: .placed
      case .failed: .failed
      }
    process.show(.order(IntentID(intent), status))
  }

  public func show(_ status: CallStatus, ofCall intent: String) {
    let status: ClusterCore.CallStatus =
      switch status {
      case .pending: .pending
      case .done: .done
      case .failed: .failed
      }
    process.show(.call(IntentID(intent), status))
  }

  /// Shows who is signed in; nil for nobody.
  public func showSignedIn(_ user: String?) { process.show(.session(user.map { UserID($0) })) }

  /// Shows a list of results; `loading` is how many searches are under way.
  public func showList(_ items: [String], of query: String?, loading: Int = 0) {
    process.show(
      .list(
        ShownList(
          query: query.map { Text($0) }, items: items.map { Text($0) }, loading: max(0, loading))))
  }

  /// Sets the number on the app's icon, which belongs to the system and outlives the app.
  public func setBadge(_ number: Int) { process.perform(.setBadge(max(0, number))) }
}
