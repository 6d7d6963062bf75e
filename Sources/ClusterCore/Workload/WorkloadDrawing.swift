/// Draws a workload: the entries that a seed makes of it.
///
/// Whatever is drawn is drawn by name, with a generator of its own: each operation's kind and
/// device are those that draw the highest of all (Thaler and Ravishankar's rendezvous hashing), its
/// content comes from its number and its kind. So a kind more takes operations from the others, and
/// changes none that it does not take.
package struct WorkloadDrawing {
  /// What one run may do.
  package struct Use: Hashable, Sendable {
    package let kinds: [RandomWorkload.Kind]
    package let faults: [RandomWorkload.Fault]
  }

  let workload: RandomWorkload
  let setting: WorkloadSetting
  package let use: Use
  private let seed: Seed

  package init(_ workload: RandomWorkload, in setting: WorkloadSetting, seed: Seed) {
    self.workload = workload
    self.setting = setting
    self.seed = seed
    use = Use(
      kinds: WorkloadDrawing.used(workload.kinds, of: workload, seed),
      faults: WorkloadDrawing.used(workload.faults, of: workload, seed))
  }

  /// Each half of the time; all where none would be left.
  private static func used<Word: RawRepresentable>(
    _ words: [Word], of workload: RandomWorkload, _ seed: Seed
  ) -> [Word] where Word.RawValue == String {
    guard workload.isSwarm else { return words }
    let used = words.filter { word in
      var draw = seed.generator(for: "random/use/\(word.rawValue)")
      return draw.below(2) == 0
    }
    return used.isEmpty ? words : used
  }

  /// In time order. The ids are `r1-write` for operations, `f1-kill` for faults and `q1-resolve`
  /// where a user is to answer what is asked.
  package func entries() -> [Entry] {
    let all = operations() + faults() + answers()
    let order = all.indices.sorted { (all[$0].at, $0) < (all[$1].at, $1) }
    return order.map { all[$0] }
  }

  /// Whether a file cannot use an id, since an entry that is drawn may have it.
  static func gives(_ id: String) -> Bool {
    guard let first = id.utf8.first, "rfq".utf8.contains(first) else { return false }
    let number = id.utf8.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return !number.isEmpty && id.utf8.dropFirst(1 + number.count).first == UInt8(ascii: "-")
  }
}

// MARK: Drawing by name

extension WorkloadDrawing {
  func generator(_ name: String) -> Generator { seed.generator(for: "random/" + name) }

  /// So many instants of the workload's time, in their order.
  func instants(_ count: Int, _ name: String) -> [Instant] {
    var draw = generator("\(name)/instants")
    return (0..<count).map { _ in Instant(draw.below(workload.length.count)) }.sorted()
  }

  /// The one of these that draws the highest number.
  func highest<Choice>(
    of choices: [Choice], for name: String, lots: (Choice) -> Int = { _ in 1 },
    word: (Choice) -> String
  ) -> Choice {
    let scores = choices.map { choice in
      var draw = generator("\(name)/\(word(choice))")
      return (0..<lots(choice)).reduce(0) { best, _ in max(best, draw.next()) }
    }
    guard let place = scores.indices.max(by: { scores[$0] < scores[$1] }) else {
      preconditionFailure("there is nothing to draw for \(name)")
    }
    return choices[place]
  }

  func device(for name: String) -> NodeID {
    highest(of: setting.devices.map(\.id), for: "\(name)/device", word: \.string)
  }

  func home(for name: String, of homes: [NodeID]) -> NodeID {
    highest(of: homes, for: "\(name)/device", word: \.string)
  }
}

extension Generator {
  mutating func element<Element>(of list: [Element]) -> Element {
    list[Int(below(Int64(list.count)))]
  }

  /// Once in so many times.
  mutating func isOne(in times: Int64) -> Bool { below(times) == 0 }

  /// Between `least` and so many doublings of twice that, the middle ones most often.
  mutating func length(from least: Milliseconds, doubling steps: Int) -> Milliseconds {
    var bound = least.count
    for _ in 0..<steps where below(2) == 0 { bound *= 2 }
    return Milliseconds(bound + below(bound))
  }
}
