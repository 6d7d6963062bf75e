import ClusterCore

// What is to be so when a run is over.
extension TransferOnce {
  func isThere(_ course: FileCourse) -> Bool {
    switch course.key.direction {
    case .download: course.isInPlace
    case .upload:
      course.version.map { cloud[course.key.file]?.contains($0) ?? false } ?? false
    }
  }

  func endBreach(_ end: RunEnd) -> Breach? {
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
}
