/// Nesne Kalıcılık Çerçeveleri: objects created, or saved by a key that may have to be unique.
package enum ObjectsLesson {
  /// An object, printed `key=value`.
  package struct Entry: Equatable, CustomStringConvertible {
    package let key: Text
    package let value: Text

    package var description: String { "\(key)=\(value)" }
  }

  /// A context's entries in their order.
  package struct Context: Equatable, CustomStringConvertible {
    private let enforcesUniqueness: Bool
    package private(set) var entries: [Entry] = []
    private var created = 0

    package init(enforcesUniqueness: Bool) {
      self.enforcesUniqueness = enforcesUniqueness
    }

    /// Adds a new object: `obj1`, `obj2`, …
    package mutating func create(_ value: Text) {
      created += 1
      entries.append(Entry(key: Text("obj\(created)"), value: value))
    }

    /// Replaces the object of that key where uniqueness is enforced; appends where it is not.
    package mutating func save(_ key: Text, _ value: Text) {
      let entry = Entry(key: key, value: value)
      if enforcesUniqueness, let place = entries.firstIndex(where: { $0.key == key }) {
        entries[place] = entry
      } else {
        entries.append(entry)
      }
    }

    package var description: String { entries.joinedOrDash() }
  }

  private static let constrained = Context(enforcesUniqueness: true)
  private static let unconstrained = Context(enforcesUniqueness: false)

  static let lesson = Lesson(
    "Nesne Kalıcılık Çerçeveleri", .persistence,
    rows: [
      .main("olustur-ayni-deger") { Trial(from: constrained, a: { $0.create("a1") }) },
      .main("olustur-iki-deger") {
        Trial(from: constrained, a: { $0.create("a1") }, b: { $0.create("b2") })
      },
      .main("kisitli-ayni-deger") { saveSameValue(in: constrained) },
      .main("kisitli-iki-deger") { saveTwoValues(in: constrained) },
      .limiting("kisitsiz-ayni-deger") { saveSameValue(in: unconstrained) },
      .limiting("kisitsiz-iki-deger") { saveTwoValues(in: unconstrained) },
      .limiting("kisitli-ayni-deger-yeniden") { saveSameValue(in: constrained) },
    ])

  private static func saveSameValue(in context: Context) -> Trial<Context> {
    Trial(from: context, a: { $0.save("k1", "a1") })
  }

  private static func saveTwoValues(in context: Context) -> Trial<Context> {
    Trial(from: context, a: { $0.save("k1", "a1") }, b: { $0.save("k1", "b2") })
  }
}
