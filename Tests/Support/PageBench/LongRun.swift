import Foundation

/// A run of more than ten thousand events, made by the tool that is given.
struct LongRun {
  static let leastEvents = 10_000
  /// Each is a write, its save, its answer, pushes and pulls: about four events, since pulls for
  /// several pushes come together.
  private static let writes = 2_400

  let folder: URL
  let page: URL
  let events: Int

  init(madeBy tool: String) throws {
    folder = URL(filePath: "/tmp/cluster-page-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scenario = folder.appending(path: "long.json")
    try Data(LongRun.scenario.utf8).write(to: scenario)
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = ["run", scenario.path(), "--hosts", "memory", "--quiet"]
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let store = folder.appending(path: "store/long/latest")
    page = store.appending(path: "report.html").resolvingSymlinksInPath()
    let trace = try Data(contentsOf: store.appending(path: "trace.jsonl"))
    // The first line is the header.
    events = trace.count { $0 == UInt8(ascii: "\n") } - 1
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private static let scenario: String = {
    let devices = ["phone", "tablet", "laptop"]
    let entries = (1...writes).map { number in
      let device = devices[number % devices.count]
      return "{\"at\": \"\(number)s\", \"device\": \"\(device)\", "
        + "\"write\": {\"note-\(number % 7)\": {\"title\": \"Title \(number)\"}}}"
    }
    let names = devices.map { "{\"name\": \"\($0)\"}" }.joined(separator: ", ")
    return """
      {"format": 1, "name": "long", "seed": 7, "devices": [\(names)],
       "links": {"default": {"delay": {"uniform": ["20ms", "300ms"]}, "loss": 0.05,
                             "duplicate": 0.05}},
       "timeline": [\(entries.joined(separator: ",\n"))]}
      """
  }()
}
