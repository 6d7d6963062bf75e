import ClusterCore
import ClusterReport
import SyncModels

/// Rows measured on the cluster, each beside its model, as text or JSON.
struct TrialReport {
  let results: [TrialResult]
  let hosts: HostKind

  var agrees: Bool { results.allSatisfy(\.agrees) }

  static func lines(_ result: TrialResult, _ style: TextStyle) -> [String] {
    let verdict =
      result.agrees
      ? "agrees"
      : "DISAGREES in " + result.differences.joined(separator: ", ")
    return [
      "\(result.label)  (\(result.lesson))  \(verdict)",
      "  model    \(states(result.model))", "  cluster  \(states(result.cluster))",
    ].map(style.safe)
  }

  /// The states of a row as it is published, and the late repeat behind it.
  private static func states(_ trial: PrintedTrial) -> String {
    "bir=\(trial.once) iki=\(trial.twice) ab=\(trial.forward) ba=\(trial.backward)"
      + " -> \(trial.sensitivity)  late: aba=\(trial.late)"
  }

  var conclusion: String {
    let wrong = results.filter { !$0.agrees }.map(\.label)
    let what = results.count == 1 ? "1 row" : "\(results.count) rows"
    let place = hosts == .processes ? "on processes" : "in memory"
    return wrong.isEmpty
      ? "\(what) \(place): \(results.count == 1 ? "agrees" : "all agree") with the model"
      : "\(what) \(place): \(wrong.count) not as the models say: "
        + wrong.joined(separator: ", ")
  }
}

extension TrialReport: JSONWritable {
  func write(to json: inout JSONWriter) {
    json.array(results) { json, result in
      json.object { json in
        json.member("label", result.label)
        json.member("lesson", result.lesson)
        TrialReport.write(result.model, as: "model", to: &json)
        TrialReport.write(result.cluster, as: "cluster", to: &json)
        json.member("late", result.cluster.late)
        json.member("agrees", result.agrees)
      }
    }
  }

  private static func write(
    _ trial: PrintedTrial, as name: String, to json: inout JSONWriter
  ) {
    json.key(name)
    json.object { json in
      json.member("once", trial.once)
      json.member("twice", trial.twice)
      json.member("forward", trial.forward)
      json.member("backward", trial.backward)
      json.member("class", trial.sensitivity.rawValue)
      json.member("late", trial.late)
    }
  }
}
