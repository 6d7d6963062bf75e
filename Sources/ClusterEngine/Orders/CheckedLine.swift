import ClusterChecker
import ClusterCore

/// What checks have folded in a state of a search; each that differs is kept once.
///
/// Lines of a trace have numbers, and differ in them only by the path that led there. The checks
/// compare them within one run and word their explanations with them. So each fold counts the
/// lines it was given itself: they are numbered anew, as those of one path to it would be.
final class CheckedLine {
  let checker: Checker
  /// The lines it was given.
  let count: Int
  let weight: Fingerprint
  /// What comes of lists of events, by their numbers.
  var next: [Int: CheckedLine] = [:]

  init(_ checker: Checker, count: Int, weight: Fingerprint) {
    self.checker = checker
    self.count = count
    self.weight = weight
  }

  /// The fold after further events, and how many lines it has been given then.
  func after(_ events: EventList) -> (checker: Checker, count: Int) {
    var checker = checker
    for event in events.events { checker.observe(event.renumbered(by: count)) }
    return (checker, count + events.events.count)
  }
}

/// The events of one choice, numbered from 1; each list that differs is kept once.
final class EventList {
  let events: [TraceEvent]
  /// Counts the lists that there are.
  let number: Int

  init(_ events: [TraceEvent], number: Int) {
    self.events = events
    self.number = number
  }
}

extension TraceEvent {
  /// A cause that is no line of the list any more is left out: only happenings are counted by it,
  /// which no search asks for.
  func renumbered(by shift: Int) -> TraceEvent {
    TraceEvent(
      number: number + shift, at: at,
      cause: cause.flatMap { $0 + shift > 0 ? $0 + shift : nil }, root: root, kind: kind)
  }
}
