import ClusterCore

/// Each file that a device wants goes over once, up or down.
///
/// Never do two transfers of one file run at a time on a device; a range of bytes is sent again
/// only after a cut, a refusal, another version, or an end that the user made; what is shown as
/// done is whole and in its place, or at the cloud; and in the end every wish is fulfilled, shown
/// so, and nothing runs that no row shows. A download of what the cloud has not may be shown
/// failed. Witnesses are files of a device that the timeline asks for.
struct TransferOnce: Check {
  static let name = CheckName.transferOnce

  private struct CourseKey: Hashable {
    let device: NodeID
    let key: TransferKey
  }

  private var courses: [FileCourse] = []
  private var places: [CourseKey: Int] = [:]
  /// What the cloud has, or had, by its answers.
  private var cloud: [FileName: Set<FileVersion>]
  /// The file that an attempt is about.
  private var attempts: [MessageName: Int] = [:]
  /// The files that the last such operation asked for first.
  private var wishes: (step: Int, courses: [Int]) = (0, [])
  private var breach: Breach?

  init(_ scenario: Scenario) {
    cloud = scenario.start.files.mapValues { [$0] }
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    switch event.kind {
    case .step(let step):
      guard !courses.isEmpty || step.wantsFiles else { return }
      if step.node == .cloud {
        takeCloud(step)
      } else if let owner = step.node.transferOwner {
        takeService(step, of: owner, event)
      } else {
        takeApp(step, event)
      }
    case .died(let device, let death):
      if let cause = event.cause, cause == wishes.step { withdrawUnshown() }
      if death == .user || death == .reinstall {
        takeEnd(of: device, isRemoved: death == .reinstall)
      }
    default: break
    }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(breach)
    guard !courses.isEmpty else { return }
    state.combine(courses.count)
    for course in courses {
      course.weigh(into: &state)
      // Whether the step that asked for it has shown it.
      state.combine(course.shownStep == wishes.step)
    }
    state.combine(cloud)
    state.combine(attempts)
    state.combine(wishes.courses)
  }

  func finding(_ run: RunFold) -> Finding {
    let witnesses = courses.count
    if let breach { return Finding(witnesses: witnesses, breach: breach) }
    guard witnesses > 0 else { return Finding(witnesses: 0) }
    guard let end = run.end else { return .withoutEnd }
    return Finding(witnesses: witnesses, breach: endBreach(end))
  }

  // MARK: The app

  private mutating func takeApp(_ step: Step, _ event: TraceEvent) {
    if case .operation(let operation, _) = step.event, step.wantsFiles {
      wishes = (event.number, [])
      want(operation, on: step.node)
    }
    for performed in step.effects {
      switch performed.effect {
      case .moveFile(let id): move(id, step)
      case .show(let changes):
        for case .file(let key, let state) in changes { show(key, state, on: step.node, event) }
      default: break
      }
    }
  }

  private mutating func want(_ operation: Operation, on device: NodeID) {
    switch operation {
    case .download(let files):
      for file in files { want(place(device, TransferKey(.download, file))) }
    case .upload(let files):
      for file in files {
        let course = place(device, TransferKey(.upload, file.file))
        if let old = courses[course].version, old != file.version { courses[course].forgetBytes() }
        want(course)
        courses[course].version = file.version
      }
    case .cancelTransfer(let file):
      for direction in TransferDirection.allCases {
        let key = CourseKey(device: device, key: TransferKey(direction, file))
        if let course = places[key], !isThere(courses[course]) { courses[course].isWanted = false }
      }
    default: break
    }
  }

  private mutating func want(_ course: Int) {
    guard !courses[course].isWanted else { return }
    courses[course].isWanted = true
    wishes.courses.append(course)
  }

  /// An operation that a kill cut short need not have taken effect where nothing was shown of it.
  private mutating func withdrawUnshown() {
    for course in wishes.courses where courses[course].shownStep != wishes.step {
      courses[course].isWanted = false
    }
  }

  /// A file can be moved only while the news of its end is being handled.
  private mutating func move(_ id: TransferID, _ step: Step) {
    guard case .transferNotice(.finished(let ended, let task, _)) = step.event, ended == id else {
      return
    }
    let course = place(step.node, task.key)
    if courses[course].isWhole { courses[course].isInPlace = true }
  }

  private mutating func show(
    _ key: TransferKey, _ state: FileState, on device: NodeID, _ event: TraceEvent
  ) {
    let place = place(device, key)
    courses[place].shown = state
    courses[place].shownStep = event.number
    let course = courses[place]
    guard state == .done, !isThere(course) else { return }
    let what = key.direction == .download ? "whole and in its place" : "at the cloud"
    note(
      course, event.number, "shown done too early",
      "\(name(of: course)) is shown as done, but the file is not \(what).")
  }

  // MARK: The system

  private mutating func takeService(_ step: Step, of device: NodeID, _ event: TraceEvent) {
    switch step.event {
    case .transferCall(.enqueue(let task)): begin(task, on: device, event)
    case .transferCall(.cancel(let key)):
      let course = place(device, key)
      courses[course].active = []
      courses[course].forgetBytes()
    case .answer(let answer, _): hear(answer, step)
    case .failure: settle(step, .cut)
    default: break
    }
    for performed in step.effects {
      switch (performed.effect, performed.outcome) {
      case (.notify(.finished(_, let task, _)), _), (.notify(.failed(_, let task, _)), _):
        // The news is told again after a death; the task has ended but once.
        if case .transferCall = step.event { continue }
        let course = place(device, task.key)
        if !courses[course].active.isEmpty { courses[course].active.removeFirst() }
      case (.send(.fetch(let range), _), .sent(let message, _)):
        send(range, message, .download, on: device, event)
      case (.send(.put(let part), _), .sent(let message, _)):
        send(part.range, message, .upload, on: device, event)
      default: break
      }
    }
  }

  private mutating func begin(_ task: TransferTask, on device: NodeID, _ event: TraceEvent) {
    let place = place(device, task.key)
    courses[place].active.append(event.number)
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
    case .received: settle(step, .across)
    case .refused(let error):
      if error == .fileNotFound { courses[course].isMissing = true }
      settle(step, .cut)
    default: settle(step, .cut)
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
  private mutating func takeEnd(of device: NodeID, isRemoved: Bool) {
    for place in courses.indices where courses[place].device == device {
      if isRemoved || !courses[place].active.isEmpty { courses[place].forgetBytes() }
      courses[place].active = []
      guard isRemoved else { continue }
      courses[place].isWanted = false
      courses[place].isInPlace = false
      courses[place].shown = nil
    }
  }

  // MARK: The cloud

  private mutating func takeCloud(_ step: Step) {
    guard case .request(.put(let part), _) = step.event else { return }
    for case .answer(.received(let receipt)) in step.effects.map(\.effect) where receipt.isComplete
    {
      cloud[receipt.file, default: []].insert(part.version)
    }
  }

  // MARK: Judging

  private func isThere(_ course: FileCourse) -> Bool {
    switch course.key.direction {
    case .download: course.isInPlace
    case .upload:
      course.version.map { cloud[course.key.file]?.contains($0) ?? false } ?? false
    }
  }

  private func endBreach(_ end: RunEnd) -> Breach? {
    for course in courses.sorted(by: { ($0.device, $0.key) < ($1.device, $1.key) }) {
      guard let (reason, words) = fault(course) else { continue }
      return Breach(
        step: max(course.shownStep, 1), subject: "\(course.key) on \(course.device)",
        reason: reason, explanation: "\(name(of: course)) \(words).")
    }
    return nil
  }

  private func fault(_ course: FileCourse) -> (reason: String, words: String)? {
    let shown = course.shown?.rawValue ?? "nothing"
    if !course.active.isEmpty {
      return ("still runs", "is still being transferred in the end; the app shows \(shown)")
    }
    guard course.isWanted else { return nil }
    if isThere(course) {
      guard course.shown != .done else { return nil }
      return ("not known as done", "is done, but the app shows it as \(shown) in the end")
    }
    if course.isMissing && course.shown == .failed { return nil }
    return ("not done", "is still wanted in the end; the app shows it as \(shown)")
  }

  private func name(of course: FileCourse) -> String {
    "The \(course.key.direction.rawValue) of \(course.key.file) on \(course.device)"
  }

  private mutating func note(
    _ course: FileCourse, _ step: Int, _ reason: String, _ explanation: String
  ) {
    guard breach == nil else { return }
    breach = Breach(
      step: step, subject: "\(course.key) on \(course.device)", reason: reason,
      explanation: explanation)
  }

  private mutating func place(_ device: NodeID, _ key: TransferKey) -> Int {
    let course = CourseKey(device: device, key: key)
    if let place = places[course] { return place }
    places[course] = courses.count
    courses.append(FileCourse(device: device, key: key))
    return courses.count - 1
  }
}

extension Step {
  /// Whether a user asks for a file here, or gives one up.
  fileprivate var wantsFiles: Bool {
    guard case .operation(let operation, _) = event else { return false }
    switch operation {
    case .download, .upload, .cancelTransfer: return true
    default: return false
    }
  }
}
