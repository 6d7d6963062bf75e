import SyncModels

/// What is checked: where it starts, what arrives, how it is applied and what of it is seen.
struct MergeSubject<State, Operation, View: Equatable> {
  let start: State
  let operations: [Operation]
  let view: (State) -> View
  let apply: (inout State, Operation) throws -> Void

  /// A state on the way, and what was seen of it when it came about.
  struct Reached {
    let state: State
    let seen: View
    /// What of `seen` its copies share, as it was then.
    let shared: SharedParts

    init(state: State, seen: View) {
      self.state = state
      self.seen = seen
      shared = SharedParts(of: seen)
    }
  }

  var beginning: Reached { Reached(state: start, seen: view(start)) }

  /// Whether what is compared is an object itself, so that nothing separates two copies of it.
  static var comparesObjects: Bool { View.self is AnyObject.Type }

  /// The state after one more operation.
  ///
  /// It is made twice from the same state. What differs then was not decided by state and
  /// operation; and a state that changes under its own copy is shared by all of them.
  func reached(from before: Reached, by operation: Int) throws(MergeFault) -> Reached {
    try Self.requireEqualToItself(before.seen)
    let state = try applied(operation, to: before.state)
    let again = try applied(operation, to: before.state)
    // Where what is seen holds an object, it has changed together with the state.
    guard SharedParts(of: before.seen) == before.shared else {
      throw .sharedState(before: PrintedValue.safe(before.shared.text))
    }
    guard view(before.state) == before.seen else {
      throw .sharedState(before: PrintedValue.line(before.seen))
    }
    let seen = view(state)
    let seenAgain = view(again)
    try Self.requireEqualToItself(seen)
    guard seen == seenAgain else {
      throw .undetermined(one: PrintedValue.line(seen), other: PrintedValue.line(seenAgain))
    }
    return Reached(state: state, seen: seen)
  }

  private static func requireEqualToItself(_ seen: View) throws(MergeFault) {
    guard seen == seen else { throw .unequalToItself(PrintedValue.line(seen)) }
  }

  private func applied(_ operation: Int, to state: State) throws(MergeFault) -> State {
    var copy = state
    do {
      try apply(&copy, operations[operation])
    } catch {
      throw .refused(error: PrintedValue.line(error), before: PrintedValue.line(view(state)))
    }
    return copy
  }

  /// What is seen from the start on, after each operation of an order.
  func views(along order: [Int]) throws(MergeFault) -> [View] {
    var reached = beginning
    var views = [reached.seen]
    for operation in order {
      reached = try self.reached(from: reached, by: operation)
      views.append(reached.seen)
    }
    return views
  }

  /// The trial of two operations, by their places in the list.
  func trial(_ a: Int, _ b: Int) throws -> Trial<Seen<View>> {
    try Trial(
      from: start, a: { try apply(&$0, operations[a]) }, b: { try apply(&$0, operations[b]) },
      seen: { Seen(view($0)) })
  }

  func printed(_ operation: Int) -> String { PrintedValue.line(operations[operation]) }
}

/// A view as a trial compares and prints it.
struct Seen<View: Equatable>: Equatable, CustomStringConvertible {
  let view: View

  init(_ view: View) {
    self.view = view
  }

  var description: String { PrintedValue.line(view) }
}

/// Why nothing can be said of a merge.
enum MergeFault: Error {
  /// An operation threw; what was seen of the state it was applied to.
  case refused(error: String, before: String)
  /// The same operation on the same state, twice, ended in two states.
  case undetermined(one: String, other: String)
  /// What is seen is not equal to itself, so nothing is equal to it.
  case unequalToItself(String)
  /// Applying to a copy changed the original.
  case sharedState(before: String)
}
