/// A check that a merge ends alike, in whatever order operations arrive and however often.
///
/// ```swift
/// try MergeCheck(from: Note(), operations: [milk, eggs, shop]) { note, operation in
///   note.apply(operation)
/// }
/// .verify()
/// ```
///
/// ``verify()`` applies the operations in every order of every one, two, … of them, each at most
/// twice and one doubled at a time, shortest first, and compares what orders of the same operations
/// leave. It throws a ``TestFailure`` that holds the smallest counterexample in words.
///
/// Operations should be those that two devices can have under way at once. `State` has to be a
/// value: a class, or a value that shares one, changes under its copies, and the check says so.
/// An operation must end alike when it is applied twice to one state, so no clock, random number
/// or fresh id may stand in `apply`; the check says that too. An error that `apply` throws ends
/// the check as a failure. Where refusing is part of the merge, catch it in `apply`.
///
/// Five operations have 3,750 orders, six 32,292, seven 308,252; see ``limited(toOrders:)``.
public struct MergeCheck<State, Operation, View: Equatable> {
  let subject: MergeSubject<State, Operation, View>
  /// The laws of the function that merges, where states are merged.
  let laws: StateLaws<Operation, View>?
  var required: Set<MergeLaw>
  var expected: MergeSensitivity?
  var comparesFinalStatesOnly = false
  var limit = defaultOrderLimit

  private init(_ subject: MergeSubject<State, Operation, View>, _ laws: StateLaws<Operation, View>?)
  {
    self.subject = subject
    self.laws = laws
    required = Self.judged(laws != nil)
  }

  /// Checks operations on a state of which a part is compared: what a user sees of it, say.
  ///
  /// - Parameters:
  ///   - start: the state that every order starts from.
  ///   - operations: at most 64.
  ///   - view: what is compared. What it leaves out may differ.
  ///   - apply: applies one operation, as a device or a server does when it arrives.
  public init(
    from start: State, operations: [Operation], seen view: @escaping (State) -> View,
    apply: @escaping (inout State, Operation) throws -> Void
  ) {
    self.init(
      MergeSubject(start: start, operations: operations, view: view, apply: apply), nil)
  }
}

/// Orders that a check tries unless it is told otherwise: all of up to six operations.
private let defaultOrderLimit = 100_000

extension MergeCheck where View == State {
  /// Checks operations on a state that is compared whole.
  ///
  /// - Parameters:
  ///   - start: the state that every order starts from.
  ///   - operations: at most 64.
  ///   - apply: applies one operation, as a device or a server does when it arrives.
  public init(
    from start: State, operations: [Operation],
    apply: @escaping (inout State, Operation) throws -> Void
  ) {
    self.init(from: start, operations: operations, seen: { $0 }, apply: apply)
  }
}

extension MergeCheck where State == Operation {
  /// Checks a function that merges two states, of which a part is compared.
  ///
  /// Besides the orders in which the states may reach `start`, the laws are tried on `start` and
  /// the states themselves, among them associativity.
  ///
  /// - Parameters:
  ///   - start: a state as any of the others, such as that of a new device.
  ///   - states: at most 64, as devices hold them that have worked apart.
  ///   - view: what is compared.
  ///   - merge: what a device makes of its own state, the first, and one that arrives.
  public init(
    from start: State, merging states: [State], seen view: @escaping (State) -> View,
    merge: @escaping (State, State) throws -> State
  ) {
    let named = states.indices.map { place in
      (name: OperationName.of(place), state: states[place])
    }
    self.init(
      MergeSubject(
        start: start, operations: states, view: view, apply: { $0 = try merge($0, $1) }),
      StateLaws(states: [("start", start)] + named, view: view, merge: merge))
  }
}

extension MergeCheck where State == Operation, View == State {
  /// Checks a function that merges two states, compared whole.
  ///
  /// - Parameters:
  ///   - start: a state as any of the others, such as that of a new device.
  ///   - states: at most 64, as devices hold them that have worked apart.
  ///   - merge: what a device makes of its own state, the first, and one that arrives.
  public init(
    from start: State, merging states: [State], merge: @escaping (State, State) throws -> State
  ) {
    self.init(from: start, merging: states, seen: { $0 }, merge: merge)
  }
}

extension MergeCheck {
  /// Requires these laws and no others. Left out, all are required that can be judged.
  public func requiring(_ laws: MergeLaw...) -> MergeCheck {
    var check = self
    check.required = Set(laws)
    check.expected = nil
    return check
  }

  /// Expects a merge that minds this and nothing more, where that is as it should be.
  ///
  /// The check fails also if the operations do not show it: a merge that has become robust should
  /// be expected to be so. What minds order minds a late repeat too, so ``MergeLaw/lateRepeat`` and
  /// ``MergeLaw/associativity`` are required of a robust merge only.
  public func expecting(_ sensitivity: MergeSensitivity) -> MergeCheck {
    var check = self
    check.required = Self.judged(laws != nil).intersection(sensitivity.keptLaws)
    check.expected = sensitivity
    return check
  }

  /// Compares only what is left when all operations have arrived, for operations that make sense
  /// together only. The laws of two merged states are judged as ever.
  public func comparingFinalStatesOnly() -> MergeCheck {
    var check = self
    check.comparesFinalStatesOnly = true
    return check
  }

  /// Tries at most so many orders; left out, 100,000.
  ///
  /// ``verify()`` tries the shortest first and fails as incomplete when it gets there: it never
  /// passes on a part of the orders. Each order costs two calls of `apply`, and states of two
  /// lengths are kept.
  public func limited(toOrders orders: Int) -> MergeCheck {
    var check = self
    check.limit = max(1, orders)
    return check
  }

  /// All laws that can be judged.
  private static func judged(_ mergesStates: Bool) -> Set<MergeLaw> {
    Set(MergeLaw.allCases.filter { $0 != .associativity || mergesStates })
  }
}
