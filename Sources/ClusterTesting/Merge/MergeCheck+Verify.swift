import SyncModels

extension MergeCheck {
  typealias Search = ArrivalSearch<State, Operation, View>

  /// Passes if every law that is required holds in every order.
  ///
  /// - Throws: a ``TestFailure`` with the smallest counterexample; or one that says why nothing
  ///   can be said: no operation, an `apply` that throws or does not decide, a state that is shared
  ///   by its copies, more orders than the limit.
  public func verify() throws(TestFailure) {
    try refuseWhatCannotBeMeant()
    var broken = try verifyStateLaws()
    var search = Search(subject, comparesFinalStatesOnly: comparesFinalStatesOnly, limit: limit)
    let violation: Search.Violation?
    do {
      violation = try search.firstViolation(of: required)
    } catch {
      throw error.fault.failure(in: OperationName.list(error.order))
    }
    if let violation { throw try failure(violation, search) }
    guard search.isComplete else { throw incomplete(search) }
    broken.formUnion(search.broken)
    try verifyExpectation(broken)
  }

  private func refuseWhatCannotBeMeant() throws(TestFailure) {
    guard !subject.operations.isEmpty else {
      throw TestFailure(
        what: "there is no operation, so nothing was judged",
        cause: "the list of operations is empty",
        next: "give the operations that devices may have under way at once, two at least")
    }
    guard subject.operations.count <= ArrivalOrder.most else {
      throw TestFailure(
        what: "\(subject.operations.count) operations are too many for one check",
        cause: "it takes at most \(ArrivalOrder.most), and has time for all orders of some six",
        next: "check fewer at a time, those that touch the same thing together")
    }
    guard !MergeSubject<State, Operation, View>.comparesObjects else {
      throw TestFailure(
        what: "\(View.self) is a class, so two copies of a state are one thing",
        cause:
          "an operation that is applied to a copy changes the original too, and all ends alike",
        next: "make the state a struct, or say what is compared as a value: seen: { $0.title }")
    }
    guard !required.contains(.associativity) || laws != nil else {
      throw TestFailure(
        what: "associativity is required, and cannot be judged",
        cause: "it is a law of merging two states, and this check applies operations to one",
        next: "use MergeCheck(from:merging:merge:), or require the other laws")
    }
    guard !required.isEmpty || expected != nil else {
      throw TestFailure(
        what: "no law is required, so nothing was judged", cause: ".requiring() names none",
        next: "name a law, or leave .requiring() out to require all")
    }
  }

  /// The laws that merged states break, none of them required.
  private func verifyStateLaws() throws(TestFailure) -> Set<MergeLaw> {
    guard let laws else { return [] }
    let violations: [StateLaws<Operation, View>.Violation]
    do {
      violations = try laws.violations()
    } catch {
      throw error.failure(in: "two states")
    }
    if let violation = violations.first(where: { required.contains($0.law) }) {
      throw TestFailure(counterexample(violation, laws).text)
    }
    return Set(violations.map(\.law))
  }

  private func verifyExpectation(_ broken: Set<MergeLaw>) throws(TestFailure) {
    guard let expected, !expected.brokenLaws.isSubset(of: broken) else { return }
    let found = MergeSensitivity(
      Sensitivity(
        repetitionMatters: broken.contains(.idempotence),
        orderMatters: broken.contains(.commutativity)))
    throw TestFailure(
      what: "the merge was expected to be \(expected) and is \(found)",
      cause: "it has become better, or these operations do not show what it minds",
      next: "expect it to be \(found), or add operations that show it")
  }

  private func incomplete(_ search: Search) -> TestFailure {
    let count = subject.operations.count
    let all = ArrivalOrder.count(of: count)
    let needed = all.map { "\($0)" } ?? "more than \(Int.max)"
    return TestFailure(
      what: "incomplete: \(search.orders) of \(needed) orders were tried, and no law broke; all of "
        + "up to \(counted(search.finishedLength, "arrival", "arrivals")) are among them",
      cause: "\(counted(count, "operation", "operations")) have more orders than the limit "
        + "of \(limit)",
      next: "check fewer operations at a time"
        + (all.map { ", or say .limited(toOrders: \($0))" } ?? ""))
  }
}
