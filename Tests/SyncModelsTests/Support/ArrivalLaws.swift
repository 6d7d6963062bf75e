/// Laws on how the same operations arrive. A start is a list of operations too, those that made
/// the start state; what is seen in the end must be the same.
struct ArrivalLaws<Operation, Seen: Equatable> {
  typealias ArrivalLaw = Law<[Operation], Operation, Seen>

  /// Draws the operations of the start and those that arrive, all from one hand, so that it can
  /// keep stamps or ids distinct.
  let draw: (inout SeededGenerator) -> (start: [Operation], arriving: [Operation])

  /// Any order ends alike.
  var orderFree: ArrivalLaw {
    law { operations, generator in operations.shuffled(using: &generator) }
  }

  /// A copy that comes directly behind its original changes nothing.
  var adjacentRepeatFree: ArrivalLaw {
    law { operations, generator in
      Self.copying(into: operations, &generator) { original, _ in original + 1 }
    }
  }

  /// A copy that comes anywhere behind its original changes nothing.
  var lateRepeatFree: ArrivalLaw {
    law { operations, generator in
      Self.copying(into: operations, &generator) { original, generator in
        generator.number(original + 1...operations.count)
      }
    }
  }

  private func law(
    _ rearranged: @escaping ([Operation], inout SeededGenerator) -> [Operation]
  ) -> ArrivalLaw {
    Law { model, generator in
      let (start, arriving) = draw(&generator)
      let otherwise = rearranged(arriving, &generator)
      let end = await model(start, arriving).last
      let otherEnd = await model(start, otherwise).last
      guard end != otherEnd else { return nil }
      return "from \(start): \(arriving) ended as \(end as Any), "
        + "\(otherwise) as \(otherEnd as Any)"
    }
  }

  private static func copying(
    into operations: [Operation], _ generator: inout SeededGenerator,
    at place: (Int, inout SeededGenerator) -> Int
  ) -> [Operation] {
    guard !operations.isEmpty else { return [] }
    let original = generator.number(0...operations.count - 1)
    var copied = operations
    copied.insert(operations[original], at: place(original, &generator))
    return copied
  }
}

/// The behaviour of a model whose start state is made by operations.
func arrivals<Operation, State, Seen>(
  from empty: State,
  apply: @escaping (inout State, Operation) -> Void,
  seen view: @escaping (State) -> Seen
) -> Behaviour<[Operation], Operation, Seen> {
  behaviour(
    from: { start in
      var state = empty
      for operation in start { apply(&state, operation) }
      return state
    },
    apply: apply, seen: view)
}
