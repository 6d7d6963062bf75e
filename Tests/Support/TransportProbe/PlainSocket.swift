import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connected socket that knows no frames, so that it can break their rules.
struct PlainSocket {
  private let number: Int32

  /// Ends the process where there is no connection to be had.
  init(_ path: String) {
    number = cluster_unix_socket()
    if cluster_connect(number, path) != 0 { exit(66) }
  }

  func say(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { cluster_send(number, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      done += count
    }
  }

  /// The next line; nil once the other end is closed.
  func hear() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while recv(number, &byte, 1, 0) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  func close() { shutdown(number, Int32(SHUT_RDWR)) }
}

/// Does nothing until a signal ends the process.
func waitForEver() -> Never {
  while true { pause() }
}

/// Writes to standard error.
func complain(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(2, bytes, bytes.count)
}
