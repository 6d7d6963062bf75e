/// Whether a save needs the tag of the record it is based on.
package enum SaveRule: Hashable, CaseIterable, Sendable {
  /// Every save is taken in and merged.
  case merge
  /// A save with a stale change tag is not accepted.
  case ifTagMatches
}

/// A record's content with its change tag, the count of accepted changes.
package struct TaggedRecord<Content> {
  package private(set) var content: Content
  /// 0 before the first change.
  package private(set) var tag: Int

  package init(_ content: Content, tag: Int = 0) {
    self.content = content
    self.tag = tag
  }

  /// Whether a save based on that tag would be accepted.
  package func accepts(basedOn base: Int, rule: SaveRule) -> Bool {
    switch rule {
    case .merge: true
    case .ifTagMatches: base == tag
    }
  }

  /// Makes the changes, which say how many were accepted, and advances the tag by that many.
  /// Returns `false`, with nothing changed, for a save that is not accepted.
  @discardableResult
  package mutating func save(
    basedOn base: Int, rule: SaveRule, changes: (inout Content) -> Int
  ) -> Bool {
    guard accepts(basedOn: base, rule: rule) else { return false }
    tag += changes(&content)
    return true
  }
}

extension TaggedRecord: Equatable where Content: Equatable {}
extension TaggedRecord: Sendable where Content: Sendable {}
