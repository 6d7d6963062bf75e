/// A trial once measured: its states as they print, and what was found while they could still
/// be compared.
package struct PrintedTrial: Sendable {
  package let once: String
  package let twice: String
  package let forward: String
  package let backward: String
  package let late: String
  package let sensitivity: Sensitivity
  package let lateRepeatMatters: Bool

  package init<State>(_ trial: Trial<State>) {
    once = trial.once.description
    twice = trial.twice.description
    forward = trial.forward.description
    backward = trial.backward.description
    late = trial.late.description
    sensitivity = trial.sensitivity
    lateRepeatMatters = trial.lateRepeatMatters
  }

  /// The report line, `LABEL | bir=… iki=… ab=… ba=… -> CLASS`.
  package func line(labelled label: String) -> String {
    "\(label) | bir=\(once) iki=\(twice) ab=\(forward) ba=\(backward) -> \(sensitivity)"
  }
}
