import ClusterCore

/// What the timeline has the cloud take no more of, by the model.
struct LimitModel: Hashable, Sendable {
  /// How many records there is room for; nil for any number.
  private(set) var room: Int?
  /// Until when requests of a kind are refused.
  private var closed: [MessageKind: Instant] = [:]

  mutating func take(_ operation: CloudOperation, at instant: Instant) {
    switch operation {
    case .quota(let records): room = records
    case .throttle(let kind, let length): closed[kind] = instant + length
    case .publish, .notify, .answer, .expireTokens, .revoke, .rateLimit: break
    case .snapshot, .rollback, .purge, .expireCursors: break
    }
  }

  /// What a request is to be answered because of its kind; nil where it is let through.
  func answer(to kind: MessageKind, at instant: Instant) -> Answer? {
    guard let open = closed[kind] else { return nil }
    let left = open - instant
    return left > .zero ? .refused(.rateLimited, retryAfter: left) : nil
  }
}
