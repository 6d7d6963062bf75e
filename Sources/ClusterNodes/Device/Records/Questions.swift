import ClusterCore

/// Conflicts that only the user can settle, and what the user has been told of them.
///
/// They are not stored: the edits that wait are, and a new process that sends one again is
/// refused again, which puts the question anew.
struct Questions: Hashable, Sendable {
  /// Nil until the user has been asked.
  private var asked: [FieldPath: Question?] = [:]

  /// Whether edits of the field wait for the user.
  func hold(_ path: FieldPath) -> Bool { asked[path] != nil }

  /// What one side says of each field that the user has been asked of.
  func values(of side: Question.Side) -> [FieldPath: Value] {
    var values: [FieldPath: Value] = [:]
    for (path, question) in asked {
      guard case .scalar(let value)? = question?.value(of: side) else { continue }
      values[path] = value
    }
    return values
  }

  mutating func open(_ path: FieldPath) {
    if asked[path] == nil { asked[path] = .some(nil) }
  }

  /// What there is to tell the user of the field: another question, or that it is over.
  ///
  /// - Parameter isOpen: whether an edit of it is pending still; without one nothing is asked.
  mutating func ask(
    of path: FieldPath, own: FieldValue?, cloud: FieldValue?, isOpen: Bool
  ) -> Shown? {
    guard let before = asked[path] else { return nil }
    guard isOpen, let own, let cloud, own != cloud else { return close(path) }
    let question = Question(own: own, cloud: cloud)
    guard before != question else { return nil }
    asked[path] = question
    return .question(path, question)
  }

  /// Says that nothing is asked of the field any more; nil where the user was not asked.
  mutating func close(_ path: FieldPath) -> Shown? {
    guard let before = asked.removeValue(forKey: path), before != nil else { return nil }
    return .question(path, nil)
  }
}
