import ClusterCore

/// One command run to its end, and how long that took.
package struct Trip: Sendable {
  package let seconds: Double
  /// All that it wrote, without the line ends behind it.
  package let output: String

  /// How long a command may take.
  private static let limit = Duration.seconds(600)

  /// - Parameter folder: where it runs, and where its output is kept for the time being.
  package init(_ command: [String], in folder: String) throws(SystemError) {
    let log = "\(folder)/output"
    try FileSystem.removeFile(log)
    let environment = ["PATH=\(CurrentProcess.searchPath)", "HOME=\(folder)", "LANG=C.UTF-8"]
    let begin = WallClock.monotonicNanoseconds
    let process = try ChildProcess(
      command: command, environment: environment, directory: folder, log: log)
    guard process.wait(atMost: Trip.limit) != nil else {
      throw SystemError("wait", command.joined(separator: " "), number: 0)
    }
    seconds = Double(WallClock.monotonicNanoseconds - begin) * 1e-9
    let bytes = try FileSystem.read(log, atMost: Limit.resultFile)
    let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1
    output = String(decoding: bytes.prefix(end + 1), as: UTF8.self)
  }

  /// Gives commands a private folder, and takes it away however they end.
  package static func make<Result>(_ body: (String) throws -> Result) throws -> Result {
    let directory = try RunDirectory()
    let result: Result
    do {
      result = try body(directory.path)
    } catch {
      try directory.remove()
      throw error
    }
    try directory.remove()
    return result
  }
}
