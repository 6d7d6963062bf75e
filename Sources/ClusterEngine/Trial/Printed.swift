/// A state as a row prints it, the names that nodes gave still apart from the rest.
///
/// Ids, keys, tokens and stamps are the cluster's own and mean nothing but which is which, so
/// that they are renamed before two prints are compared.
package struct Printed: Hashable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Piece: Hashable, Sendable {
    case plain(String)
    case name(String)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { pieces.append(.plain(literal)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      pieces.append(.plain(value.description))
    }

    package mutating func appendInterpolation(_ printed: Printed) { pieces += printed.pieces }

    /// What a node has named, so that only which is which counts.
    package mutating func appendInterpolation(name: some CustomStringConvertible) {
      pieces.append(.name(name.description))
    }
  }

  private var pieces: [Piece]

  package init(stringLiteral value: String) { pieces = [.plain(value)] }

  package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  fileprivate init(_ parts: some Sequence<Printed>, separator: String) {
    pieces = []
    for (index, part) in parts.enumerated() {
      if index > 0 { pieces.append(.plain(separator)) }
      pieces += part.pieces
    }
  }

  /// The text, each name replaced.
  func text(_ rename: (String) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .plain(let text): text
      case .name(let name): rename(name)
      }
    }.joined()
  }
}

extension Sequence<Printed> {
  func joined(by separator: String) -> Printed { Printed(self, separator: separator) }

  /// `["a", "b"]`, as Swift prints a list of strings.
  var quotedList: Printed { "[\(map { "\"\($0)\"" as Printed }.joined(by: ", "))]" }

  /// `[a,b]`.
  var plainList: Printed { "[\(joined(by: ","))]" }
}

/// Gives what nodes have named the names of a row, in the order of first appearance.
struct NamesByAppearance {
  private var left: ArraySlice<String>
  private var known: [String: String] = [:]

  /// - Parameter names: the row's own, in the order in which they first appear in it.
  init(_ names: [String]) { left = names[...] }

  /// A name that the row has no counterpart of gets a question mark, and so agrees with none.
  mutating func text(_ printed: Printed) -> String {
    printed.text { name in
      if let given = known[name] { return given }
      let given = left.popFirst() ?? "?\(known.count + 1)"
      known[name] = given
      return given
    }
  }
}
