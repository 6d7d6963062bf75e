import ClusterCore

/// How a device process ended.
package struct Departure: Hashable, Sendable {
  /// `exited with status 65`, `was ended by SIGSEGV`.
  package let words: String
  /// Nil where a signal ended it.
  package let status: Int32?
  /// The end of what it wrote to its standard error.
  package let errorOutput: String
}

/// What a device is handed last.
package enum Farewell: Hashable, Sendable {
  case stop
  /// Bytes that need be no frame; a newline is added.
  case line(String)
  /// The socket is closed without a word, and the private directory goes, as where the
  /// coordinator dies and somebody sweeps.
  case hangUp
}

// Ending a device to see how it takes that.
extension ProcessHost {
  /// Says a last thing to the device and waits for its end; nil where it still runs after
  /// `limits.end`, and is then killed.
  package func leave(_ farewell: Farewell) -> Departure? {
    switch farewell {
    case .stop: try? send(.stop)
    case .line(let text): try? channel?.send(Array("\(text)\n".utf8))
    case .hangUp:
      closeSockets()
      try? directory.remove()
    }
    let end = process?.wait(atMost: limits.end)
    closeSockets()
    if end == nil { _ = process?.kill() }
    process = nil
    awaited = nil
    guard let end else { return nil }
    let status: Int32? = if case .exited(let status) = end { status } else { nil }
    return Departure(words: "\(end)", status: status, errorOutput: errorOutput)
  }

  /// Starts a process that has not been told who it is, and connects it.
  package func connect(_ setup: DeviceInit) throws(HostFailure) {
    try spawn(setup)
    try connect()
    awaited = nil
  }
}
