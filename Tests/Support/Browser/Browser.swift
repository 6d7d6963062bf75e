import Foundation
import Synchronization

/// A Chromium without a window, in a process and a profile of its own; both go with it, or with this
/// process.
///
/// One caller at a time.
package final class Browser {
  private let process: Process
  private let profile: URL
  let pipe: DevToolsPipe
  private var isClosed = false
  /// What its pages share with each other and with no page of before; nil where they are opened in
  /// the profile's own.
  private var context: String?

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
    var options = ["url": "about:blank"]
    options["browserContextId"] = context
    let target = try pipe.send("Target.createTarget", options)
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
    // The shell removes it too, but for one that had to be told to end.
    try? FileManager.default.removeItem(at: profile)
  }
}

// MARK: - Lending

extension Browser {
  /// Those that are lent to nobody. A start takes a core for more than a second, most pages less.
  private static let idle = Mutex<[Idle]>([])

  /// Whoever takes it out has it alone.
  private struct Idle: @unchecked Sendable {
    let browser: Browser
  }

  /// Lends a browser in which nothing is left of earlier pages; what is opened in it is closed
  /// afterwards. One in which something was thrown is not lent again.
  package static func lend<Result>(_ body: (Browser) throws -> Result) throws -> Result {
    let browser = try idle.withLock { $0.popLast() }?.browser ?? Browser()
    do {
      let made = try browser.pipe.send("Target.createBrowserContext")
      browser.context = made["browserContextId"] as? String
      let result = try body(browser)
      try browser.pipe.send(
        "Target.disposeBrowserContext", ["browserContextId": browser.context ?? ""])
      let returned = Idle(browser: browser)
      idle.withLock { $0.append(returned) }
      return result
    } catch {
      browser.close()
      throw error
    }
  }
}
