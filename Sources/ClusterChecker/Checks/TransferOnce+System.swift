import ClusterCore

// What the system does for an app: the transfers it runs, and the bytes that go over.
extension TransferOnce {
  mutating func takeService(_ step: Step, of device: NodeID, _ event: TraceEvent) {
    switch step.event {
    case .transferCall(.enqueue(let task)): begin(task, on: device, event)
    case .transferCall(.cancel(let key)):
      let course = place(device, key)
      courses[course].active = []
      courses[course].forgetBytes()
    case .answer(let answer, _): hear(answer, step)
    case .failure: settle(step, .cut)
    case .transferCall, .start, .operation, .push, .timer, .link, .request, .transferNotice, .cloud:
      break
    }
    for performed in step.effects {
      switch performed.effect {
      case .notify(let notice): take(notice, step, of: device)
      case .send(let request, _):
        if case .sent(let message, _) = performed.outcome {
          send(request, message, on: device, event)
        }
      case .cancel, .store, .show, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile,
        .setBadge, .vault:
        break
      }
    }
  }

  /// The news of an end is told again after a death; the task has ended but once.
  private mutating func take(_ notice: TransferNotice, _ step: Step, of device: NodeID) {
    let task: TransferTask
    switch notice {
    case .finished(_, let ended, _), .failed(_, let ended, _): task = ended
    case .tasks: return
    }
    if case .transferCall = step.event { return }
    let course = place(device, task.key)
    if !courses[course].active.isEmpty { courses[course].active.removeFirst() }
  }

  private mutating func send(
    _ request: Request, _ message: MessageName, on device: NodeID, _ event: TraceEvent
  ) {
    switch request {
    case .fetch(let range): send(range, message, .download, on: device, event)
    case .put(let part): send(part.range, message, .upload, on: device, event)
    case .save, .pull, .order, .readOrder, .search, .register, .markRead, .unread, .call, .refresh,
      .signIn, .signOut:
      break
    }
  }

  private mutating func begin(_ task: TransferTask, on device: NodeID, _ event: TraceEvent) {
    let place = place(device, task.key)
    courses[place].active.append(event.number)
    if let version = task.version, version == courses[place].doubtful {
      courses[place].version = version
    }
    let course = courses[place]
    guard course.active.count > 1, let first = course.active.first else { return }
    note(
      course, event.number, "two at a time",
      "\(name(of: course)) is handed to the system again in step \(event.number), while the "
        + "transfer that began in step \(first) still runs.")
  }

  private mutating func send(
    _ range: FileRange, _ message: MessageName, _ direction: TransferDirection,
    on device: NodeID, _ event: TraceEvent
  ) {
    let place = place(device, TransferKey(direction, range.file))
    let (from, to) = (range.offset, range.offset + range.length)
    let course = courses[place]
    let before = course.ranges.first { $0.fate != .cut && $0.from < to && from < $0.to }
    if let before {
      note(
        course, event.number, "bytes sent again",
        "\(name(of: course)): \(message) is about bytes \(from) to \(to), which went over with "
          + "\(before.message), and no cut lies between.")
    }
    attempts[message] = place
    courses[place].ranges.append(FileCourse.Range(from: from, to: to, message: message))
  }

  private mutating func hear(_ answer: Answer, _ step: Step) {
    guard let message = attempt(step), let course = attempts[message] else { return }
    switch answer {
    case .chunk(let chunk):
      if let old = courses[course].fetched, old != chunk.version { courses[course].forgetBytes() }
      courses[course].fetched = chunk.version
      settle(step, .across)
    case .received(let receipt):
      settle(step, .across)
      // The cloud has another content of the file by now, and begins again.
      if receipt.received == 0 && !receipt.isComplete { courses[course].forgetBytes() }
    case .refused(let error, _):
      if error == .fileNotFound { courses[course].isMissing = true }
      settle(step, .cut)
    case .saved, .pulled, .placed, .orderState, .results, .unread, .session, .done:
      settle(step, .cut)
    }
  }

  private func attempt(_ step: Step) -> MessageName? {
    switch step.name {
    case .delivery(let message, _): message.request
    case .failure(let message): message
    case .timer, .entry: nil
    }
  }

  private mutating func settle(_ step: Step, _ fate: FileCourse.Range.Fate) {
    guard let message = attempt(step), let course = attempts[message],
      let range = courses[course].ranges.firstIndex(where: { $0.message == message })
    else { return }
    courses[course].ranges[range].fate = fate
  }

  /// The user ended the app, or removed it with all its files.
  mutating func takeEnd(of device: NodeID, isRemoved: Bool) {
    for place in courses.indices where courses[place].device == device {
      if isRemoved || !courses[place].active.isEmpty { courses[place].forgetBytes() }
      courses[place].active = []
      guard isRemoved else { continue }
      courses[place].isWanted = false
      courses[place].isInPlace = false
      courses[place].shown = nil
    }
  }
}
