/// What a value holds by reference, printed: two looks at one value differ where such a part has
/// changed under it.
///
/// A part is found by reflection, so not in a type that hides its properties from `Mirror`, and not
/// in a closure.
struct SharedParts: Equatable {
  /// Each object in the order of the properties, with what it holds; empty for a plain value.
  let text: String

  init(of value: Any) {
    var walk = Walk()
    walk.look(at: value, depth: 0)
    text = walk.found.joined(separator: ", ")
  }

  private struct Walk {
    private(set) var found: [String] = []
    private var seen: Set<ObjectIdentifier> = []

    mutating func look(at value: Any, depth: Int) {
      guard depth < PrintedValue.deepest else { return }
      var mirror: Mirror? = Mirror(reflecting: value)
      if mirror?.displayStyle == .class {
        guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
        found.append(Self.printed(value))
      }
      while let level = mirror {
        for child in level.children { look(at: child.value, depth: depth + 1) }
        mirror = level.superclassMirror
      }
    }

    /// Whatever it says of itself, and all that it holds.
    private static func printed(_ object: Any) -> String {
      var properties: [String] = []
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        properties += level.children.map { child in
          "\(child.label ?? "_"): \(PrintedValue.whole(child.value))"
        }
        mirror = level.superclassMirror
      }
      return "\(type(of: object))(" + properties.joined(separator: ", ") + ")"
    }
  }
}
