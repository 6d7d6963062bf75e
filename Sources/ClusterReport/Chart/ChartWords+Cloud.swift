import ClusterCore

// Words for what the timeline does at the cloud.
extension ChartWords {
  /// `expire the tokens of u1`.
  func cloud(_ operation: CloudOperation) -> String {
    switch operation {
    case .publish(let publication):
      "publishes " + (publication.notice.item ?? publication.notice.id).string
        + audience(publication)
    case .notify(let publication): "pushes \(publication.notice.id)"
    case .answer(let answer):
      "will answer \(calls(answer)) with \(answer.error.status) \(answer.error.rawValue)"
    case .expireTokens(let user): "the tokens of \(user) expire"
    case .revoke(let user): "the sessions of \(user) are revoked"
    case .rateLimit(let user, let length):
      "no refresh for \(user), for \(Wording.length(length))"
    case .snapshot(let name): "snapshot \(name)"
    case .rollback(let name): "rolled back to \(name)"
    case .purge: "all records are removed"
    case .expireCursors: "all cursors expire"
    case .quota(let records): records.map { "has room for \($0) records" } ?? "has room again"
    case .throttle(let kind, let length):
      "takes no \(kind.rawValue), for \(Wording.length(length))"
    }
  }

  private func audience(_ publication: Publication) -> String {
    switch publication.audience {
    case .all: ""
    case .users(let users): " for " + users.map(\.string).joined(separator: ", ")
    case .devices(let devices): " to " + devices.map(\.string).joined(separator: ", ")
    }
  }

  /// `order`, `the next 2 of order`, `phone>cloud/order/o1/1`.
  private func calls(_ answer: ScriptedAnswer) -> String {
    switch answer.calls {
    case .next(let kind, let times):
      times == 1 ? kind.rawValue : "the next \(times) of \(kind.rawValue)"
    case .named(let message): message.description
    }
  }
}
