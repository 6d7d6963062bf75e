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

  struct CourseKey: Hashable {
    let device: NodeID
    let key: TransferKey
  }

  var courses: [FileCourse] = []
  var places: [CourseKey: Int] = [:]
  /// What the cloud has, or had, by its answers.
  var cloud: [FileName: Set<FileVersion>]
  /// The file that an attempt is about.
  var attempts: [MessageName: Int] = [:]
  /// The files that the last such operation asked for first, and those of which it asked for
  /// another version than before.
  var wishes: (step: Int, courses: [Int], versions: [(course: Int, old: FileVersion)]) =
    (0, [], [])
  var breach: Breach?

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
    case .partition, .clockJump, .suspended, .ignored, .dropped, .badged, .calm, .ended, .locked:
      break
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
    state.combine(wishes.versions.map(\.course))
  }

  func finding(_ run: RunFold) -> Finding {
    let witnesses = courses.count
    if let breach { return Finding(witnesses: witnesses, breach: breach) }
    guard witnesses > 0 else { return Finding(witnesses: 0) }
    guard let end = run.end else { return .withoutEnd }
    return Finding(witnesses: witnesses, breach: endBreach(end))
  }

  private mutating func takeApp(_ step: Step, _ event: TraceEvent) {
    if case .operation(let operation, _) = step.event, step.wantsFiles {
      wishes = (event.number, [], [])
      want(operation, on: step.node)
    }
    for performed in step.effects {
      switch performed.effect {
      case .moveFile(let id): move(id, step)
      case .show(let changes):
        for case .file(let key, let state) in changes { show(key, state, on: step.node, event) }
      case .send, .cancel, .store, .setTimer, .cancelTimer, .answer, .push, .transfer, .notify,
        .setBadge, .vault:
        break
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
        if let old = courses[course].version, old != file.version {
          courses[course].forgetBytes()
          if courses[course].isWanted { wishes.versions.append((course, old)) }
        }
        want(course)
        courses[course].version = file.version
      }
    case .cancelTransfer(let file):
      for direction in TransferDirection.allCases {
        let key = CourseKey(device: device, key: TransferKey(direction, file))
        // Another device may have brought the very file to the cloud: that ends no wish here.
        if let course = places[key], courses[course].shown != .done {
          courses[course].isWanted = false
        }
      }
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll, .sync, .order,
      .search,
      .register,
      .open, .markRead, .call, .signIn,
      .signOut:
      break
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
    for (course, old) in wishes.versions where courses[course].shownStep != wishes.step {
      courses[course].doubtful = courses[course].version
      courses[course].version = old
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

  mutating func takeCloud(_ step: Step) {
    guard case .request(.put(let part), _) = step.event else { return }
    for case .answer(.received(let receipt)) in step.effects.map(\.effect) where receipt.isComplete
    {
      cloud[receipt.file, default: []].insert(part.version)
    }
  }

  func name(of course: FileCourse) -> String {
    "The \(course.key.direction.rawValue) of \(course.key.file) on \(course.device)"
  }

  mutating func note(
    _ course: FileCourse, _ step: Int, _ reason: String, _ explanation: String
  ) {
    guard breach == nil else { return }
    breach = Breach(
      step: step, subject: "\(course.key) on \(course.device)", reason: reason,
      explanation: explanation)
  }

  mutating func place(_ device: NodeID, _ key: TransferKey) -> Int {
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
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll, .sync, .order,
      .search,
      .register,
      .open, .markRead, .call, .signIn,
      .signOut:
      return false
    }
  }
}
