/// The laws of a function that merges two states, tried on every one, two and three of them.
struct StateLaws<State, View: Equatable> {
  /// Each state with the name it has in messages.
  let states: [(name: String, state: State)]
  let view: (State) -> View
  let merge: (State, State) throws -> State

  /// Two ways to merge the same states that should end alike.
  struct Violation {
    let law: MergeLaw
    /// The states by their places.
    let states: [Int]
    let one: Way
    let other: Way

    struct Way {
      let name: String
      let seen: View
    }
  }

  private typealias Way = Violation.Way

  /// The first of the smallest violations of each law: of one state, of two, of three.
  func violations() throws(MergeFault) -> [Violation] {
    let places = states.indices
    var found: [Violation] = []
    func note(_ violation: Violation?) {
      guard let violation, !found.contains(where: { $0.law == violation.law }) else { return }
      found.append(violation)
    }
    for a in places { note(try idempotence(a)) }
    for a in places { for b in places where a < b { note(try commutativity(a, b)) } }
    for a in places {
      for b in places { for c in places { note(try associativity(a, b, c)) } }
    }
    return found
  }

  private func idempotence(_ a: Int) throws(MergeFault) -> Violation? {
    let alone = Way(name: states[a].name, seen: view(states[a].state))
    return violation(.idempotence, [a], alone, try way("\(name(a)) * \(name(a))", a, a))
  }

  private func commutativity(_ a: Int, _ b: Int) throws(MergeFault) -> Violation? {
    violation(
      .commutativity, [a, b], try way("\(name(a)) * \(name(b))", a, b),
      try way("\(name(b)) * \(name(a))", b, a))
  }

  private func associativity(_ a: Int, _ b: Int, _ c: Int) throws(MergeFault) -> Violation? {
    let left = try merged(try merged(states[a].state, states[b].state), states[c].state)
    let right = try merged(states[a].state, try merged(states[b].state, states[c].state))
    var distinct: [Int] = []
    for place in [a, b, c] where !distinct.contains(place) { distinct.append(place) }
    return violation(
      .associativity, distinct,
      Way(name: "(\(name(a)) * \(name(b))) * \(name(c))", seen: view(left)),
      Way(name: "\(name(a)) * (\(name(b)) * \(name(c)))", seen: view(right)))
  }

  private func name(_ place: Int) -> String { states[place].name }

  private func way(_ name: String, _ a: Int, _ b: Int) throws(MergeFault) -> Way {
    Way(name: name, seen: view(try merged(states[a].state, states[b].state)))
  }

  private func violation(_ law: MergeLaw, _ states: [Int], _ one: Way, _ other: Way) -> Violation? {
    one.seen == other.seen ? nil : Violation(law: law, states: states, one: one, other: other)
  }

  /// Merged twice, as ``MergeSubject`` applies twice.
  private func merged(_ one: State, _ other: State) throws(MergeFault) -> State {
    func result() throws(MergeFault) -> State {
      do {
        return try merge(one, other)
      } catch {
        throw .refused(error: PrintedValue.line(error), before: PrintedValue.line(view(one)))
      }
    }
    let seenBefore = view(one)
    let shared = SharedParts(of: [seenBefore, view(other)])
    let first = try result()
    let second = try result()
    guard SharedParts(of: [seenBefore, view(other)]) == shared else {
      throw .sharedState(before: PrintedValue.safe(shared.text))
    }
    guard view(one) == seenBefore else {
      throw .sharedState(before: PrintedValue.line(seenBefore))
    }
    guard view(first) == view(second) else {
      throw .undetermined(
        one: PrintedValue.line(view(first)), other: PrintedValue.line(view(second)))
    }
    return first
  }
}
