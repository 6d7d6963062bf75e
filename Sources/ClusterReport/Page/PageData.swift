import ClusterCore

/// What the slider needs, as JSON in the page.
struct PageData {
  struct Run {
    let name: String
    let prefix: String
    let states: PageStates
  }

  let runs: [Run]
  /// For two runs: which step of each stands at each place, 0 for none.
  let slots: [(Int, Int)]?
  /// Where the slider stands at first.
  let begin: Int

  var json: JSONBytes {
    var json = JSONWriter()
    json.object { json in
      json.key("runs")
      json.array(runs) { json, run in json.object { write(run, to: &$0) } }
      if let slots {
        json.key("slots")
        json.array(slots) { json, slot in
          json.array([slot.0, slot.1]) { $0.integer($1) }
        }
      }
      json.member("begin", begin)
    }
    return JSONBytes(bytes: Array(json.bytes))
  }

  private func write(_ run: Run, to json: inout JSONWriter) {
    json.member("name", Markup.safe(run.name).string)
    json.member("prefix", run.prefix)
    let lists = [
      ("nodes", run.states.nodes.map(\.string)), ("keys", run.states.keys.texts),
      ("values", run.states.values.texts),
    ]
    for (name, texts) in lists {
      json.key(name)
      json.array(texts) { $0.string(Markup.safe($1).string) }
    }
    json.key("steps")
    json.array(run.states.steps) { json, changes in
      json.array { json in
        for change in changes {
          json.integer(change.node)
          json.integer(change.key)
          json.integer(change.value ?? -1)
        }
      }
    }
  }
}
