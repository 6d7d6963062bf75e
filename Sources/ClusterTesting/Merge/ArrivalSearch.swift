/// Every order of arrival, shortest first, as a tree: an order goes on from the state that the
/// shorter one left, so each application is made once for all the orders that begin with it.
struct ArrivalSearch<State, Operation, View: Equatable> {
  typealias Subject = MergeSubject<State, Operation, View>

  let subject: Subject
  /// Compare only what is left when all operations have come.
  let comparesFinalStatesOnly: Bool
  /// Orders to try, the shorter ones among them; then the search is given up.
  let limit: Int

  /// Two orders that should have ended alike.
  struct Violation {
    let law: MergeLaw
    let one: [Int]
    let other: [Int]
  }

  /// An operation that could not be applied, as the last of that order.
  struct Failure: Error {
    let order: [Int]
    let fault: MergeFault
  }

  private(set) var orders = 0
  /// All orders of so many arrivals, copies among them, were tried.
  private(set) var finishedLength = 0
  /// False once the limit stopped the search.
  private(set) var isComplete = true
  private(set) var broken: Set<MergeLaw> = []

  init(_ subject: Subject, comparesFinalStatesOnly: Bool, limit: Int) {
    self.subject = subject
    self.comparesFinalStatesOnly = comparesFinalStatesOnly
    self.limit = limit
  }

  private struct Arrived {
    let order: ArrivalOrder
    let reached: Subject.Reached
  }

  /// Searches until one of the required laws breaks: the first is one of the smallest.
  mutating func firstViolation(of required: Set<MergeLaw>) throws(Failure) -> Violation? {
    var level = [Arrived(order: ArrivalOrder(), reached: subject.beginning)]
    while true {
      let next = try longer(than: level)
      if let violation = judge(next, shorter: level, required) { return violation }
      guard isComplete, !next.isEmpty else { return nil }
      finishedLength += 1
      level = next
    }
  }

  private mutating func longer(than level: [Arrived]) throws(Failure) -> [Arrived] {
    var next: [Arrived] = []
    for arrived in level {
      for operation in subject.operations.indices where arrived.order.mayTake(operation) {
        guard orders < limit else {
          isComplete = false
          return next
        }
        orders += 1
        let order = arrived.order.taking(operation)
        do {
          next.append(
            Arrived(
              order: order, reached: try subject.reached(from: arrived.reached, by: operation)))
        } catch {
          throw Failure(order: order.operations, fault: error)
        }
      }
    }
    return next
  }

  /// Notes which laws break among the orders of one length; gives the first that is required.
  private mutating func judge(
    _ level: [Arrived], shorter: [Arrived], _ required: Set<MergeLaw>
  ) -> Violation? {
    for violation in repeats(in: level, shorter: shorter) + reorders(in: level) {
      broken.insert(violation.law)
      if required.contains(violation.law) { return violation }
    }
    return nil
  }

  private func isCompared(_ order: ArrivalOrder) -> Bool {
    !comparesFinalStatesOnly || order.contents.count == subject.operations.count
  }

  /// Orders with a copy, each beside the same order without it.
  private func repeats(in level: [Arrived], shorter: [Arrived]) -> [Violation] {
    var plain: [[Int]: View] = [:]
    for arrived in shorter where arrived.order.contents.doubled == nil {
      plain[arrived.order.operations] = arrived.reached.seen
    }
    return level.compactMap { arrived in
      guard arrived.order.contents.doubled != nil, isCompared(arrived.order),
        let without = plain[arrived.order.withoutCopy], without != arrived.reached.seen
      else { return nil }
      return Violation(
        law: arrived.order.isLateRepeat ? .lateRepeat : .idempotence,
        one: arrived.order.withoutCopy, other: arrived.order.operations)
    }
  }

  /// Orders of the same arrivals: the first of each kind beside one that ends otherwise.
  private func reorders(in level: [Arrived]) -> [Violation] {
    var first: [ArrivalOrder.Contents: Arrived] = [:]
    var told: Set<ArrivalOrder.Contents> = []
    return level.compactMap { arrived in
      let contents = arrived.order.contents
      guard isCompared(arrived.order) else { return nil }
      guard let earlier = first[contents] else {
        first[contents] = arrived
        return nil
      }
      guard earlier.reached.seen != arrived.reached.seen, told.insert(contents).inserted else {
        return nil
      }
      return closest(contents, in: level)
        ?? Violation(
          law: .commutativity, one: earlier.order.operations, other: arrived.order.operations)
    }
  }

  /// Of the orders of these arrivals, two that end otherwise though only two neighbours have
  /// changed places. There are such, unless the level was cut short: neighbour swaps lead from
  /// any order to any other.
  private func closest(_ contents: ArrivalOrder.Contents, in level: [Arrived]) -> Violation? {
    let alike = level.filter { $0.order.contents == contents }
    let seen = Dictionary(
      alike.map { ($0.order.operations, $0.reached.seen) }, uniquingKeysWith: { one, _ in one })
    for arrived in alike {
      for neighbour in arrived.order.neighbours {
        guard let its = seen[neighbour], its != arrived.reached.seen else { continue }
        return Violation(law: .commutativity, one: arrived.order.operations, other: neighbour)
      }
    }
    return nil
  }
}
