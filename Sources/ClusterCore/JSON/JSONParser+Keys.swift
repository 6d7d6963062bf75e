extension JSONParser {
  /// Whether the key that was read last stands in its object for the first time.
  ///
  /// It changes nothing; a method that may is not handed a copy of the whole parser for each key.
  ///
  /// - Parameter count: how many keys of that object have been read.
  mutating func isNew(_ key: Int, of object: Int, _ names: inout JSONNames, count: Int) -> Bool {
    guard count > JSONNames.few else {
      var other = object + 1
      while other < key {
        if isSame(parts[other], parts[key]) { return false }
        other = Int(parts[other + 1].end)
      }
      return true
    }
    if names.isEmpty {
      var other = object + 1
      while other < key {
        _ = names.insert(content(parts[other]))
        other = Int(parts[other + 1].end)
      }
    }
    return names.insert(content(parts[key]))
  }

  private func isSame(_ one: JSONTape.Part, _ other: JSONTape.Part) -> Bool {
    one.word == other.word && one.count == other.count
      && (one.count <= 8 || content(one) == content(other))
  }

  private func content(_ part: JSONTape.Part) -> [UInt8] {
    let (start, count) = (Int(part.start), Int(part.count))
    guard start >= bytes.count else { return Array(bytes[start..<start + count]) }
    return Array(unescaped[(start - bytes.count)..<(start - bytes.count + count)])
  }

  func name(_ key: Int) -> String { String(decoding: content(parts[key]), as: UTF8.self) }
}

/// The keys of an object that has many.
struct JSONNames {
  /// Up to so many are looked through one by one.
  static let few = 16
  /// As bytes: a ``Text`` of every key of every file would stay for good.
  private var names: Set<[UInt8]> = []

  var isEmpty: Bool { names.isEmpty }

  /// False for one that is there already.
  mutating func insert(_ name: [UInt8]) -> Bool { names.insert(name).inserted }
}
