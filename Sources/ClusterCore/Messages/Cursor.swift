/// How far a device has read the change feed.
package enum Cursor: Hashable, Sendable {
  /// The changes up to that feed number; 0 for none. Cursors that expire are of an earlier
  /// generation than those that are given out afterwards.
  case number(Int, generation: Int = 0)
  /// The changes that the cloud had accepted by that instant, in milliseconds of its clock. Several
  /// may have one instant, so that it does not say which of them have been read.
  case instant(Int64)

  /// Where a device stands that has read that far and then as far as `other`.
  ///
  /// Numbers only go up, whichever answer comes last. An instant says nothing of the kind: where
  /// it comes from a clock that was put back, it goes back.
  package func advanced(to other: Cursor) -> Cursor {
    guard case .number(let here, let old) = self, case .number(let there, let new) = other else {
      return other
    }
    return (old, here) > (new, there) ? self : other
  }
}

extension Cursor: ExpressibleByIntegerLiteral {
  package init(integerLiteral number: Int) { self = .number(number) }
}

extension Cursor: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let number, 0): "\(number)"
    case .number(let number, let generation): "\(number) of generation \(generation)"
    case .instant(let instant): "\(instant) ms"
    }
  }
}

extension Cursor {
  static let keys: JSONKeys = ["cursor", "generation", "since"]

  /// Writes `"cursor": 5`, with `"generation": 1` where it is not 0, or `"since": 60000` into the
  /// object that is open.
  package func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .number(let number, let generation):
      json.member("cursor", number)
      if generation != 0 { json.member("generation", generation) }
    case .instant(let instant): json.member("since", instant)
    }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    if let since = object.optional("since") {
      self = .instant(try since.integer(in: Limit.moments))
    } else {
      self = .number(
        try object.required("cursor").count(),
        generation: try object.optional("generation")?.count() ?? 0)
    }
  }
}
