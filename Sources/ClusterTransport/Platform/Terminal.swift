#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One of the process's two outputs.
package struct Terminal: Sendable {
  package static let standardOutput = Terminal(descriptor: 1)
  package static let standardError = Terminal(descriptor: 2)

  private let descriptor: Int32

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many columns the user wants where there is no terminal to ask: `COLUMNS`, from 40 to
  /// 1,000; nil where it says nothing of the kind.
  package static var wantedWidth: Int? {
    environment("COLUMNS").flatMap { Int($0) }.flatMap { (40...1000).contains($0) ? $0 : nil }
  }

  /// Its columns; nil where it is no terminal or does not tell.
  package var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes all of it; false where nobody reads any more, or it cannot be written.
  @discardableResult
  package func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Whether the last write failed though somebody was there to read it.
  package static var lastWriteWasLost: Bool { errno != EPIPE && errno != EBADF }

  /// Puts a line in the place of the last one, on a terminal only.
  package func replaceLine(_ text: String) {
    guard isTerminal else { return }
    write("\r\u{1B}[2K" + text)
  }

  /// Waits until a key is pressed, where both ends are a terminal; else does not wait.
  package static func waitForKey(_ prompt: String) {
    guard isatty(0) == 1, standardOutput.isTerminal else { return }
    standardOutput.write("[\(prompt)]")
    var before = termios()
    guard tcgetattr(0, &before) == 0 else { return }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &raw)
    var byte: UInt8 = 0
    _ = read(0, &byte, 1)
    tcsetattr(0, TCSANOW, &before)
    standardOutput.replaceLine("")
  }

  /// Whether the locale's letters are UTF-8.
  package static var isUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(CurrentProcess.environment)
    guard let locale = names.first(where: { !$0.isEmpty }) else { return false }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  package static func environment(_ name: String) -> String? { CurrentProcess.environment(name) }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
