/// In which order all came up that waits in the lanes of a state.
struct Agenda {
  /// Something that waits in one of the lanes.
  struct Slot {
    /// The how-manieth of all that came up: what choices are told by.
    let ticket: Int32
    let lane: Int16
    /// Which of the lane's entries it is.
    let entry: Int16

    init(ticket: Int, lane: Int, entry: Int) {
      self.ticket = Int32(ticket)
      self.lane = Int16(lane)
      self.entry = Int16(entry)
    }
  }

  /// In the order of their tickets, and so in that of each lane's entries.
  private(set) var slots: [Slot]
  private(set) var nextTicket: Int

  /// What waits in a run in one piece.
  init(of run: Run) {
    var entries = Array(repeating: 0, count: run.setup.devices.count)
    slots = run.queue.tickets.map { ticket in
      let lane = run.lanePlace(ofTicket: ticket)
      defer { entries[lane] += 1 }
      return Slot(ticket: ticket, lane: lane, entry: entries[lane])
    }
    nextTicket = run.queue.nextTicket
  }

  /// Takes in what went and came up in a move of a lane.
  mutating func follow(_ move: LaneMove, of lane: Int) {
    var kept: [Slot] = []
    kept.reserveCapacity(slots.count + move.arrivals.count)
    for slot in slots {
      guard Int(slot.lane) == lane else {
        kept.append(slot)
        continue
      }
      let entry = move.places[Int(slot.entry)]
      if entry >= 0 { kept.append(Slot(ticket: Int(slot.ticket), lane: lane, entry: entry)) }
    }
    for arrival in move.arrivals {
      let lane = arrival.push?.lane ?? lane
      let entry = kept.count { Int($0.lane) == lane }
      kept.append(Slot(ticket: nextTicket + arrival.offset, lane: lane, entry: entry))
    }
    slots = kept
    nextTicket += move.tickets
  }
}
