/// What a model does, reduced to what a law can see: the view of the start state, then the view
/// after each operation.
typealias Behaviour<Start, Operation, Seen> = (Start, [Operation]) async -> [Seen]

/// A claim about every start and every list of operations, tried on random ones.
///
/// It takes any behaviour, so that the same law can be seen to hold for a model and to fail for
/// the model changed in one way.
struct Law<Start, Operation, Seen> {
  typealias Model = Behaviour<Start, Operation, Seen>

  /// Tries the model once and returns what was wrong, `nil` if nothing was.
  let trial: (Model, inout SeededGenerator) async -> String?

  /// What was wrong in the first of `runs` tries that went wrong, with the seed that shows it.
  func counterexample(to model: Model, seed: UInt64, runs: Int = 300) async -> String? {
    var generator = SeededGenerator(seed: seed)
    for run in 1...runs {
      if let wrong = await trial(model, &generator) {
        return "seed \(seed), run \(run): \(wrong)"
      }
    }
    return nil
  }
}

extension Law {
  /// Looks at each single step: the state before, the operation, the state after.
  static func eachStep(
    start: @escaping (inout SeededGenerator) -> Start,
    operation: @escaping (inout SeededGenerator) -> Operation,
    holds: @escaping (_ before: Seen, Operation, _ after: Seen) -> Bool
  ) -> Law {
    Law { model, generator in
      let first = start(&generator)
      let operations = generator.list(upTo: 12, operation)
      let seen = await model(first, operations)
      for (step, operation) in operations.enumerated()
      where !holds(seen[step], operation, seen[step + 1]) {
        return "\(operation) turned \(seen[step]) into \(seen[step + 1])"
      }
      return nil
    }
  }
}

/// The behaviour of a model with value semantics.
func behaviour<Start, Operation, State, Seen>(
  from make: @escaping (Start) -> State,
  apply: @escaping (inout State, Operation) -> Void,
  seen view: @escaping (State) -> Seen
) -> Behaviour<Start, Operation, Seen> {
  { start, operations in
    var state = make(start)
    var seen = [view(state)]
    for operation in operations {
      apply(&state, operation)
      seen.append(view(state))
    }
    return seen
  }
}

/// The seeds that each law is tried with.
let lawSeeds: [UInt64] = [1, 2, 3]
