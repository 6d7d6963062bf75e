import ClusterCore

/// Why no frame could be had from, or given to, the other end.
enum ChannelFault: Error {
  /// The other end closed; the bytes of a frame it had begun.
  case closed(partial: [UInt8])
  /// No whole frame within the limit; the bytes of one that was begun.
  case timedOut(partial: [UInt8])
  /// No newline within ``ProtocolVersion/longestFrame`` bytes.
  case tooLong(begin: [UInt8])
  /// Bytes stand behind the newline of the frame that was due.
  case twoFrames([UInt8])
  /// It did not take a frame within the limit.
  case notTaken
  case interrupted(Interrupted)
  case system(SystemError)
}

extension ChannelFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .closed: "the other end is closed"
    case .timedOut: "no frame came in time"
    case .tooLong: "a frame is longer than \(ProtocolVersion.longestFrame) bytes"
    case .twoFrames: "more than one frame came at once"
    case .notTaken: "a frame was not read in time"
    case .interrupted(let interrupted): "\(interrupted)"
    case .system(let error): "\(error)"
    }
  }
}

/// Frames, one a line, over a socket in strict lock-step.
///
/// A frame costs one call each way: what is written is one buffer, and what is read usually
/// comes whole. The buffer is kept between frames. The limit is the socket's own timeout, in
/// slices, so that no clock is read and nothing is polled while frames come in time.
final class FrameChannel {
  private let socket: Descriptor
  private let limit: Duration?
  private let signals: Signals?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var filled = 0

  /// Without a limit it waits for ever; that is for a device, whose host may think for hours.
  init(_ socket: Descriptor, limit: Duration?, signals: Signals? = nil) throws(SystemError) {
    self.socket = socket
    self.limit = limit
    self.signals = signals
    // A signal that came just before a call is noticed after that long at the latest.
    let slice = limit == nil ? 0 : Patience.slice
    try UnixSocket.setTimeouts(socket, receive: slice, send: slice)
  }

  /// Sends bytes that end with a newline.
  func send(_ frame: ArraySlice<UInt8>) throws(ChannelFault) {
    var done = 0
    var patience: Patience?
    while done < frame.count {
      switch frame.withUnsafeBytes({ UnixSocket.send(socket, $0[done...]) }) {
      case .bytes(let count): done += count
      case .nothingYet: break
      case .closed: throw .closed(partial: [])
      case .failed(let error): throw .system(error)
      }
      if done < frame.count { try checkLimit(&patience, else: .notTaken) }
    }
  }

  func send(_ frame: [UInt8]) throws(ChannelFault) { try send(frame[...]) }

  /// The next line, its newline taken off, where it came; the next call copies the whole buffer
  /// if it is still held by then.
  func receive() throws(ChannelFault) -> ArraySlice<UInt8> {
    filled = 0
    var patience: Patience?
    while true {
      let begin = filled
      switch buffer.withUnsafeMutableBytes({ UnixSocket.receive(socket, into: $0[filled...]) }) {
      case .closed: throw .closed(partial: lastBytes)
      case .failed(let error): throw .system(error)
      case .nothingYet:
        try checkLimit(&patience, else: .timedOut(partial: lastBytes))
        continue
      case .bytes(let count): filled += count
      }
      if let newline = buffer.withUnsafeBytes({ UnixSocket.newline(in: $0[begin..<filled]) }) {
        guard newline + 1 == filled else { throw .twoFrames(lastBytes) }
        guard filled <= ProtocolVersion.longestFrame else {
          throw .tooLong(begin: lastBytes)
        }
        return buffer[..<newline]
      }
      try makeRoom()
      try checkLimit(&patience, else: .timedOut(partial: lastBytes))
    }
  }

  /// The last bytes that came, for a report; they may be those of the frame before.
  var lastBytes: [UInt8] { Array(buffer[..<filled]) }

  func close() { socket.close() }

  private func makeRoom() throws(ChannelFault) {
    guard filled == buffer.count else { return }
    guard filled < ProtocolVersion.longestFrame else { throw .tooLong(begin: buffer) }
    let grown = min(buffer.count * 4, ProtocolVersion.longestFrame)
    // What stands there means nothing, and a copy is made at once, not byte by byte.
    while buffer.count < grown { buffer.append(contentsOf: buffer.prefix(grown - buffer.count)) }
  }

  /// Called when the other end lets itself be waited for; the limit counts from the first
  /// such call, which is at most one slice after the wait began.
  private func checkLimit(
    _ patience: inout Patience?, else fault: @autoclosure () -> ChannelFault
  ) throws(ChannelFault) {
    if let interrupted = signals?.received { throw .interrupted(interrupted) }
    guard let limit else { return }
    if patience == nil {
      patience = Patience(limit)
    } else if patience?.isOver() == true {
      throw fault()
    }
  }
}
