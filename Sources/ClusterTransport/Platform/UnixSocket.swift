import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stream sockets of the Unix domain.
enum UnixSocket {
  /// The longest path in bytes that every supported system takes (Darwin's 104 less the null).
  static let longestPath = 103

  /// What one call to receive or send came to.
  enum Transferred {
    case bytes(Int)
    /// The other end is closed.
    case closed
    /// Nothing moved within the socket's timeout, or a signal came first.
    case nothingYet
    case failed(SystemError)
  }

  static func listen(at path: String) throws(SystemError) -> Descriptor {
    let socket = try make(for: path)
    let error = cluster_bind(socket.number, path)
    guard error == 0 else { throw SystemError("bind", path, number: error) }
    #if canImport(Glibc)
      let result = Glibc.listen(socket.number, 1)
    #else
      let result = Darwin.listen(socket.number, 1)
    #endif
    guard result == 0 else { throw SystemError("listen", path) }
    return socket
  }

  static func accept(from listener: Descriptor) throws(SystemError) -> Descriptor {
    while true {
      let number = cluster_accept(listener.number)
      if number >= 0 { return Descriptor(number, listener.subject) }
      guard errno == EINTR else { throw SystemError("accept", listener.subject) }
    }
  }

  static func connect(to path: String) throws(SystemError) -> Descriptor {
    let socket = try make(for: path)
    let error = cluster_connect(socket.number, path)
    guard error == 0 else { throw SystemError("connect", path, number: error) }
    return socket
  }

  /// How long one call may block, in milliseconds; 0 for ever.
  static func setTimeouts(_ socket: Descriptor, receive: Int32, send: Int32) throws(SystemError) {
    let error = cluster_set_timeouts(socket.number, receive, send)
    guard error == 0 else { throw SystemError("setsockopt", socket.subject, number: error) }
  }

  /// One call of recv(2).
  static func receive(
    _ socket: Descriptor, into room: Slice<UnsafeMutableRawBufferPointer>
  ) -> Transferred {
    let part = UnsafeMutableRawBufferPointer(rebasing: room)
    return transferred(recv(socket.number, part.baseAddress, part.count, 0), "recv", socket)
  }

  /// The place of the first newline in the buffer that these bytes are a part of.
  static func newline(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let begin = bytes.base.baseAddress,
      let found = memchr(begin + bytes.startIndex, Int32(UInt8(ascii: "\n")), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - begin
  }

  /// One call of send(2).
  static func send(_ socket: Descriptor, _ bytes: Slice<UnsafeRawBufferPointer>) -> Transferred {
    let part = UnsafeRawBufferPointer(rebasing: bytes)
    let count = cluster_send(socket.number, part.baseAddress, part.count)
    return transferred(count, "send", socket)
  }

  private static func transferred(
    _ count: Int, _ call: String, _ socket: Descriptor
  ) -> Transferred {
    if count > 0 { return .bytes(count) }
    if count == 0 { return .closed }
    switch errno {
    case ECONNRESET, EPIPE: return .closed
    case EAGAIN, EINTR: return .nothingYet
    default: return .failed(SystemError(call, socket.subject))
    }
  }

  private static func make(for path: String) throws(SystemError) -> Descriptor {
    let number = cluster_unix_socket()
    guard number >= 0 else { throw SystemError("socket", path) }
    return Descriptor(number, path)
  }
}
