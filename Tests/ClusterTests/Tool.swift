import Foundation
import Testing

/// The built tool, started as a user would start it, in a folder of its own.
struct Tool {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether searches go as far as `.ci/run` has them go; else they are told to stop sooner.
  static let isFull = ProcessInfo.processInfo.environment["CLUSTER_FULL"] == "1"

  /// The tool stands beside the bundle that holds these tests.
  static var executable: URL {
    let here = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let builds = [
      here.deletingLastPathComponent(), Bundle.main.bundleURL,
      root.appending(path: ".build/debug"),
    ]
    let tools = builds.map { $0.appending(path: "cluster") }
    return tools.first { FileManager.default.isExecutableFile(atPath: $0.path()) } ?? tools[2]
  }

  /// What a sanitizer is told, if these tests are built with one: the tool is too.
  private static let sanitizers = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  /// Where this test's runs are stored and its private directories stand; gone with it.
  let folder: URL

  init() throws {
    folder = URL(filePath: "/tmp/cluster-test-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "tmp"), withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// - Parameter environment: what differs from a terminal of UTF-8 without options.
  func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments = arguments
    return try start(process, environment)
  }

  private func start(
    _ process: Process, _ environment: [String: String]
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    process.currentDirectoryURL = folder
    process.environment = [
      "TMPDIR": folder.appending(path: "tmp").path(), "LANG": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
    ].merging(Tool.sanitizers) { $1 }.merging(environment) { $1 }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try Tool.withDefaultSignals { try process.run() }
    return (process, output, errors)
  }

  private static let starting = NSLock()

  /// Starts something as a terminal would: these tests may be run by nohup or in the background of a
  /// script, with signals ignored, which whatever they start would have ignored too.
  private static func withDefaultSignals(_ start: () throws -> Void) throws {
    try starting.withLock {
      let signals = [SIGHUP, SIGINT, SIGQUIT]
      let before = signals.map { signal($0, SIG_DFL) }
      defer { for (number, handler) in zip(signals, before) { signal(number, handler) } }
      try start()
    }
  }

  func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    let (process, output, errors) = try start(arguments, environment: environment)
    return outcome(of: process, output, errors)
  }

  /// Runs another program in the folder.
  func run(
    program: String, _ arguments: [String], environment: [String: String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let (started, output, errors) = try start(process, environment)
    return outcome(of: started, output, errors)
  }

  private func finish(_ process: Process) throws -> Outcome {
    let (process, output, errors) = try start(process, [:])
    return outcome(of: process, output, errors)
  }

  /// Reads what a process says to its end.
  func outcome(of process: Process, _ output: Pipe, _ errors: Pipe) -> Outcome {
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaint, as: UTF8.self))
  }

  /// Writes a scenario into the folder and gives its path.
  func write(_ text: String, to name: String = "scenario.json") throws -> String {
    let path = folder.appending(path: name)
    try Data(text.utf8).write(to: path)
    return path.path()
  }

  /// Starts one run on processes, with steps each sixty milliseconds for most of a minute, and waits
  /// for its devices.
  ///
  /// - Parameter preparation: as in ``run(after:_:)``.
  func startLongRun(
    after preparation: String = "exec", _ arguments: String...
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let entries = (1...800).map { count in
      "{\"at\": \"\(6 * count)s\", \"device\": \"phone\", \"write\": {\"n\": {\"t\": \(count)}}}"
    }
    let path = try write(
      """
      {"format": 1, "name": "long", "devices": [{"name": "phone"}, {"name": "tablet"},
       {"name": "laptop"}], "timeline": [\(entries.joined(separator: ","))]}
      """)
    let started = try start(
      shell(preparation, ["run", path, "--quiet", "--pace", "100x"] + arguments), [:])
    #expect(Tool.wait { devices.count >= 3 }, "no devices came up")
    return started
  }

  /// Runs the tool from a shell that has changed something about its world first.
  ///
  /// - Parameter preparation: ends with what the tool is handed to: `exec`, `setpriv …`.
  func run(after preparation: String, _ arguments: [String]) throws -> Outcome {
    try finish(shell(preparation, arguments))
  }

  private func shell(_ preparation: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments =
      ["-c", preparation + " \"$@\"", "bash", Tool.executable.path()] + arguments
    return process
  }

  /// Whether something of that name stands in the folder.
  func holds(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path())
  }

  /// Private directories that are left, and device processes that still run.
  var leftovers: [String] {
    let temporary = folder.appending(path: "tmp").path()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
    return names + devices.map { "process \($0)" }
  }

  /// The numbers of device processes of this folder's runs. It is asked every hundredth of a second,
  /// so it reads the lines of all processes into one piece of memory.
  var devices: [Int32] {
    guard let entries = opendir("/proc") else { return [] }
    defer { closedir(entries) }
    var line = [CChar](repeating: 0, count: 4096)
    var numbers: [Int32] = []
    while let entry = readdir(entries) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(atoi($0)) }
      }
      let file = number > 0 ? open("/proc/\(number)/cmdline", O_RDONLY | O_CLOEXEC) : -1
      guard file >= 0 else { continue }
      let length = max(0, read(file, &line, line.count - 1))
      close(file)
      // A zero byte stands behind each word.
      for place in 0..<length where line[place] == 0 { line[place] = 0x20 }
      line[length] = 0
      // Its coordinator's line may name the folder too.
      if strstr(line, folder.path()) != nil, strstr(line, "--socket") != nil {
        numbers.append(number)
      }
    }
    return numbers
  }

  /// Waits until something is so, at most twenty seconds; what another process does cannot be
  /// waited for otherwise.
  static func wait(until isSo: () -> Bool) -> Bool {
    for _ in 0..<2000 {
      if isSo() { return true }
      usleep(10_000)
    }
    return false
  }
}

extension Tool.Outcome {
  /// Whether the complaint has its three parts, each with something in it.
  var hasThreeParts: Bool {
    errors.contains(#/error: .+\n  cause: .+\n  next:  .+/#)
  }

  /// The printed JSON as Foundation reads it.
  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    guard let object = value as? [String: Any] else { throw CocoaError(.coderReadCorrupt) }
    return object
  }
}
