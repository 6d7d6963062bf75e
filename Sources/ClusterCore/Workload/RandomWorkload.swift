/// A workload that is drawn from the seed: how much happens, for how long, and what.
///
/// What a run then does is a function of this, the seed and the devices' names; see
/// ``WorkloadDrawing``.
package struct RandomWorkload: Hashable, Sendable {
  /// What users do, and what is done at the cloud.
  package enum Kind: String, CaseIterable, Sendable {
    case write, add, remove, create, increment, delete
    case sync, order, search, call
    case open, register, markRead
    case signIn, signOut
    case download, upload, cancelTransfer
    case publish, notify, answer
    case expireTokens, revoke, rateLimit
    case quota, expireCursors
  }

  /// What befalls devices and their links.
  package enum Fault: String, CaseIterable, Sendable {
    case kill, suspend, lock, power
    /// The wall clock jumps.
    case clock
    /// The wall clock is wrong from the very beginning.
    case skew
    case partition
  }

  /// How many operations there are, those of the cloud included.
  package var operations: Int
  /// How many faults there are.
  package var faultCount: Int
  /// All begins and ends within this time from the start.
  package var length = RandomWorkload.standardLength
  /// How many records, `note-1` and on, are edited; the first ones more often.
  package var records = RandomWorkload.standardRecords
  /// What may be drawn, in the order of the enumerations.
  package var kinds: [Kind]
  package var faults: [Fault]
  /// Whether each run also draws which of the kinds and faults it uses: one that never locks a
  /// phone and only writes goes to places where one that does a little of everything does not
  /// (Groce and others, "Swarm Testing", 2012).
  package var isSwarm = true

  package static let standardLength = Milliseconds.seconds(60)
  package static let standardRecords = 3
  package static let lengths = Milliseconds.seconds(1)...Milliseconds.seconds(24 * 3600)
  /// So many operations there are for each fault where nothing is said.
  package static let operationsPerFault = 6

  /// How many entries a seed can make of it: a quota brings its own end, and users answer what
  /// they are asked.
  func mostEntries(for devices: Int) -> Int {
    2 * operations + faultCount + Int(WorkloadDrawing.answersOfEach) * devices
  }
}

extension RandomWorkload {
  static let keys = ["operations", "for", "records", "kinds", "faults", "faultCount", "swarm"]

  /// Reads `{"operations": 40, "for": "60s", "kinds": ["write", "add"], "faults": ["kill"]}`.
  ///
  /// Left out, kinds and faults are all that the scenario can bear; one that is named and that it
  /// cannot bear is refused.
  init(_ reader: JSONReader, in setting: WorkloadSetting) throws(FormatError) {
    let object = try reader.object(allowing: RandomWorkload.keys)
    let operations = try object.required("operations")
      .count(in: 1...Limit.drawnOperations)
    self.operations = operations
    kinds = try RandomWorkload.named(object.optional("kinds")) { setting.refusal(of: $0) }
    faults = try RandomWorkload.named(object.optional("faults")) { setting.refusal(of: $0) }
    guard !kinds.isEmpty else {
      throw try object.required("kinds").mismatch(
        expected: "at least one of " + RandomWorkload.words(of: Kind.self))
    }
    faultCount =
      try object.optional("faultCount")?.count(in: 0...Limit.drawnOperations)
      ?? (faults.isEmpty ? 0 : operations / RandomWorkload.operationsPerFault)
    if faults.isEmpty, faultCount > 0, let count = object.optional("faultCount") {
      throw count.error(
        "there are to be \(faultCount) faults, and none that can be drawn",
        allowed: "\"faults\": [\"kill\"] or others, or no \"faultCount\"")
    }
    if let length = object.optional("for") {
      self.length = try length.delay()
      guard RandomWorkload.lengths.contains(self.length) else {
        throw length.mismatch(expected: "from 1s to 1d")
      }
    }
    records = try object.optional("records")?.count(in: 1...Limit.drawnRecords) ?? records
    isSwarm = try object.optional("swarm")?.bool() ?? true
  }

  /// The words that a file names, or all; in the order of the enumeration, so that it does not
  /// matter how a file lists them.
  private static func named<Word: RawRepresentable & CaseIterable & Equatable>(
    _ list: JSONReader?, refusal: (Word) -> WorkloadSetting.Refusal?
  ) throws(FormatError) -> [Word] where Word.RawValue == String {
    guard let list else { return Word.allCases.filter { refusal($0) == nil } }
    var named: [Word] = []
    for element in try list.elements() {
      let word = try element.choice(Word.self)
      guard !named.contains(word) else {
        throw element.error("\"\(word.rawValue)\" stands here twice", allowed: "each word once")
      }
      if let refusal = refusal(word) {
        throw element.error(refusal.problem, allowed: refusal.allowed)
      }
      named.append(word)
    }
    return Word.allCases.filter(named.contains)
  }

  private static func words<Word: RawRepresentable & CaseIterable>(
    of type: Word.Type
  ) -> String where Word.RawValue == String {
    Word.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
