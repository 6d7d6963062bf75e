/// Tepkisel Akışlar: who causes a request by listening, and what an output lets through.
package enum StreamsLesson {
  /// Who subscribed and how many requests that caused, printed `istek=N dinleyen=[…]`.
  package struct Delivery: Equatable, CustomStringConvertible {
    package enum Kind {
      /// Every subscription requests.
      case cold
      /// Only the first listener's subscription requests.
      case shared
    }

    package let kind: Kind
    package private(set) var requests = 0
    private var listening: Set<Text> = []

    package init(_ kind: Kind) {
      self.kind = kind
    }

    package var listeners: [Text] { listening.sorted() }

    package mutating func subscribe(_ listener: Text) {
      switch kind {
      case .cold: requests += 1
      case .shared: if listening.isEmpty { requests += 1 }
      }
      listening.insert(listener)
    }

    package var description: String { "istek=\(requests) dinleyen=\(listeners)" }
  }

  /// An output that drops a value equal to the last one it let through.
  package struct DistinctOutput: Equatable, CustomStringConvertible {
    package private(set) var values: [Int]

    package init(_ values: [Int] = []) {
      self.values = values
    }

    package mutating func send(_ value: Int) {
      guard value != values.last else { return }
      values.append(value)
    }

    package var description: String { "\(values)" }
  }

  static let lesson = Lesson(
    "Tepkisel Akışlar", .concurrency,
    rows: [
      .main("paylasimsiz-ayni-ad") { Trial(from: Delivery(.cold), a: { $0.subscribe("ayse") }) },
      .main("paylasimli-ayni-ad") { Trial(from: Delivery(.shared), a: { $0.subscribe("ayse") }) },
      .main("paylasimli-iki-ad") {
        Trial(
          from: Delivery(.shared), a: { $0.subscribe("ayse") }, b: { $0.subscribe("burak") })
      },
      .main("tekrar-dusurme") {
        Trial(from: DistinctOutput(), a: { $0.send(3) }, b: { $0.send(5) })
      },
      .main("toplama") { Trial(from: 0, a: { $0 += 3 }, b: { $0 += 5 }) },
      .main("son-deger") { Trial(from: 0, a: { $0 = 3 }, b: { $0 = 5 }) },
      .limiting("cift-3-3") {
        Trial(from: DistinctOutput(), a: { $0.send(3) }, b: { $0.send(3) })
      },
      .limiting("cift-3-5") {
        Trial(from: DistinctOutput(), a: { $0.send(3) }, b: { $0.send(5) })
      },
    ])
}
