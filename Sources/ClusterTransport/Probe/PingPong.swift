/// Frames sent to and fro with nothing done to them: the yardstick of the lock-step.
package enum PingPong {
  /// The other end, for a hidden command: answers every line with a line of `answerBytes`
  /// bytes, its newline included, until its host is gone. Returns the exit status.
  package static func echo(socket path: String, answerBytes: Int) -> Int32 {
    do throws(SystemError) {
      let socket = try UnixSocket.connect(to: path)
      let answer = line(of: answerBytes)
      var room = [UInt8](repeating: 0, count: 1 << 16)
      while try receiveLine(from: socket, room: &room) { try send(answer, to: socket) }
      return 0
    } catch {
      CurrentProcess.complain("echo: \(error)")
      return 65
    }
  }

  /// The host's end: how long `rounds` rounds take over these sockets in turn.
  static func measure(
    _ sockets: [Descriptor], requestBytes: Int, rounds: Int
  ) throws(SystemError) -> Duration {
    let request = line(of: requestBytes)
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let begin = WallClock.monotonicNanoseconds
    for round in 0..<rounds {
      let socket = sockets[round % sockets.count]
      try send(request, to: socket)
      guard try receiveLine(from: socket, room: &room) else {
        throw SystemError("recv", "an echo that ended", number: 0)
      }
    }
    return .nanoseconds(WallClock.monotonicNanoseconds - begin)
  }

  private static func line(of count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "x"), count: max(0, count - 1)) + [UInt8(ascii: "\n")]
  }

  private static func send(_ bytes: [UInt8], to socket: Descriptor) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      switch bytes.withUnsafeBytes({ UnixSocket.send(socket, $0[done...]) }) {
      case .bytes(let count): done += count
      case .nothingYet: break
      case .closed: return
      case .failed(let error): throw error
      }
    }
  }

  /// False once the other end is closed.
  private static func receiveLine(
    from socket: Descriptor, room: inout [UInt8]
  ) throws(SystemError) -> Bool {
    while true {
      switch room.withUnsafeMutableBytes({ UnixSocket.receive(socket, into: $0[...]) }) {
      case .bytes(let count):
        if room[count - 1] == UInt8(ascii: "\n") { return true }
      case .nothingYet: break
      case .closed: return false
      case .failed(let error): throw error
      }
    }
  }
}
