/// Yerel Veritabanı: rows written under the caller's key or under one the table makes.
package enum TableLesson {
  /// A row's key: a number the table made, or a name the caller gave. Numbers sort first.
  package enum Key: Hashable, Comparable, CustomStringConvertible {
    case automatic(Int)
    case named(Text)

    package var description: String {
      switch self {
      case .automatic(let number): "\(number)"
      case .named(let name): name.description
      }
    }
  }

  /// A row, printed `key=value`.
  package struct Row: Equatable, CustomStringConvertible {
    package let key: Key
    package let value: Text

    package var description: String { "\(key)=\(value)" }
  }

  /// What one read of the table gives.
  package struct Reading: Equatable, CustomStringConvertible {
    package let rows: [Row]

    package var description: String { rows.joinedOrDash() }
  }

  package struct Table {
    private var rows: [Row] = []
    private var lastAutomatic = 0

    package init() {}

    /// Writes the value under the key; a row that is there keeps its place.
    package mutating func upsert(_ name: Text, _ value: Text) {
      let row = Row(key: .named(name), value: value)
      if let place = rows.firstIndex(where: { $0.key == row.key }) {
        rows[place] = row
      } else {
        rows.append(row)
      }
    }

    /// Adds a row under the next automatic key, from 1.
    package mutating func insert(_ value: Text) {
      lastAutomatic += 1
      rows.append(Row(key: .automatic(lastAutomatic), value: value))
    }

    package var sortedByKey: Reading { Reading(rows: rows.sorted { $0.key < $1.key }) }
    package var inInsertionOrder: Reading { Reading(rows: rows) }
  }

  static let lesson = Lesson(
    "Yerel Veritabanı", .persistence,
    rows: [
      .main("varsa-guncelle-ayri-anahtar") { upsertTwoKeys(seen: \.sortedByKey) },
      .main("varsa-guncelle-ayni-anahtar") {
        Trial(
          from: Table(), a: { $0.upsert("k1", "a1") }, b: { $0.upsert("k1", "b2") },
          seen: \.sortedByKey)
      },
      .main("otomatik-ayni-deger") {
        Trial(from: Table(), a: { $0.insert("a1") }, b: { $0.insert("a1") }, seen: \.sortedByKey)
      },
      .main("otomatik-iki-deger") {
        Trial(from: Table(), a: { $0.insert("a1") }, b: { $0.insert("b2") }, seen: \.sortedByKey)
      },
      .limiting("anahtar-sirasi-okuma") { upsertTwoKeys(seen: \.sortedByKey) },
      .limiting("ekleme-sirasi-okuma") { upsertTwoKeys(seen: \.inInsertionOrder) },
    ])

  private static func upsertTwoKeys(seen view: (Table) -> Reading) -> Trial<Reading> {
    Trial(
      from: Table(), a: { $0.upsert("k1", "a1") }, b: { $0.upsert("k2", "b2") }, seen: view)
  }
}
