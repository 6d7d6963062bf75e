import ClusterCore

// Faults in the links and in the engine: what is done is not what is recorded.
extension PlantedFault {
  static let onLinks: [PlantedFault] = [
    onLink("copy-forgotten", "A message that is doubled comes once.") { message, dispatch in
      guard case .copies(let delays) = dispatch, delays.count > 1 else { return dispatch }
      return .copies([delays[0]])
    },
    onLink("copy-invented", "A save comes once more than the links say.") { message, dispatch in
      guard case .copies(let delays) = dispatch, message.kind == .save, message.part == .message,
        let last = delays.last
      else { return dispatch }
      return .copies(delays + [last + 500])
    },
    onLink("loss-ignored", "A message that is lost comes all the same.") { message, dispatch in
      dispatch == .copies([]) ? .copies([70]) : dispatch
    },
    onLink("message-gone", "A push that is under way never comes.") { message, dispatch in
      message.kind == .push ? .copies([]) : dispatch
    },
    onLink("order-changed", "What is late comes at once.") { message, dispatch in
      guard case .copies(let delays) = dispatch else { return dispatch }
      return .copies(delays.map { $0 > 1000 ? 10 : $0 })
    },
    onLink("off-by-one", "A message comes a millisecond later than the links say.") {
      message, dispatch in
      guard case .copies(let delays) = dispatch else { return dispatch }
      return .copies(delays.map { $0 + 1 })
    },
    PlantedFault(
      .link, "unseeded-chance", "Delays come from a chance that no seed decides.", in: .notes,
      seenBy: [.deterministic]
    ) { plant in
      plant.engine.dispatch = { _, dispatch in
        let drawn = UnseededChance.late(dispatch)
        return (drawn, drawn)
      }
    },
  ]

  static let inEngine: [PlantedFault] = [
    inRun("timer-lost", "A timer that was set never fires.", in: .notes) {
      $0.losesTimer = { _ in true }
    },
    inRun("late-answer-handed", "An answer is handed over though its attempt is over.", in: .notes)
    { $0.handsLateAnswers = true },
    inRun("quiet-too-early", "The run ends as quiet while messages are under way.", in: .notes) {
      $0.endsWithCalm = true
    },
    PlantedFault(
      .engine, "memory-outlives-kill", "What a process had in memory is there after its death.",
      in: .kills, seenBy: [.settled]
    ) { $0.device = { _ in DeviceTap(keepsMemory: true) } },
    PlantedFault(
      .engine, "dead-device-handed", "A dead device is handed what comes for it.", in: .kills,
      seenBy: [.settled]
    ) { plant in
      plant.device = { _ in DeviceTap(keepsMemory: true) }
      plant.engine.handsToDead = true
    },
  ]

  private static func onLink(
    _ name: String, _ about: String,
    done: @escaping @Sendable (MessageName, Dispatch) -> Dispatch
  ) -> PlantedFault {
    PlantedFault(.link, name, about, in: .notes, seenBy: [.settled]) { plant in
      plant.engine.dispatch = { ($1, done($0, $1)) }
    }
  }

  private static func inRun(
    _ name: String, _ about: String, in exercise: Exercise,
    change: @escaping @Sendable (inout EngineTap) -> Void
  ) -> PlantedFault {
    PlantedFault(.engine, name, about, in: exercise, seenBy: [.settled]) { change(&$0.engine) }
  }
}

/// The one place of the house that asks the machine for chance: what it makes of a run, only a
/// second run can show.
private enum UnseededChance {
  static func late(_ dispatch: Dispatch) -> Dispatch {
    guard case .copies(let delays) = dispatch else { return dispatch }
    var generator = SystemRandomNumberGenerator()
    return .copies(delays.map { $0 + Milliseconds(Int64.random(in: 0...200, using: &generator)) })
  }
}
