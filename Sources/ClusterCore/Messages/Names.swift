/// What a message is for.
@frozen
@usableFromInline
package enum MessageKind: String, JSONChoice {
  case save, pull, push
  case fetch, put
  case enqueue, cancelTask, listTasks, finished, failed, tasks
  case order, readOrder, search, register, markRead, unread
  case call, refresh, signIn, signOut

  package static let words = JSONWords<MessageKind>()
}

/// A message's name: who sends it to whom, what for, what it goes back to, and which of
/// that kind from that root it is. The engine gives it; a device never makes one.
///
/// Written `phone>cloud/save/w1/2`; its answer `phone>cloud/save/w1/2/answer`. Names do not
/// move when another entry, device or message comes or goes, so a fate that hangs on one
/// stays with its message.
@frozen
@usableFromInline
package struct MessageName: Hashable, Sendable, CustomStringConvertible {
  @frozen
  @usableFromInline
  package enum Part: Hashable, Sendable {
    case message, answer
  }

  @usableFromInline package let sender: NodeID
  @usableFromInline package let receiver: NodeID
  @usableFromInline package let root: RootID
  /// FNV-1a of the bytes of the request's description.
  @usableFromInline let bodyFold: UInt64
  @usableFromInline let number: UInt32
  @usableFromInline package let kind: MessageKind
  @usableFromInline package let part: Part

  @inlinable
  package var count: Int { Int(number) }

  /// - Parameter count: at most 2^32 - 1, which no run comes to.
  package init(
    sender: NodeID, receiver: NodeID, kind: MessageKind, root: RootID, count: Int,
    part: Part = .message
  ) {
    self.sender = sender
    self.receiver = receiver
    self.kind = kind
    self.root = root
    number = UInt32(count)
    self.part = part
    var fold = StableHash(continuing: sender.text.fold)
    fold.combine(UInt8(ascii: ">"))
    fold.combine(receiver.text)
    fold.combine(UInt8(ascii: "/"))
    fold.combine(kind.rawValue.utf8)
    fold.combine(UInt8(ascii: "/"))
    fold.combine(root.text)
    fold.combine(UInt8(ascii: "/"))
    fold.combine(decimal: count)
    bodyFold = fold.value
  }

  @inlinable
  init(_ name: MessageName, part: Part) {
    sender = name.sender
    receiver = name.receiver
    root = name.root
    bodyFold = name.bodyFold
    number = name.number
    kind = name.kind
    self.part = part
  }

  /// The name of the answer to this request.
  @inlinable
  package var answer: MessageName { MessageName(self, part: .answer) }

  /// The name of the request that this answers; itself where it is no answer.
  @inlinable
  package var request: MessageName { MessageName(self, part: .message) }

  /// Where it is delivered: an answer goes back to the sender of its request.
  @inlinable
  package var destination: NodeID { part == .answer ? sender : receiver }
  @inlinable
  package var origin: NodeID { part == .answer ? receiver : sender }

  @usableFromInline package var description: String {
    let name = "\(sender)>\(receiver)/\(kind.rawValue)/\(root)/\(count)"
    return part == .answer ? name + "/answer" : name
  }

  /// FNV-1a of the description's bytes.
  package var fold: UInt64 {
    guard part == .answer else { return bodyFold }
    var fold = StableHash(continuing: bodyFold)
    fold.combine("/answer".utf8)
    return fold.value
  }

  @inlinable
  package static func == (left: MessageName, right: MessageName) -> Bool {
    left.bodyFold == right.bodyFold && left.part == right.part && left.number == right.number
      && left.root == right.root && left.sender == right.sender
      && left.receiver == right.receiver && left.kind == right.kind
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(part == .answer ? ~bodyFold : bodyFold)
  }

  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 || (parts.count == 5 && parts[4] == "answer") else { return nil }
    let ends = parts[0].split(separator: ">", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty, !parts[2].isEmpty,
      let kind = MessageKind(rawValue: parts[1]), let count = UInt32(parts[3]), count >= 1
    else { return nil }
    self.init(
      sender: NodeID(ends[0]), receiver: NodeID(ends[1]), kind: kind, root: RootID(parts[2]),
      count: Int(count), part: parts.count == 5 ? .answer : .message)
  }
}

/// A timer's name, `phone/timer/retry/w1/1`.
package struct TimerName: Hashable, Sendable, CustomStringConvertible {
  package let device: NodeID
  package let kind: Text
  package let root: RootID
  package let count: Int

  /// The kind of a timer that is set again whenever it has fired: nobody waits for it, and each
  /// firing is a root of its own.
  package static let upkeep: Text = "upkeep"

  package init(device: NodeID, kind: Text, root: RootID, count: Int) {
    self.device = device
    self.kind = kind
    self.root = root
    self.count = count
  }

  package var description: String { "\(device)/timer/\(kind)/\(root)/\(count)" }

  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[1] == "timer", !parts[0].isEmpty, !parts[2].isEmpty,
      !parts[3].isEmpty, let count = Int(parts[4]), count >= 1
    else { return nil }
    self.init(
      device: NodeID(parts[0]), kind: Text(parts[2]), root: RootID(parts[3]), count: count)
  }
}

/// The name of one event handed to a node; no two events of a run share one.
package enum EventName: Hashable, Sendable, CustomStringConvertible {
  /// The `copy`-th delivery of a message, the first being 1: written `NAME`, then `NAME~2`.
  case delivery(MessageName, copy: Int)
  /// The end of an attempt without an answer: the request's name and `/failure`.
  case failure(MessageName)
  case timer(TimerName)
  /// An entry of the timeline, a start, a link change, a round of the calm.
  case entry(EntryID)

  package var description: String {
    switch self {
    case .delivery(let name, let copy): copy == 1 ? name.description : "\(name)~\(copy)"
    case .failure(let name): "\(name)/failure"
    case .timer(let name): name.description
    case .entry(let id): id.string
    }
  }

  /// Nil only where the text has the slashes of a message or a timer and is none.
  package init?(parsing text: String) {
    if let timer = TimerName(parsing: text) {
      self = .timer(timer)
    } else if text.hasSuffix("/failure") {
      guard let name = MessageName(parsing: String(text.dropLast("/failure".count))) else {
        return nil
      }
      self = .failure(name)
    } else if text.contains("/") {
      let parts = text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 2, let name = MessageName(parsing: parts[0]),
        let copy = parts.count == 2 ? Int(parts[1]) : 1, copy >= 1
      else { return nil }
      self = .delivery(name, copy: copy)
    } else {
      guard !text.isEmpty else { return nil }
      self = .entry(EntryID(text))
    }
  }
}

extension MessageName: JSONWritable {
  package func write(to json: inout JSONWriter) { json.string(description) }

  package init(_ reader: JSONReader) throws(FormatError) {
    let text = try reader.string()
    guard let name = MessageName(parsing: text) else {
      throw MisspeltName(message: text)?.error(at: reader)
        ?? reader.mismatch(expected: "a message's name such as \"phone>cloud/save/w1/1\"")
    }
    self = name
  }
}

extension TimerName: JSONWritable {
  package func write(to json: inout JSONWriter) { json.string(description) }

  package init(_ reader: JSONReader) throws(FormatError) {
    guard let name = TimerName(parsing: try reader.string()) else {
      throw reader.mismatch(expected: "a timer's name such as \"phone/timer/retry/w1/1\"")
    }
    self = name
  }
}

extension EventName: JSONWritable {
  package func write(to json: inout JSONWriter) { json.string(description) }

  package init(_ reader: JSONReader) throws(FormatError) {
    let text = try reader.string()
    guard let name = EventName(parsing: text) else {
      throw MisspeltName(event: text)?.error(at: reader)
        ?? reader.mismatch(
          expected: "the name of a message, a timer or a timeline entry, such as "
            + "\"phone>cloud/save/w1/1\", \"phone/timer/retry/w1/1\" or \"w1\"")
    }
    self = name
  }
}
