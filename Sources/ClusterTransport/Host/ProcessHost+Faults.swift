import ClusterCore

// What is said of a device that cannot be relied on any more, and to it.
extension ProcessHost {
  /// The end of a log that goes into a report, in bytes.
  private static let logEnd = 2000

  /// What is said where frames are too long for what the scenario asks; single entries never are.
  static let tooMuchAtOnce = Advice(
    cause: "the scenario has more said at once than a frame holds: a large \"page\" of changes, or "
      + "much that is pending and sent together",
    next: "give the cloud a smaller \"page\", write shorter values, or sync more often")

  func fail(_ fault: ChannelFault, during occasion: String) -> HostFailure {
    switch fault {
    case .closed(let partial):
      let place = partial.isEmpty ? "when \(occasion)" : "in the middle of a frame"
      return fail(describeEnd(place), last: partial)
    case .timedOut(let partial):
      let what = partial.isEmpty ? "no frame" : "only \(partial.count) bytes of a frame"
      return fail("sent \(what) within \(limits.frame), when \(occasion)", last: partial)
    case .tooLong(let begin):
      let limit = ProtocolVersion.longestFrame
      return fail(
        "sent a frame longer than \(limit) bytes, when \(occasion)", last: begin,
        advice: program.isForeign ? nil : ProcessHost.tooMuchAtOnce)
    case .twoFrames(let bytes):
      return fail("sent more than one frame, when \(occasion)", last: bytes)
    case .notTaken: return fail("read nothing for \(limits.frame), when \(occasion)")
    case .interrupted(let interrupted): return fail("\(interrupted), when \(occasion)")
    case .system(let error):
      return fail("cannot be reached: \(error)", advice: error.advice)
    }
  }

  /// How the process ended by itself, given a moment to do so.
  func describeEnd(_ place: String) -> String {
    guard let end = process?.wait(atMost: .milliseconds(500)) else {
      return "closed its socket \(place)"
    }
    return "\(end) \(place)"
  }

  /// What a program gets to say of a refused frame before it is ended.
  private static let lastWords = Duration.milliseconds(200)

  /// Tells the program which rule its frame breaks, then ends it as ``fail(_:last:)`` does.
  func refuse(_ reason: String) -> HostFailure {
    var writer = JSONWriter()
    HostFrame.refused(reason).write(to: &writer)
    writer.newline()
    if writer.bytes.count < ProtocolVersion.longestFrame {
      // Whether it hears this or not, it is ended.
      try? channel?.send(writer.bytes)
      _ = process?.wait(atMost: ProcessHost.lastWords)
    }
    return fail(reason)
  }

  /// Ends the process, so that its log is complete, and says what was wrong.
  ///
  /// - Parameter advice: what is said in place of blaming the device.
  func fail(_ reason: String, last: [UInt8] = [], advice: Advice? = nil) -> HostFailure {
    let lastBytes = last.isEmpty ? channel?.lastBytes ?? [] : last
    closeSockets()
    if let process { _ = process.kill() }
    process = nil
    awaited = nil
    return HostFailure(
      device: device, reason: reason, lastFrame: Escaped.end(of: lastBytes),
      errorOutput: errorOutput, advice: advice)
  }

  /// The end of what the process has written to its standard error.
  var errorOutput: String {
    let path = log ?? "\(directory.path)/\(home).d/stderr.log"
    let errors = FileSystem.end(of: path, from: logStart, limit: ProcessHost.logEnd)
    return String(decoding: errors, as: UTF8.self)
  }
}
