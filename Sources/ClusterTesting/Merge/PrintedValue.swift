import ClusterReport
import SyncModels

/// Any value as text that is the same on every run and harmless to print.
///
/// What has no order of its own, such as a dictionary or a set, is sorted. A type with a
/// `description` of its own prints that; any other prints its stored properties.
enum PrintedValue {
  /// Characters after which a printed value is cut.
  static let longest = 400

  /// Levels of nesting that are looked into.
  static let deepest = 12

  /// For a message: on one line, and cut.
  static func line(_ value: Any) -> String {
    safe(whole(value))
  }

  /// A text in ASCII, without what could steer a terminal, and cut.
  static func safe(_ text: String) -> String {
    cut(TextStyle.ofMessages.safe(text))
  }

  /// Nothing cut, nothing escaped: for comparing.
  static func whole(_ value: Any, depth: Int = 0) -> String {
    guard depth < deepest else { return ".." }
    if let text = value as? any StringProtocol { return String(text).debugDescription }
    func inner(_ value: Any) -> String { whole(value, depth: depth + 1) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { inner($0.value) } ?? "nil"
    case .collection: return "[" + mirror.children.map { inner($0.value) }.listed + "]"
    case .set: return "{" + mirror.children.map { inner($0.value) }.inOrder.listed + "}"
    case .dictionary:
      let entries = mirror.children.map { entry in
        Mirror(reflecting: entry.value).children.map { inner($0.value) }.joined(separator: ": ")
      }
      return entries.isEmpty ? "[:]" : "[" + entries.inOrder.listed + "]"
    case .tuple: return "(" + labelled(mirror, inner) + ")"
    default: return described(value, mirror, inner)
    }
  }

  /// Whether a value is a whole that is not looked into.
  static func isAtom(_ value: Any) -> Bool {
    guard value is any CustomStringConvertible else { return false }
    switch Mirror(reflecting: value).displayStyle {
    case .collection, .set, .dictionary, .optional: return false
    default: return true
    }
  }

  private static func described(
    _ value: Any, _ mirror: Mirror, _ inner: (Any) -> String
  ) -> String {
    if isAtom(value) || mirror.children.isEmpty { return String(describing: value) }
    if mirror.displayStyle == .enum, let payload = mirror.children.first {
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      let text = inner(payload.value)
      return (payload.label ?? "") + (isTuple ? text : "(\(text))")
    }
    return "\(mirror.subjectType)(" + labelled(mirror, inner) + ")"
  }

  private static func labelled(_ mirror: Mirror, _ inner: (Any) -> String) -> String {
    mirror.children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return inner(child.value) }
      return "\(label): \(inner(child.value))"
    }.listed
  }

  private static func cut(_ text: String) -> String {
    guard text.count > longest else { return text }
    return text.prefix(longest) + ".. (\(text.count - longest) characters more)"
  }
}

extension [String] {
  fileprivate var listed: String { joined(separator: ", ") }

  /// Sorted by UTF-8 bytes.
  fileprivate var inOrder: [String] { sorted { Text($0) < Text($1) } }
}
