import Testing

@testable import ClusterTesting

@Suite struct ArrivalOrderTests {
  /// Every sequence in which each operation comes at most twice, one of them twice at most,
  /// counted by trying them all.
  private func countedByHand(_ operations: Int) -> Int {
    func longer(_ taken: [Int]) -> Int {
      var total = taken.isEmpty ? 0 : 1
      for next in 0..<operations {
        let times = taken.count { $0 == next }
        let isDoubled = Set(taken).count < taken.count
        if times == 0 || (times == 1 && !isDoubled) { total += longer(taken + [next]) }
      }
      return total
    }
    return longer([])
  }

  @Test(arguments: 1...5) func theFormulaCountsWhatThereIs(operations: Int) {
    #expect(ArrivalOrder.count(of: operations) == countedByHand(operations))
  }

  @Test func theSearchTriesEachOfThem() throws {
    let subject = MergeSubject(
      start: 0, operations: [1, 2, 3, 4, 5], view: { $0 }, apply: { $0 = max($0, $1) })
    var search = ArrivalSearch(subject, comparesFinalStatesOnly: false, limit: 100_000)
    #expect(try search.firstViolation(of: Set(MergeLaw.allCases)) == nil)
    #expect(search.isComplete)
    #expect(search.orders == 3750)
    #expect(search.finishedLength == 6)
    #expect(search.broken.isEmpty)
  }

  @Test func aNumberThatDoesNotFitIsNone() {
    #expect(ArrivalOrder.count(of: 64) == nil)
  }

  @Test func aCopyBehindItsOriginalIsNoLateRepeat() {
    func order(_ operations: Int...) -> ArrivalOrder {
      operations.reduce(ArrivalOrder()) { $0.taking($1) }
    }
    #expect(!order(0, 1).isLateRepeat)
    #expect(!order(1, 0, 0).isLateRepeat)
    #expect(order(0, 1, 0).isLateRepeat)
    #expect(order(0, 1, 0).withoutCopy == [0, 1])
    #expect(order(0, 0, 1).neighbours == [[0, 1, 0]])
  }

  @Test func lettersGoOnBehindZ() {
    #expect(OperationName.list([0, 25, 26]) == "a, z, a1")
  }
}
