/// Anahtarlık: items by account, and the status that the last call returned.
package enum KeychainLesson {
  /// The system's status codes.
  package enum Status: Int, CustomStringConvertible {
    case success = 0
    case duplicate = -25299
    case notFound = -25300

    package var description: String { "\(rawValue)" }
  }

  /// The items alone, for a view without the status.
  package struct Items: Equatable, CustomStringConvertible {
    fileprivate(set) package var values: [Text: Text] = [:]

    package var description: String { values.printedEntries(\.description).joinedOrDash() }
  }

  /// Items and the last status, printed `token=a1 durum=0`; both are compared.
  package struct Keychain: Equatable, CustomStringConvertible {
    package private(set) var items = Items()
    package private(set) var status = Status.success

    package init() {}

    /// Refused where the account has an item, which keeps its value.
    package mutating func add(_ account: Text, _ value: Text) {
      guard items.values[account] == nil else {
        status = .duplicate
        return
      }
      items.values[account] = value
      status = .success
    }

    /// Refused where the account has no item.
    package mutating func update(_ account: Text, _ value: Text) {
      guard items.values[account] != nil else {
        status = .notFound
        return
      }
      items.values[account] = value
      status = .success
    }

    package mutating func updateElseAdd(_ account: Text, _ value: Text) {
      update(account, value)
      if status == .notFound { add(account, value) }
    }

    package var description: String { "\(items) durum=\(status)" }
  }

  private static let holdingA1: Keychain = {
    var keychain = Keychain()
    keychain.add("token", "a1")
    return keychain
  }()

  static let lesson = Lesson(
    "Anahtarlık", .persistence,
    rows: [
      .main("ekle-ayni-deger") { Trial(from: Keychain(), a: { $0.add("token", "a1") }) },
      .main("guncelle-yoksa-ekle") {
        Trial(
          from: Keychain(),
          a: { $0.updateElseAdd("token", "a1") }, b: { $0.updateElseAdd("token", "b2") })
      },
      .main("ekle-iki-deger") {
        Trial(from: Keychain(), a: { $0.add("token", "a1") }, b: { $0.add("token", "b2") })
      },
      .limiting("durumsuz-ayni-deger") {
        Trial(
          from: Keychain(), a: { $0.add("token", "a1") }, b: { $0.add("token", "a1") },
          seen: \.items)
      },
      .limiting("durumsuz-iki-deger") {
        Trial(
          from: Keychain(), a: { $0.add("token", "a1") }, b: { $0.add("token", "b2") },
          seen: \.items)
      },
      .limiting("durumlu-dolu-baslangic") {
        Trial(from: holdingA1, a: { $0.add("token", "a1") })
      },
    ])
}
