/// A lesson as published: its name and, in order, what it measures.
package struct Lesson: Sendable {
  /// The folder that a lesson's file is in.
  package enum Area: String, CaseIterable, Sendable {
    case network, concurrency, persistence
  }

  /// The published Turkish name.
  package let name: String
  package let area: Area
  /// Main rows, then limiting ones.
  package let rows: [CatalogueRow]
  package let observations: [Observation]

  init(
    _ name: String, _ area: Area, rows: [CatalogueRow], observations: [Observation] = []
  ) {
    self.name = name
    self.area = area
    self.rows = rows
    self.observations = observations
  }

  /// The name in ASCII letters.
  package var asciiName: String { Self.ascii(name) }

  /// Whether the text is part of the name, in Turkish or ASCII letters and any case.
  package func isNamed(by part: String) -> Bool {
    Self.folded(name).contains(Self.folded(part))
  }

  private static func folded(_ text: String) -> String { ascii(text).lowercased() }

  /// Turkish letters as ASCII ones, composed or not: marks of their own are dropped.
  private static func ascii(_ text: String) -> String {
    let marks: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !marks.contains(scalar) {
      folded.append(asciiLetters[scalar] ?? scalar)
    }
    return String(folded)
  }

  private static let asciiLetters: [Unicode.Scalar: Unicode.Scalar] = [
    "ç": "c", "ğ": "g", "ı": "i", "ö": "o", "ş": "s", "ü": "u", "â": "a", "î": "i", "û": "u",
    "Ç": "C", "Ğ": "G", "İ": "I", "Ö": "O", "Ş": "S", "Ü": "U", "Â": "A", "Î": "I", "Û": "U",
  ]
}
