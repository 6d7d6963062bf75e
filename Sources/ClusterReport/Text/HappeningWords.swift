import ClusterCore

extension Happening {
  /// What is counted, before a number.
  var words: String {
    switch self {
    case .lostRequest: "requests lost"
    case .lostAnswer: "answers lost"
    case .lostPush: "pushes lost"
    case .doubled: "doubled"
    case .late: "late"
    case .overtaken: "overtaken"
    case .retried: "tried again"
    case .timedOut: "timed out"
    case .refused: "refused by a dead link"
    case .partitioned: "cut off"
    case .conflict: "edits in conflict"
    case .killed: "killed"
    case .restarted: "started again"
    }
  }
}
