import Foundation
import Synchronization

/// A Chromium without a window, in a process and a profile of its own; both go with this process.
///
/// Whoever it is lent to has it alone.
package final class Browser {
  private let process: Process
  let pipe: DevToolsPipe
  /// Where it writes; removed when it ends.
  package let profile: URL
  /// What the pages of one loan share with each other, and with no others.
  private var context = ""

  private init() throws {
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

  /// Opens an empty page, as large as a laptop's window.
  package func newPage() throws -> Page {
    let target = try pipe.send(
      "Target.createTarget", ["url": "about:blank", "browserContextId": context])
    let attached = try pipe.send(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    guard let session = attached["sessionId"] as? String else {
      throw BrowserError.unexpected("\(attached)")
    }
    return try Page(self, session: session)
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
  /// afterwards. One in which something was thrown is ended, and not lent again.
  package static func lend<Result>(_ body: (Browser) throws -> Result) throws -> Result {
    let browser = try idleOne() ?? Browser()
    do {
      try browser.beginLoan()
      let result = try body(browser)
      try browser.endLoan()
      let returned = Idle(browser: browser)
      idle.withLock { $0.append(returned) }
      return result
    } catch {
      browser.kill()
      throw error
    }
  }

  /// One that has not died meanwhile.
  private static func idleOne() -> Browser? {
    while let browser = idle.withLock({ $0.popLast() })?.browser {
      if browser.process.isRunning { return browser }
    }
    return nil
  }

  private func beginLoan() throws {
    let made = try pipe.send("Target.createBrowserContext")
    guard let context = made["browserContextId"] as? String else {
      throw BrowserError.unexpected("\(made)")
    }
    self.context = context
  }

  private func endLoan() throws {
    try pipe.send("Target.disposeBrowserContext", ["browserContextId": context])
    pipe.forgetListeners()
  }

  /// Ends it without asking it, which may be past answering.
  private func kill() {
    // Foundation has made it the leader of a group, of which its processes are.
    _ = Foundation.kill(-process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }
}
