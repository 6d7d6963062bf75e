import Browser
import Foundation

/// A run's page, and what the run's own files say should be on it.
struct StoredPage {
  typealias Object = [String: Any]

  let page: URL
  let events: [Object]
  let results: Object
  /// The names of the scenario's devices and of their actors.
  let devices: [String]

  /// Runs a scenario of this repository, or a file.
  init(_ tool: Tool, _ scenario: String, variant: String? = nil) throws {
    let path =
      scenario.hasPrefix("/") ? scenario : Tool.root.appending(path: scenario).path()
    let options = variant.map { ["--variant", $0] } ?? []
    let run = try tool.run(["run", path, "--hosts", "memory", "--json"] + options)
    results = try run.json()
    guard let store = results["store"] as? String else { throw CocoaError(.fileNoSuchFile) }
    let folder = tool.folder.appending(path: store)
    page = folder.appending(path: "report.html")
    let trace = try String(contentsOf: folder.appending(path: "trace.jsonl"), encoding: .utf8)
    let lines = try trace.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object ?? [:]
    }
    events = Array(lines.dropFirst())
    let file = lines.first?["scenario"] as? Object
    devices = (file?["devices"] as? [Object] ?? []).compactMap { $0["name"] as? String }
  }

  /// What is to be drawn of the messages, read from the trace alone.
  struct Arrows: Equatable {
    var arrived = 0
    var copies = 0
    var lost = 0
    var refused = 0
    var held = 0
    var unheard = 0

    var all: Int { arrived + copies + lost + refused + held + unheard }
  }

  var arrows: Arrows {
    var arrows = Arrows()
    for event in events {
      switch event["is"] as? String {
      case "dropped": arrows.unheard += 1
      case "step":
        let name = event["name"] as? String ?? ""
        let kind = (event["event"] as? Object)?["kind"] as? String ?? ""
        if name.contains(">") && kind != "failure" {
          if name.contains("~") { arrows.copies += 1 } else { arrows.arrived += 1 }
        }
        for effect in event["effects"] as? [Object] ?? [] where effect["message"] != nil {
          if (effect["copies"] as? [Any])?.isEmpty == true { arrows.lost += 1 }
          if effect["refused"] != nil { arrows.refused += 1 }
          if effect["until"] != nil || effect["kept"] != nil { arrows.held += 1 }
        }
      default: break
      }
    }
    return arrows
  }

  /// The checks that the results name, with their verdicts.
  var checks: [String: String] {
    let checks = results["checks"] as? [Object] ?? []
    return Dictionary(
      uniqueKeysWithValues: checks.map {
        ($0["name"] as? String ?? "", $0["verdict"] as? String ?? "")
      })
  }

  /// The text values that each step has a device show anew.
  var shown: [(step: Int, device: String, values: [String])] {
    events.compactMap { event in
      guard let step = event["n"] as? Int, let node = event["node"] as? String else { return nil }
      let effects = event["effects"] as? [Object] ?? []
      let changes = effects.filter { $0["kind"] as? String == "show" }
        .flatMap { $0["changes"] as? [Object] ?? [] }
      // The last word on each field.
      var last: [String: String] = [:]
      for change in changes {
        guard let field = change["field"] as? String, let value = change["value"] as? String
        else { continue }
        last["\(change["record"] ?? "")/\(field)"] = value
      }
      return last.isEmpty ? nil : (step, node, last.values.sorted())
    }
  }
}

extension Page {
  /// Loads a run's page and waits for its script.
  func load(_ stored: StoredPage) throws {
    try load(stored.page)
    _ = try evaluate("document.documentElement.dataset.ready === '1'", as: Bool.self)
  }
}
