/// The help a wrong word gets.
package enum Suggestion {
  /// All allowed words, the nearest first where one is near.
  package static func among(_ words: [String], for wrong: String) -> String {
    let more = words.count - Limit.listedWords
    let list =
      words.prefix(Limit.listedWords).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
    return nearest(of: words, to: wrong).map { "did you mean \"\($0)\"? Allowed: \(list)" } ?? list
  }

  /// The word that was likely meant: the one with the fewest letters to change, two at most, or the
  /// only one that begins with what was typed; nil where none is near.
  package static func nearest(of words: [String], to wrong: String) -> String? {
    guard wrong.utf8.count <= longestWord else { return nil }
    let nearest = words.min { distance($0, wrong) < distance($1, wrong) }
    if let nearest, distance(nearest, wrong) <= 2 { return nearest }
    let begun = words.filter { wrong.count > 1 && $0.hasPrefix(wrong) }
    return begun.count == 1 ? begun.first : nil
  }

  /// Nothing longer is near to any word.
  private static let longestWord = 64

  /// Levenshtein's distance: how many letters must change.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, from) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, to) in right.enumerated() {
        let substituted = diagonal + (from == to ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
