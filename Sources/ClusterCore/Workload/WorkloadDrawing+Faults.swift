// What befalls devices and their links, and what users answer to what they are asked.
extension WorkloadDrawing {
  func faults() -> [Entry] {
    guard !use.faults.isEmpty else { return [] }
    return instants(workload.faultCount, "fault").enumerated().map { index, at in
      let name = "f\(index + 1)"
      let fault = highest(of: use.faults, for: name, word: \.rawValue)
      let draw = generator("\(name)/\(fault.rawValue)/content")
      return Entry(
        id: EntryID("\(name)-\(fault.rawValue)"), at: fault == .skew ? .start : at,
        action: action(fault, name, draw, left: Instant.start + workload.length - at))
    }
  }

  /// - Parameter left: until the workload is over, and with it the fault.
  private func action(
    _ fault: RandomWorkload.Fault, _ name: String, _ draw: Generator, left: Milliseconds
  ) -> Entry.Action {
    var draw = draw
    let length = min(left, draw.length(from: 500, doubling: 5))
    switch fault {
    case .kill: return .kill(kill(device(for: name), &draw, length))
    case .suspend: return .suspend(device: device(for: name), length: length)
    case .lock: return .lock(device: home(for: name, of: setting.homes), length: length)
    case .power:
      return .power(device: home(for: name, of: setting.poweredHomes), length: length)
    case .clock, .skew:
      let offset = draw.element(of: WorkloadWords.offsets)
      let jump = draw.isOne(in: 2) ? offset : .zero - offset
      return .clock(device: device(for: name), jump: jump)
    case .partition:
      return .partition(
        Partition(
          devices: cutOff(name), traffic: draw.element(of: Partition.Traffic.allCases),
          length: length))
    }
  }

  /// Between events, or cut so that some effects of one happen; for a while, or until the app is
  /// opened.
  private func kill(
    _ device: NodeID, _ draw: inout Generator, _ length: Milliseconds
  ) -> Kill {
    let isCut = draw.isOne(in: 2)
    let cut = Cut(
      afterEffects: Int(draw.below(5)), bytes: draw.isOne(in: 2) ? 1 + Int(draw.below(60)) : 0)
    return Kill(
      device: device, manner: draw.isOne(in: 3) ? .user : .system,
      length: draw.isOne(in: 4) ? nil : length, during: nil, cut: isCut ? cut : nil)
  }

  /// One device with all its actors, and each other one once in three times.
  private func cutOff(_ name: String) -> [NodeID] {
    let first = home(for: name, of: setting.homes)
    let homes = setting.homes.filter { home in
      var draw = generator("\(name)/with/\(home)")
      return home == first || draw.isOne(in: 3)
    }
    return setting.devices.filter { homes.contains($0.home) }.map(\.id)
  }

  /// In how many parts the time is cut, in each of which a user answers once.
  static let answersOfEach: Int64 = 8

  /// What each user answers to all that is asked, now and then and at the end.
  ///
  /// Whether anything will be asked nobody can know beforehand. Where nothing is, such an entry
  /// does nothing; so it may stand there for devices that ask, and for them alone, without making
  /// the workload another one.
  func answers() -> [Entry] {
    let asking = setting.devices.filter { $0.policy.onConflict == .askUser }
    let part = workload.length.count / WorkloadDrawing.answersOfEach
    var entries: [Entry] = []
    for turn in 1...WorkloadDrawing.answersOfEach {
      for device in asking {
        var draw = generator("q\(turn)/\(device.id)")
        let isLast = turn == WorkloadDrawing.answersOfEach
        let at = isLast ? workload.length.count : (turn - 1) * part + draw.below(part)
        let side: Question.Side = draw.isOne(in: 2) ? .own : .cloud
        entries.append(
          Entry(
            id: EntryID("q\(entries.count + 1)-resolve"), at: Instant(at),
            action: .operation(.resolveAll(side), device: device.id)))
      }
    }
    return entries
  }
}
