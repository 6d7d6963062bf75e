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

  /// Takes states that were printed elsewhere: by a real cluster, in the notation of a row.
  package init(once: String, twice: String, forward: String, backward: String, late: String) {
    func text(_ state: String) -> Text { Text(state) }
    self.init(
      Trial(
        once: text(once), twice: text(twice), forward: text(forward), backward: text(backward),
        late: text(late)))
  }

  /// The columns of a published row, and `class`, in which this differs from another; the late
  /// repeat is none of them.
  package func differences(from other: PrintedTrial) -> [String] {
    let states = zip(columns, other.columns).compactMap { mine, its in
      Text(mine.state) == Text(its.state) ? nil : mine.name
    }
    return sensitivity == other.sensitivity ? states : states + ["class"]
  }

  private var columns: [(name: String, state: String)] {
    [("bir", once), ("iki", twice), ("ab", forward), ("ba", backward)]
  }

  /// The report line, `LABEL | bir=… iki=… ab=… ba=… -> CLASS`.
  package func line(labelled label: String) -> String {
    "\(label) | bir=\(once) iki=\(twice) ab=\(forward) ba=\(backward) -> \(sensitivity)"
  }
}
