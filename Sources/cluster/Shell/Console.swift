import ClusterReport
import ClusterTransport

/// Where a command speaks to its user: text or JSON on standard output, the rest on standard
/// error.
struct Console {
  let style: TextStyle
  let printsJSON: Bool
  let isQuiet: Bool

  init(_ arguments: Arguments) {
    printsJSON = arguments.has(.json)
    isQuiet = arguments.has(.quiet)
    let terminal = Terminal.standardOutput
    let isColoured =
      switch arguments[.color] {
      case "always": true
      case "never": false
      default: terminal.isTerminal && (Terminal.environment("NO_COLOR") ?? "").isEmpty
      }
    style = TextStyle(
      width: terminal.width ?? Terminal.wantedWidth ?? 100,
      isUnicode: Terminal.isUnicode && arguments[.color] != "never",
      isColoured: isColoured)
  }

  func say(_ lines: [String]) { say(lines.joined(separator: "\n")) }

  /// Text for people; left out where JSON or quiet is asked for.
  func say(_ text: String) {
    guard !printsJSON && !isQuiet else { return }
    Console.print(text)
  }

  /// What is printed even when quiet.
  func conclude(_ text: String) {
    guard !printsJSON else { return }
    Console.print(text)
  }

  /// The same in lines, each of which a log keeps whole.
  func conclude(_ lines: [String]) {
    for line in lines { conclude(style.safe(line)) }
  }

  func json(_ text: String) {
    guard printsJSON else { return }
    Console.print(text)
  }

  /// What is no error, and said on standard error where the summary that has it is not printed.
  func remark(_ lines: [String]) {
    guard isQuiet && !printsJSON else { return }
    for line in lines { Terminal.standardError.write("note: \(style.safe(line))\n") }
  }

  /// Output that nobody reads any more is no error; output that is lost is.
  static func print(_ text: String) {
    guard !Terminal.standardOutput.write(text + "\n"), Terminal.lastWriteWasLost else { return }
    Console.complain(
      UserMessage(
        what: "the output cannot be written", cause: "the disk it goes to is full, or not yours",
        next: "send it elsewhere, and look at the exit status"))
    CurrentProcess.exit(ExitCode.cannotWrite.rawValue)
  }

  /// Whether there is a line that tells how a run stands while nothing else is printed.
  var showsStatus: Bool { !printsJSON && !isQuiet && Terminal.standardOutput.isTerminal }

  /// Writes that line anew, below what is printed.
  func status(_ text: String) {
    if showsStatus { Terminal.standardOutput.replaceLine(text) }
  }

  /// Takes it away, so that what is printed next stands in its place.
  func clearStatus() { status("") }

  /// A line that the next one replaces; only on a terminal.
  func progress(_ text: String) {
    guard !printsJSON && !isQuiet else { return }
    Terminal.standardError.replaceLine(text)
  }

  /// Three lines on standard error.
  static func complain(_ message: UserMessage) {
    let style = TextStyle(isUnicode: Terminal.isUnicode)
    Terminal.standardError.write(message.asTyped.lines(style).joined(separator: "\n") + "\n")
  }
}
