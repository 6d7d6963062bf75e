/// The states an operation `a`, and `b` beside it, leave behind in a few arrivals.
///
/// The measure sees inequality, not cause: which view of the state is compared and where it
/// starts decide the class.
package struct Trial<State: Equatable & CustomStringConvertible> {
  /// The state after `a`.
  package let once: State
  /// The state after `a`, `a`.
  package let twice: State
  /// The state after `a`, `b`.
  package let forward: State
  /// The state after `b`, `a`.
  package let backward: State
  /// The state after `a`, `b`, `a`: a copy of `a` came late. No part of the published rows.
  package let late: State

  /// Takes states that were measured elsewhere.
  package init(once: State, twice: State, forward: State, backward: State, late: State) {
    self.once = once
    self.twice = twice
    self.forward = forward
    self.backward = backward
    self.late = late
  }

  /// Derived from the four states, never written by hand.
  package var sensitivity: Sensitivity {
    Sensitivity(repetitionMatters: once != twice, orderMatters: forward != backward)
  }

  /// Whether a copy of `a` that comes after `b` changes the state.
  ///
  /// `twice` does not tell: last arrival bears the immediate copy and not the late one.
  package var lateRepeatMatters: Bool { late != forward }
}

private enum Step {
  case a, b
}

extension Trial {
  /// Applies the operations to copies of one start state and keeps what `view` sees.
  ///
  /// Throws what an operation throws; nothing is measured then.
  package init<Subject, Failure: Error>(
    from start: Subject,
    a: (inout Subject) throws(Failure) -> Void,
    b: (inout Subject) throws(Failure) -> Void,
    seen view: (Subject) -> State
  ) throws(Failure) {
    func state(after steps: Step...) throws(Failure) -> State {
      var subject = start
      for step in steps {
        switch step {
        case .a: try a(&subject)
        case .b: try b(&subject)
        }
      }
      return view(subject)
    }
    self.init(
      once: try state(after: .a),
      twice: try state(after: .a, .a),
      forward: try state(after: .a, .b),
      backward: try state(after: .b, .a),
      late: try state(after: .a, .b, .a))
  }

  /// Compares the whole state.
  package init<Failure: Error>(
    from start: State,
    a: (inout State) throws(Failure) -> Void,
    b: (inout State) throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(from: start, a: a, b: b, seen: { $0 })
  }

  /// Takes `a` for `b` too, where one operation is named.
  package init<Failure: Error>(
    from start: State, a: (inout State) throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(from: start, a: a, b: a, seen: { $0 })
  }
}

extension Trial {
  /// The asynchronous form, for a subject that is shared, such as an actor or a real cluster.
  ///
  /// Every arrival gets a subject of its own from `start`, one arrival after another. Throws what
  /// a closure throws; nothing is measured then.
  package init<Subject, Failure: Error>(
    fromEach start: () async throws(Failure) -> Subject,
    a: (inout Subject) async throws(Failure) -> Void,
    b: (inout Subject) async throws(Failure) -> Void,
    seen view: (Subject) async throws(Failure) -> State
  ) async throws(Failure) {
    func state(after steps: Step...) async throws(Failure) -> State {
      var subject = try await start()
      for step in steps {
        switch step {
        case .a: try await a(&subject)
        case .b: try await b(&subject)
        }
      }
      return try await view(subject)
    }
    self.init(
      once: try await state(after: .a),
      twice: try await state(after: .a, .a),
      forward: try await state(after: .a, .b),
      backward: try await state(after: .b, .a),
      late: try await state(after: .a, .b, .a))
  }

  /// The asynchronous form where one operation is named: `a` stands for `b` too.
  package init<Subject, Failure: Error>(
    fromEach start: () async throws(Failure) -> Subject,
    a: (inout Subject) async throws(Failure) -> Void,
    seen view: (Subject) async throws(Failure) -> State
  ) async throws(Failure) {
    try await self.init(fromEach: start, a: a, b: a, seen: view)
  }
}

extension Trial: Sendable where State: Sendable {}
