// The coders and `Data` alone: all of Foundation is 80 MB of a tool that is linked statically, and
// every device is a process of that tool.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON Kodlama ve Çözme: records that are appended, written by id, and encoded and decoded.
package enum JSONLesson {
  /// A record, printed `7:defter:v1`.
  package struct Record: Codable, Equatable, CustomStringConvertible {
    package let id: Int
    package private(set) var name: Text
    package let version: Int

    package init(id: Int, name: Text, version: Int) {
      self.id = id
      self.name = name
      self.version = version
    }

    package var description: String { "\(id):\(name):v\(version)" }

    /// Gives it another name; the version stays.
    package mutating func rename(to name: Text) { self.name = name }

    /// Becomes what its JSON text says. Throws what Foundation's coders throw, unchanged then.
    package mutating func encodeThenDecode() throws {
      self = try Record(json: JSONEncoder().encode(self))
    }

    package init(json: Data) throws {
      self = try JSONDecoder().decode(Record.self, from: json)
    }
  }

  /// Records in the order they came, compared and printed by id.
  package struct Shelf: Equatable, CustomStringConvertible {
    package private(set) var records: [Record] = []

    package init() {}

    package mutating func append(_ record: Record) { records.append(record) }

    /// Replaces the first record with that id in its place; a new id goes to the end.
    package mutating func upsert(_ record: Record) {
      if let place = records.firstIndex(where: { $0.id == record.id }) {
        records[place] = record
      } else {
        records.append(record)
      }
    }

    /// By id; among equal ids in the order they came.
    package var sortedByID: [Record] {
      records.enumerated()
        .sorted { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }
        .map(\.element)
    }

    package static func == (left: Shelf, right: Shelf) -> Bool {
      left.sortedByID == right.sortedByID
    }

    package var description: String { sortedByID.joinedOrDash() }
  }

  private static let first = Record(id: 7, name: "defter", version: 1)
  private static let second = Record(id: 7, name: "defter-yeni", version: 2)

  /// One record in two texts, whose keys stand in another order.
  private static let texts = (
    #"{"id":7,"name":"defter","version":1}"#, #"{"version":1,"name":"defter","id":7}"#
  )

  static let lesson = Lesson(
    "JSON Kodlama ve Çözme", .network,
    rows: [
      .main("listeye-ekle") {
        Trial(from: Shelf(), a: { $0.append(first) }, b: { $0.append(second) })
      },
      .main("kimlige-gore-yaz") {
        Trial(from: Shelf(), a: { $0.upsert(first) }, b: { $0.upsert(second) })
      },
      .main("kodla-coz") {
        try Trial(
          from: first, a: { try $0.encodeThenDecode() }, b: { $0.rename(to: "defter-yeni") })
      },
    ],
    observations: [
      Lesson.Observation("anahtar-sirasi-metin") { "esit=\(Text(texts.0) == Text(texts.1))" },
      Lesson.Observation("anahtar-sirasi-cozulmus") {
        let left = try Record(json: Data(texts.0.utf8))
        let right = try Record(json: Data(texts.1.utf8))
        return "esit=\(left == right)"
      },
    ])
}

/// Encoded as a plain JSON string.
extension Text: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}
