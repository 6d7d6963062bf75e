/// Hata ve Yeniden Deneme: which failures are tried again, and what that does to a ledger.
package enum RetryLesson {
  /// How a request can fail, as its client sees it.
  package enum Failure: Equatable, CustomStringConvertible {
    case timeout
    case offline
    case server(code: Int)
    case client(code: Int)

    /// Timeout, offline, and server codes from 500 on.
    package var isRetryable: Bool {
      switch self {
      case .timeout, .offline: true
      case .server(let code): code >= 500
      case .client: false
      }
    }

    package var description: String {
      switch self {
      case .timeout: "timeout"
      case .offline: "offline"
      case .server(let code): "server(\(code))"
      case .client(let code): "client(\(code))"
      }
    }
  }

  /// An order, printed `item@key`, or `item@-` without a key.
  package struct Order: Equatable, CustomStringConvertible {
    package let item: Text
    package let key: Text?

    package init(item: Text, key: Text?) {
      self.item = item
      self.key = key
    }

    package var description: String { "\(item)@\(OrDash(key))" }
  }

  /// The orders a server has taken, in order of arrival.
  package struct Ledger: Equatable, CustomStringConvertible {
    package private(set) var orders: [Order] = []

    package init() {}

    /// Appends the order, unless an order with its key is there; without a key always.
    package mutating func place(_ order: Order) {
      if let key = order.key, orders.contains(where: { $0.key == key }) { return }
      orders.append(order)
    }

    package var description: String { orders.isEmpty ? "-" : orders.bracketed }
  }

  /// How many attempts are left, never below 0.
  package struct Budget: Equatable, CustomStringConvertible {
    package private(set) var left: Int

    package init(_ attempts: Int) {
      left = max(0, attempts)
    }

    /// Takes one attempt; `false` if none was left.
    @discardableResult
    package mutating func spend() -> Bool {
      guard left > 0 else { return false }
      left -= 1
      return true
    }

    package var description: String { "\(left)" }
  }

  /// What becomes of one attempt on its way.
  package enum Way {
    case answered, responseLost, requestLost
  }

  /// A client that tries again while a failure is retryable and its budget lasts.
  package struct Client {
    package private(set) var budget: Budget
    package private(set) var attempts = 0

    package init(budget: Budget) {
      self.budget = budget
    }

    /// Places the order at the ledger, over ways that are used up one an attempt; attempts beyond
    /// them are answered. Returns the last failure, `nil` once answered or with no budget.
    package mutating func place(
      _ order: Order, at ledger: inout Ledger, over ways: [Way]
    ) -> Failure? {
      var failure: Failure?
      while budget.spend() {
        let way = attempts < ways.count ? ways[attempts] : .answered
        attempts += 1
        failure = Self.attempt(order, at: &ledger, over: way)
        guard let failure, failure.isRetryable else { break }
      }
      return failure
    }

    private static func attempt(
      _ order: Order, at ledger: inout Ledger, over way: Way
    ) -> Failure? {
      switch way {
      case .answered:
        ledger.place(order)
        return nil
      case .responseLost:
        ledger.place(order)
        return .timeout
      case .requestLost:
        return .timeout
      }
    }
  }

  private static let keyless = Order(item: "kitap", key: nil)
  private static let keyed = Order(item: "kitap", key: "k-9")

  static let lesson = Lesson(
    "Hata ve Yeniden Deneme", .network,
    rows: [
      .main("anahtarsiz-siparis") { Trial(from: Ledger(), a: { $0.place(keyless) }) },
      .main("anahtarli-siparis") { Trial(from: Ledger(), a: { $0.place(keyed) }) },
      .main("butce-harca") { Trial(from: Budget(3), a: { $0.spend() }) },
    ],
    observations: [
      kind("zaman-asimi", .timeout),
      kind("cevrimdisi", .offline),
      kind("sunucu-503", .server(code: 503)),
      kind("istemci-404", .client(code: 404)),
      firstResponseLost("anahtarsiz-istemci", keyless),
      firstResponseLost("anahtarli-istemci", keyed),
      world("kayip-yanit", .responseLost),
      world("kayip-istek", .requestLost),
    ])

  private static func kind(_ label: String, _ failure: Failure) -> Lesson.Observation {
    Lesson.Observation(label) { "hata=\(failure) yinelenebilir=\(failure.isRetryable)" }
  }

  private static func firstResponseLost(_ label: String, _ order: Order) -> Lesson.Observation {
    Lesson.Observation(label) {
      var ledger = Ledger()
      var client = Client(budget: Budget(3))
      _ = client.place(order, at: &ledger, over: [.responseLost])
      return "deneme=\(client.attempts) defter=\(ledger)"
    }
  }

  /// One of the two worlds that look alike to the client: it makes a single attempt.
  private static func world(_ label: String, _ way: Way) -> Lesson.Observation {
    Lesson.Observation(label) {
      var ledger = Ledger()
      var client = Client(budget: Budget(1))
      let failure = client.place(keyless, at: &ledger, over: [way])
      return "istemci=\(OrDash(failure)) defter=\(ledger)"
    }
  }
}
