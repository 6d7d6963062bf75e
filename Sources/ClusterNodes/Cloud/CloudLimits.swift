import ClusterCore

/// What a scenario has the cloud take no more of: records beyond a quota, and, for a time, requests
/// of a kind.
struct CloudLimits: Hashable, Sendable {
  /// How many records there is room for; nil for any number.
  private(set) var quota: Int?
  private var ends: [MessageKind: Instant] = [:]

  mutating func perform(_ operation: CloudOperation, at instant: Instant) {
    switch operation {
    case .quota(let records): quota = records
    case .throttle(let kind, let length): ends[kind] = instant + length
    case .publish, .notify, .answer, .expireTokens, .revoke, .rateLimit: break
    case .snapshot, .rollback, .purge, .expireCursors: break
    }
  }

  /// What a request of that kind is answered with while it is limited; nil where it is not.
  func refusal(of kind: MessageKind, at instant: Instant) -> Answer? {
    guard let end = ends[kind], instant < end else { return nil }
    return .refused(.rateLimited, retryAfter: end - instant)
  }
}
