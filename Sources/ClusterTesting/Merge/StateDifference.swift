import SyncModels

/// One place in which two states differ.
struct StateDifference: Hashable {
  /// Such as `notes["n1"].title`; empty where the states differ as a whole.
  let path: String
  let one: String
  let other: String

  /// Every such place. Empty where the two are found unequal but print alike.
  static func between(_ one: Any, _ other: Any) -> [StateDifference] {
    between(one, other, at: "", depth: 0)
  }

  private static let nothing = "nothing"

  private static func between(
    _ one: Any, _ other: Any, at path: String, depth: Int
  ) -> [StateDifference] {
    let mine = Mirror(reflecting: one)
    let its = Mirror(reflecting: other)
    let areAlike = mine.subjectType == its.subjectType && mine.displayStyle == its.displayStyle
    guard areAlike, depth < PrintedValue.deepest, !PrintedValue.isAtom(one) else {
      return whole(one, other, at: path)
    }
    func deeper(_ pairs: [Pair]) -> [StateDifference] {
      pairs.flatMap { pair -> [StateDifference] in
        switch (pair.one, pair.other) {
        case (let one?, let other?):
          between(one, other, at: path + pair.step(under: path), depth: depth + 1)
        case (let one, let other):
          [
            StateDifference(
              path: path + pair.step(under: path),
              one: one.map(PrintedValue.line) ?? nothing,
              other: other.map(PrintedValue.line) ?? nothing)
          ]
        }
      }
    }
    switch mine.displayStyle {
    case .struct, .class, .tuple: return deeper(Pair.properties(mine, its))
    case .collection: return deeper(Pair.elements(mine, its))
    case .dictionary: return deeper(Pair.values(mine, its))
    case .set: return deeper(Pair.members(mine, its))
    case .optional:
      guard let one = mine.children.first, let other = its.children.first else {
        return whole(one, other, at: path)
      }
      return between(one.value, other.value, at: path, depth: depth + 1)
    default: return whole(one, other, at: path)
    }
  }

  private static func whole(_ one: Any, _ other: Any, at path: String) -> [StateDifference] {
    guard Text(PrintedValue.whole(one)) != Text(PrintedValue.whole(other)) else { return [] }
    return [
      StateDifference(path: path, one: PrintedValue.line(one), other: PrintedValue.line(other))
    ]
  }
}

/// What stands at one place in two values; nil where one of them has nothing there.
private struct Pair {
  enum Place {
    case property(String)
    case index(Int)
    case key(String)
    case member
  }

  let place: Place
  let one: Any?
  let other: Any?

  func step(under path: String) -> String {
    switch place {
    case .property(let label): path.isEmpty ? label : ".\(label)"
    case .index(let index): "[\(index)]"
    case .key(let key): "[\(key)]"
    case .member: path.isEmpty ? "member" : ", member"
    }
  }

  static func properties(_ one: Mirror, _ other: Mirror) -> [Pair] {
    zip(one.children, other.children).enumerated().map { index, pair in
      let label = pair.0.label ?? "\(index)"
      return Pair(place: .property(label), one: pair.0.value, other: pair.1.value)
    }
  }

  static func elements(_ one: Mirror, _ other: Mirror) -> [Pair] {
    let mine = one.children.map(\.value)
    let its = other.children.map(\.value)
    return (0..<max(mine.count, its.count)).map { index in
      Pair(
        place: .index(index), one: index < mine.count ? mine[index] : nil,
        other: index < its.count ? its[index] : nil)
    }
  }

  static func values(_ one: Mirror, _ other: Mirror) -> [Pair] {
    let mine = entries(one)
    let its = entries(other)
    return Set(mine.keys).union(its.keys).sorted().map { key in
      Pair(place: .key(key.string), one: mine[key], other: its[key])
    }
  }

  static func members(_ one: Mirror, _ other: Mirror) -> [Pair] {
    func named(_ mirror: Mirror) -> [Text: Any] {
      Dictionary(mirror.children.map { (Text(PrintedValue.whole($0.value)), $0.value) }) { one, _ in
        one
      }
    }
    let mine = named(one)
    let its = named(other)
    return Set(mine.keys).symmetricDifference(its.keys).sorted().map { name in
      Pair(place: .member, one: mine[name], other: its[name])
    }
  }

  private static func entries(_ mirror: Mirror) -> [Text: Any] {
    var found: [Text: Any] = [:]
    for entry in mirror.children {
      let parts = Mirror(reflecting: entry.value).children.map(\.value)
      guard parts.count == 2 else { continue }
      found[Text(PrintedValue.whole(parts[0]))] = parts[1]
    }
    return found
  }
}
