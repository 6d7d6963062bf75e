import SyncModels

extension MergeCheck {
  /// The smallest counterexample, from a run of its two orders once more.
  func failure(
    _ violation: Search.Violation, _ search: Search
  ) throws(TestFailure) -> TestFailure {
    let one: [View]
    let other: [View]
    do {
      one = try subject.views(along: violation.one)
      other = try subject.views(along: violation.other)
    } catch {
      throw error.failure(in: "an order tried before")
    }
    guard let end = one.last, let otherEnd = other.last, end != otherEnd else {
      let order = OperationName.list(violation.other)
      let seen = other.last.map { PrintedValue.line($0) } ?? ""
      throw MergeFault.undetermined(one: seen, other: "another state").failure(in: order)
    }
    let involved = Array(Set(violation.one + violation.other)).sorted()
    return TestFailure(
      MergeCounterexample(
        law: violation.law,
        given: [("start", PrintedValue.line(subject.view(subject.start)))]
          + involved.map { (OperationName.of($0), subject.printed($0)) },
        size: counted(involved.count, "operation ends", "operations end"),
        one: way(violation.one, one), other: way(violation.other, other),
        differences: StateDifference.between(end, otherEnd),
        sensitivity: sensitivity(of: involved, violation.law), tried: tried(search)
      ).text)
  }

  private func way(_ order: [Int], _ views: [View]) -> MergeCounterexample.Way {
    MergeCounterexample.Way(
      name: OperationName.list(order),
      steps: zip(order, views.dropFirst()).map { operation, view in
        (
          "after \(OperationName.of(operation))  ",
          PrintedValue.line(view)
        )
      })
  }

  private func tried(_ search: Search) -> String {
    let orders = "\(search.orders) order\(search.orders == 1 ? "" : "s")"
    return comparesFinalStatesOnly
      ? "\(orders); only the ends of all operations were compared"
      : "\(orders) of \(counted(subject.operations.count, "operation", "operations")), "
        + "shortest first: fewer arrivals break no law that is required"
  }

  /// The class of one or two operations by their trial; of more, by the law alone.
  private func sensitivity(of involved: [Int], _ law: MergeLaw) -> String {
    guard involved.count <= 2, let a = involved.first, let b = involved.last else {
      let named = law.sensitivity?.english ?? law.broken
      return "\(named), though no smaller number of them shows it"
    }
    guard let trial = try? subject.trial(a, b) else { return law.broken }
    let late = law == .lateRepeat ? "; a late repeat is none of its four ways" : ""
    return trial.sensitivity.english + late
  }

  func counterexample(
    _ violation: StateLaws<Operation, View>.Violation, _ laws: StateLaws<Operation, View>
  ) -> MergeCounterexample {
    func way(_ way: StateLaws<Operation, View>.Violation.Way) -> MergeCounterexample.Way {
      MergeCounterexample.Way(name: way.name, steps: [("", PrintedValue.line(way.seen))])
    }
    return MergeCounterexample(
      law: violation.law,
      given: violation.states.map { place in
        (laws.states[place].name, PrintedValue.line(laws.view(laws.states[place].state)))
      },
      size: counted(violation.states.count, "state ends", "states end"),
      one: way(violation.one), other: way(violation.other),
      differences: StateDifference.between(violation.one.seen, violation.other.seen),
      sensitivity: violation.law.sensitivity?.english ?? violation.law.broken,
      tried: "every one, two and three of \(counted(laws.states.count, "state", "states"))")
  }
}

extension MergeFault {
  func failure(in order: String) -> TestFailure {
    switch self {
    case .refused(let error, let before):
      TestFailure(
        what: "an operation threw \(error), as the last of \(order)",
        cause: "before it there was \(before)",
        next: "let every operation apply in every order, or catch the refusal where applying it")
    case .undetermined(let one, let other):
      TestFailure(
        what: "the same order ended in two states, \(order): \(one), and \(other)",
        cause: "applying reads a clock, draws a number, makes an id or keeps something elsewhere",
        next: "let the operation carry what applying it needs")
    case .unequalToItself(let seen):
      TestFailure(
        what: "a state is not equal to itself, \(order): \(seen)",
        cause: "it holds a number that is none (nan), or its == is not reflexive",
        next: "keep nan out of the state, or say what is seen of it")
    case .sharedState(let before):
      TestFailure(
        what: "applying to a copy changed the original, \(order): it was \(before)",
        cause: "the state is a class, or holds one, so its copies are one thing",
        next: "make it a value, or check what the class holds as a value")
    }
  }
}
