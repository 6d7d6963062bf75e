import ClusterCore
import ClusterTransport

/// The scenarios that are measured.
enum BenchScenario {
  /// When everything is under way that is to wait.
  static let crowd = Instant(1000)

  /// `cluster.json`, as it stands beside the tool's sources.
  static func standard() throws -> Scenario {
    guard let checkout = Checkout.root else {
      throw BenchMissing(reason: "this tool does not stand in its checkout")
    }
    let bytes = try Files.read("\(checkout)/cluster.json", atMost: Limit.scenarioFile)
    return try ScenarioFile(bytes).scenario()
  }

  /// Each device writes one stamped field once, one second after the other; nobody is told.
  static func writers(
    _ count: Int, keepsOrder: Bool
  ) throws -> (scenario: Scenario, text: String) {
    let names = ["phone", "tablet", "watch", "laptop"].prefix(count)
    let writes = names.enumerated().map { place, name in
      entry(
        "w\(place + 1)", at: (place + 1) * 1000, name,
        "\"write\": {\"note-1\": {\"title\": \"title \(place + 1)\"}}")
    }
    return try scenario(
      "writers-\(count)", Array(names), writes,
      links: keepsOrder ? "{\"default\": {\"order\": \"fifo\"}}" : "{}")
  }

  /// Two devices that write one of ten fields each, in turn, over perfect links with pushes.
  static func writing(entries: Int) throws -> Scenario {
    let names = ["phone", "tablet"]
    let writes = (0..<entries).map { place in
      entry(
        "w\(place)", at: 1000 + place * 200, names[place % 2],
        "\"write\": {\"note-1\": {\"field-\(place % 10)\": \(place)}}")
    }
    return try scenario("writing", names, writes, pushes: true).scenario
  }

  /// One device that asks whether there is news, and is told that there is none.
  static func syncing(entries: Int) throws -> Scenario {
    let syncs = (0...entries).map {
      entry("s\($0)", at: 1000 + $0 * 500, "phone", "\"sync\": true")
    }
    return try scenario("syncing", ["phone"], syncs).scenario
  }

  /// A device that has asked so much, over a link that takes days, and one that goes on syncing.
  static func waiting(messages: Int, syncs: Int) throws -> Scenario {
    let searches = (0..<messages).map {
      entry("q\($0)", at: 500, "watch", "\"search\": \"q\($0)\"")
    }
    let others = (0..<syncs).map {
      entry("s\($0)", at: 2000 + $0 * 500, "phone", "\"sync\": true")
    }
    return try scenario(
      "waiting", ["phone", "watch"], searches + others, slow: "watch",
      links: "{\"watch\": {\"delay\": \"10d\"}}"
    ).scenario
  }

  private static func entry(_ id: String, at: Int, _ device: String, _ what: String) -> String {
    "{\"id\": \"\(id)\", \"at\": \"\(at)ms\", \"device\": \"\(device)\", \(what)}"
  }

  private static func scenario(
    _ name: String, _ devices: [String], _ timeline: [String], pushes: Bool = false,
    slow: String? = nil, links: String = "{}"
  ) throws -> (scenario: Scenario, text: String) {
    let list = devices.map { device in
      "{\"name\": \"\(device)\"\(device == slow ? ", \"timeout\": \"20d\"" : "")}"
    }
    let text = """
      {"format": 1, "name": "\(name)", "devices": [\(list.joined(separator: ", "))],
       "links": \(links),
       "cloud": {"pushes": "\(pushes ? "changes" : "none")"},
       "timeline": [
      \(timeline.joined(separator: ",\n"))
       ]}
      """
    return (try ScenarioFile(Array(text.utf8)).scenario(), text)
  }
}

/// The folder that the tool's sources and scripts stand in.
enum Checkout {
  /// Nil where the tool was built or put elsewhere.
  static var root: String? {
    var folder = Files.folder(of: Files.resolved(CurrentProcess.executable))
    while folder.count > 1 {
      if Files.kind(of: "\(folder)/run-cluster.sh") == .file { return folder }
      folder = Files.folder(of: folder)
    }
    return nil
  }
}
