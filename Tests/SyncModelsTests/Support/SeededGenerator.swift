/// The tests' own source of chance: SplitMix64, the same numbers for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance() -> Bool { Bool.random(using: &self) }

  /// One of the elements, of which there must be some.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// A list of that many things at most.
  mutating func list<Element>(
    upTo count: Int, _ draw: (inout SeededGenerator) -> Element
  ) -> [Element] {
    (0..<number(0...count)).map { _ in draw(&self) }
  }
}
