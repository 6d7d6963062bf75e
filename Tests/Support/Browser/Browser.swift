import Foundation

/// A Chromium without a window, in a process and a profile of its own; both go with it.
package final class Browser {
  private let process: Process
  private let profile: URL
  let pipe: DevToolsPipe
  private var isClosed = false

  package init() throws {
    guard let path = Installation.path else { throw BrowserError.missing }
    profile = URL(filePath: "/tmp/cluster-browser-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    let input = Pipe()
    let output = Pipe()
    process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = Installation.command(path, profile: profile.path())
    process.environment = [
      "HOME": profile.path(), "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    // A browser that has died is an error of the next write, and not this process's end.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    pipe = DevToolsPipe(
      writingTo: input.fileHandleForWriting, readingFrom: output.fileHandleForReading)
  }

  deinit { close() }

  /// Opens an empty page, as large as a laptop's window.
  package func newPage() throws -> Page {
    let target = try pipe.send("Target.createTarget", ["url": "about:blank"])
    let attached = try pipe.send(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    guard let session = attached["sessionId"] as? String else {
      throw BrowserError.unexpected("\(attached)")
    }
    return try Page(self, session: session)
  }

  /// Ends the process and removes what it wrote; nothing where that has been done.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    do {
      try pipe.send("Browser.close")
    } catch {
      process.terminate()
    }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }
}
