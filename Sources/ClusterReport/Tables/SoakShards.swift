import ClusterCore

/// Which parts of a soak a summary is made of: of so many shards, those of these numbers.
package struct SoakShards: Hashable, Sendable, CustomStringConvertible {
  /// In their order, from 1.
  package let numbers: [Int]
  package let count: Int

  /// A soak that was not divided, or all its shards.
  package static let whole = SoakShards(numbers: [1], count: 1)

  private init(numbers: [Int], count: Int) {
    self.numbers = numbers.sorted()
    self.count = count
  }

  package init(_ number: Int, of count: Int) {
    self.init(numbers: [number], count: count)
  }

  package var isWhole: Bool { numbers.count == count }

  /// Both; nil where a shard is in both, or they are of different soaks.
  ///
  /// What is whole can be added to what is whole: those are soaks of other files or seeds.
  package func joined(with other: SoakShards) -> SoakShards? {
    if isWhole && other.isWhole { return .whole }
    guard count == other.count, Set(numbers).isDisjoint(with: other.numbers) else { return nil }
    return SoakShards(numbers: numbers + other.numbers, count: count)
  }

  package var description: String { numbers.map { "\($0)/\(count)" }.joined(separator: ", ") }
}

extension SoakShards: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("numbers")
      json.array(numbers) { $0.integer(Int64($1)) }
      json.member("of", count)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["numbers", "of"])
    let count = try object.required("of").count(in: 1...Int.max)
    let numbers = try object.required("numbers").list { reader throws(FormatError) in
      try reader.count(in: 1...count)
    }
    self.init(numbers: numbers, count: count)
  }
}
