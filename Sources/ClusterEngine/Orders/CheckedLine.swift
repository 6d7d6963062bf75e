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
  /// The sum of the lists it was given, in whatever order.
  ///
  /// A fold keeps more than it weighs: what a state says by its other parts, such as the stamp of
  /// an edit that is under way. Folds that were given the same keep the same.
  let history: Fingerprint
  /// What comes of lists of events, by their numbers.
  var next: [Int: CheckedLine] = [:]

  init(_ checker: Checker, count: Int, weight: Fingerprint, history: Fingerprint) {
    self.checker = checker
    self.count = count
    self.weight = weight
    self.history = history
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
  let fingerprint: Fingerprint

  init(_ events: [TraceEvent], number: Int, _ fingerprint: Fingerprint) {
    self.events = events
    self.number = number
    self.fingerprint = fingerprint
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
