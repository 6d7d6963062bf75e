/// Everything published, in its order: what `rows` prints, tests compare, and a trial on a real
/// cluster is held against.
package enum Catalogue {
  package static let lessons: [Lesson] = [
    ClientLesson.lesson,
    JSONLesson.lesson,
    RetryLesson.lesson,
    TokensLesson.lesson,
    CacheLesson.lesson,
    TransfersLesson.lesson,
    AsyncLesson.lesson,
    GroupsLesson.lesson,
    ActorsLesson.lesson,
    MainActorLesson.lesson,
    QueuesLesson.lesson,
    StreamsLesson.lesson,
    PreferencesLesson.lesson,
    KeychainLesson.lesson,
    FilesLesson.lesson,
    TableLesson.lesson,
    ObjectsLesson.lesson,
    SyncLesson.lesson,
    PushLesson.lesson,
  ]

  /// The row with that label, and its lesson. A label names one row.
  package static func row(labelled label: String) -> (lesson: Lesson, row: CatalogueRow)? {
    for lesson in lessons {
      for row in lesson.rows where Text(row.label) == Text(label) { return (lesson, row) }
    }
    return nil
  }

  /// The lessons that a part of a name names, in published order; all of them for `nil`.
  package static func lessons(named part: String?) throws(UnknownLesson) -> [Lesson] {
    guard let part else { return lessons }
    // An empty name is more likely a mistake than a wish for everything.
    let found = part.isEmpty ? [] : lessons.filter { $0.isNamed(by: part) }
    guard !found.isEmpty else { throw UnknownLesson(name: part, known: lessons.map(\.name)) }
    return found
  }
}

/// No lesson has that text in its name. Nothing was measured.
package struct UnknownLesson: Error, CustomStringConvertible {
  package let name: String
  /// The lessons there are, by their published names and in their order.
  package let known: [String]

  package var description: String {
    "no lesson is named \"\(name)\"; there are: \(known.joined(separator: ", "))"
  }
}
