import Foundation

/// The DevTools protocol over two pipes: JSON messages, each ended by a zero byte.
///
/// One caller at a time; a command blocks until its answer is there.
final class DevToolsPipe {
  typealias Object = [String: Any]

  /// What a browser may take for one answer before it counts as hanging, in milliseconds.
  private static let patience: Int32 = 60_000
  /// No message of a page is longer, in bytes; a screenshot or a PDF is far below.
  private static let longest = 256 << 20

  private let input: FileHandle
  private let output: FileHandle
  private var received: [UInt8] = []
  /// How many bytes of `received` are known to hold no zero.
  private var searched = 0
  private var lastNumber = 0
  /// By session, what is told of what the browser says unasked.
  private var listeners: [String: (_ method: String, _ parameters: Object) -> Void] = [:]

  init(writingTo input: FileHandle, readingFrom output: FileHandle) {
    self.input = input
    self.output = output
  }

  /// Has somebody told of a session's events from now on.
  func listen(
    to session: String, _ listener: @escaping (_ method: String, _ parameters: Object) -> Void
  ) {
    listeners[session] = listener
  }

  /// Tells nobody any more, since all the sessions are gone.
  func forgetListeners() { listeners = [:] }

  /// Sends a command and waits for its answer.
  @discardableResult
  func send(
    _ method: String, _ parameters: Object = [:], session: String? = nil
  ) throws -> Object {
    lastNumber += 1
    let number = lastNumber
    var message: Object = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    var bytes = try JSONSerialization.data(withJSONObject: message)
    bytes.append(0)
    try input.write(contentsOf: bytes)
    while true {
      let answer = try next(during: method)
      guard answer["id"] as? Int == number else {
        note(answer)
        continue
      }
      if let error = answer["error"] as? Object {
        throw BrowserError.refused(method, reason: error["message"] as? String ?? "\(error)")
      }
      return answer["result"] as? Object ?? [:]
    }
  }

  /// Waits for an event of a session.
  @discardableResult
  func wait(for method: String, session: String) throws -> Object {
    while true {
      let message = try next(during: "the wait for \(method)")
      note(message)
      guard message["sessionId"] as? String == session else { continue }
      if message["method"] as? String == method { return message["params"] as? Object ?? [:] }
    }
  }

  private func note(_ message: Object) {
    guard let method = message["method"] as? String,
      let session = message["sessionId"] as? String
    else { return }
    listeners[session]?(method, message["params"] as? Object ?? [:])
  }

  private func next(during what: String) throws -> Object {
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let value = try JSONSerialization.jsonObject(with: Data(received[..<end]))
        received.removeFirst(end + 1)
        searched = 0
        guard let object = value as? Object else { throw BrowserError.unexpected("\(value)") }
        return object
      }
      searched = received.count
      guard searched < DevToolsPipe.longest else {
        throw BrowserError.unexpected("a message of more than \(DevToolsPipe.longest) bytes")
      }
      var entry = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, DevToolsPipe.patience) > 0 else {
        throw BrowserError.silent(during: what)
      }
      let bytes = output.availableData
      guard !bytes.isEmpty else { throw BrowserError.silent(during: what) }
      received += bytes
    }
  }
}
