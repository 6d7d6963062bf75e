import ClusterCore
import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A device that breaks one rule, or none but is someone else's.
struct Misbehaviour {
  private let kind: String
  private let path: String

  private static let ready = #"{"type":"ready","protocol":1}"#

  init(_ arguments: [String]) {
    kind = arguments.first ?? ""
    path = Main.option("--socket", in: arguments)
  }

  func run() -> Never {
    switch kind {
    case "exits":
      complain("no battery\n")
      exit(3)
    case "never-connects": waitForEver()
    default: converse(PlainSocket(path))
    }
  }

  private func converse(_ socket: PlainSocket) -> Never {
    _ = socket.hear()
    switch kind {
    case "garbage": socket.say("\u{1}this is no JSON\n")
    case "half-then-exits":
      socket.say(#"{"type":"rea"#)
      exit(4)
    case "half-then-hangs": socket.say(#"{"type":"rea"#)
    case "too-long": socket.say(String(repeating: "x", count: ProtocolVersion.longestFrame + 1))
    case "longest": socket.say(padded(Misbehaviour.ready))
    case "one-byte-too-long": socket.say(padded(Misbehaviour.ready + " "))
    case "unknown-type": socket.say("{\"type\":\"hello\"}\n")
    case "two-frames": socket.say("\(Misbehaviour.ready)\n\(Misbehaviour.ready)\n")
    case "silent": break
    case "other-version": socket.say("{\"type\":\"ready\",\"protocol\":2}\n")
    case "closes": socket.close()
    default:
      socket.say("\(Misbehaviour.ready)\n")
      answer(socket)
    }
    waitForEver()
  }

  /// The given frame with spaces before its newline, so that it and one newline are as long
  /// as a frame may be.
  private func padded(_ frame: String) -> String {
    let length = ProtocolVersion.longestFrame - 1 - Misbehaviour.ready.utf8.count
    return frame + String(repeating: " ", count: length) + "\n"
  }

  private func answer(_ socket: PlainSocket) {
    var number = 0
    while let frame = socket.hear() {
      if frame.contains("stop") { continue }
      let effect = #"{"kind":"cancel","number":1}"#
      switch kind {
      case "wrong-number": socket.say(effects(number: number + 7))
      case "wrong-type": socket.say("\(Misbehaviour.ready)\n")
      case "unknown-effect": socket.say(effects(number: number, #"{"kind":"explode"}"#))
      case "dies-in-event":
        // The runtime catches it to print where it came from, which a sanitizer ends otherwise.
        signal(SIGABRT, SIG_DFL)
        abort()
      case "silent-at-events": waitForEver()
      case "overdoes": socket.say(effects(number: number, "\(effect),\(effect),\(effect)"))
      case "clings-to-life": socket.say(effects(number: number))
      case "exits-when-killed":
        socket.say(effects(number: number))
        exit(0)
      default: socket.say(effects(number: number, "\(effect),\(effect),\(effect)"))
      }
      number += 1
    }
  }

  private func effects(number: Int, _ list: String = "") -> String {
    "{\"type\":\"effects\",\"number\":\(number),\"effects\":[\(list)],\"pending\":0}\n"
  }
}
