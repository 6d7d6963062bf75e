/// An order in which some of the operations arrive, each once but for one that may come twice.
struct ArrivalOrder: Hashable {
  /// The operations by their place in the list that was given.
  private(set) var operations: [Int] = []
  private(set) var contents = Contents()

  /// What arrives, whatever the order.
  struct Contents: Hashable {
    /// One bit an operation.
    fileprivate(set) var present: UInt64 = 0
    fileprivate(set) var doubled: Int?

    var count: Int { present.nonzeroBitCount }
  }

  /// Operations that one check can take: a bit each.
  static let most = UInt64.bitWidth

  /// Whether the operation may come next.
  func mayTake(_ operation: Int) -> Bool {
    contents.present & (1 << UInt64(operation)) == 0 || contents.doubled == nil
  }

  func taking(_ operation: Int) -> ArrivalOrder {
    var longer = self
    let bit: UInt64 = 1 << UInt64(operation)
    if contents.present & bit != 0 { longer.contents.doubled = operation }
    longer.contents.present |= bit
    longer.operations.append(operation)
    return longer
  }

  /// Where the copy stands, counted from 0; nil without one.
  private var copy: Int? {
    contents.doubled.flatMap { operations.lastIndex(of: $0) }
  }

  /// The operations without the copy; the same where there is none.
  var withoutCopy: [Int] {
    var rest = operations
    if let copy { rest.remove(at: copy) }
    return rest
  }

  /// Whether something came between an operation and its copy.
  var isLateRepeat: Bool {
    guard let copy else { return false }
    return operations[copy - 1] != operations[copy]
  }

  /// The orders that differ from this one by two neighbours having changed places.
  var neighbours: [[Int]] {
    operations.indices.dropFirst().compactMap { place in
      guard operations[place] != operations[place - 1] else { return nil }
      var swapped = operations
      swapped.swapAt(place - 1, place)
      return swapped
    }
  }

  /// How many orders there are of up to so many operations: of k of them, k! without a copy and
  /// k · (k + 1)! / 2 with one. Nil where the number does not fit.
  static func count(of operations: Int) -> Int? {
    var total = 0
    var arrangements = 1
    for chosen in 1...max(1, operations) where chosen <= operations {
      let more = arrangements.multipliedReportingOverflow(by: operations - chosen + 1)
      let times = 1 + chosen * (chosen + 1) / 2
      let orders = more.partialValue.multipliedReportingOverflow(by: times)
      let sum = total.addingReportingOverflow(orders.partialValue)
      guard !more.overflow, !orders.overflow, !sum.overflow else { return nil }
      arrangements = more.partialValue
      total = sum.partialValue
    }
    return total
  }
}

/// What operations are called in messages and tables.
enum OperationName {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// `a`, `b`, … in the order of the list; beyond `z`, `a1`, `b1`, ….
  static func of(_ operation: Int) -> String {
    let round = operation / letters.count
    return String(letters[operation % letters.count]) + (round == 0 ? "" : "\(round)")
  }

  /// `a, b, a`.
  static func list(_ order: [Int]) -> String {
    order.map { of($0) }.joined(separator: ", ")
  }
}
