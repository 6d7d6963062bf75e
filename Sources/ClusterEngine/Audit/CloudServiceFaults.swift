import ClusterCore

// Faults in what the cloud does with orders, tokens, notices, lists and files.
extension PlantedFault {
  static let cloudServices: [PlantedFault] = [
    onRequest(
      "order-doubled", "An order comes into the ledger twice.", in: .orders, [.matchesModel]
    ) { request in
      guard case .order(let order) = request else { return [request] }
      let twin = Order(intent: order.intent, item: order.item, made: order.made, key: nil)
      return [.order(twin), request]
    },
    onAnswer(
      "unread-off-by-one", "One item more is said to be unread.", in: .badges,
      [.badgeTrue, .matchesModel]
    ) { answer in
      if case .unread(let items) = answer { .unread(items + ["i0"]) } else { answer }
    },
    onRequest(
      "read-forgotten", "That items have been read is answered and not noted.", in: .badges,
      [.badgeTrue, .matchesModel]
    ) { request in
      if case .markRead(_, let intent) = request {
        [.markRead([], intent: intent)]
      } else {
        [request]
      }
    },
    onEffect(
      "push-count-wrong", "A push says one more than is unread.", in: .badges, [.matchesModel]
    ) { _, effect in
      guard case .push(.notice(let notice), let device) = effect else { return [effect] }
      let wrong = Notice(id: notice.id, item: notice.item, badge: notice.badge.map { $0 + 1 })
      return [.push(.notice(wrong), to: device)]
    },
    onEffect(
      "bad-token-accepted", "A call with an access token that is over is let in.", in: .sessions,
      [.matchesModel]
    ) { event, effect in
      guard case .request(.call, _) = event, case .answer = effect else { return [effect] }
      return [.answer(.done)]
    },
    onEffect(
      "good-token-refused", "A refresh token that is good is refused.", in: .sessions,
      [.matchesModel, .signedIn]
    ) { event, effect in
      guard case .request(.refresh, _) = event, case .answer = effect else { return [effect] }
      return [.answer(.refused(.invalidGrant))]
    },
    onEffect(
      "other-results", "A search is answered with the results of another.", in: .searches,
      [.matchesModel, .shownNewest]
    ) { event, effect in
      guard case .request(.search, _) = event, case .answer = effect else { return [effect] }
      return [.answer(.results(query: "zo", items: ["zoo", "zone"]))]
    },
    onAnswer(
      "part-not-kept", "A part of an upload is answered as if nothing had come.", in: .files,
      [.transferOnce]
    ) { answer in
      guard case .received(let receipt) = answer else { return answer }
      return .received(
        FileReceipt(file: receipt.file, received: 0, isComplete: false, isDuplicate: false))
    },
  ]
}
