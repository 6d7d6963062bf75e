/// Uzak Bildirimler: a badge, a device token, and notifications that may arrive twice.
package enum PushLesson {
  /// Printed `rozet=N belirtec=T`, and ` islenen=n1,n2` when some are handled.
  package struct Inbox: Equatable, CustomStringConvertible {
    package private(set) var badge: Int
    package private(set) var token: Text?
    private var handledIDs: Set<Text> = []

    package init(badge: Int = 0) {
      self.badge = badge
    }

    /// The ids of the notifications handled, sorted.
    package var handled: [Text] { handledIDs.sorted() }

    package mutating func incrementBadge() { badge += 1 }
    package mutating func setBadge(to count: Int) { badge = count }
    package mutating func register(_ token: Text) { self.token = token }

    /// Counts a notification once, however often it arrives.
    package mutating func incrementBadge(once id: Text) {
      guard handledIDs.insert(id).inserted else { return }
      badge += 1
    }

    package var description: String {
      let state = "rozet=\(badge) belirtec=\(OrDash(token))"
      return handled.isEmpty ? state : "\(state) islenen=\(handled.joinedOrDash())"
    }
  }

  private static let start = Inbox(badge: 3)

  static let lesson = Lesson(
    "Uzak Bildirimler", .persistence,
    rows: [
      .main("rozet-yerel-artir") { Trial(from: start, a: { $0.incrementBadge() }) },
      .main("rozet-mutlak-deger") {
        Trial(from: start, a: { $0.setBadge(to: 4) }, b: { $0.setBadge(to: 7) })
      },
      .main("belirtec-yeniden-kaydet") { Trial(from: start, a: { $0.register("t1") }) },
      .limiting("kimlikli-ayni-bildirim") {
        Trial(from: start, a: { $0.incrementBadge(once: "n1") })
      },
      .limiting("kimlikli-iki-bildirim") {
        Trial(
          from: start, a: { $0.incrementBadge(once: "n1") }, b: { $0.incrementBadge(once: "n2") })
      },
      .limiting("mutlak-esit-deger") { Trial(from: start, a: { $0.setBadge(to: 4) }) },
    ])
}
