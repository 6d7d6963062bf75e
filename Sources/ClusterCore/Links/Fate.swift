/// What happens to one named message instead of being delivered once, in its time.
///
/// Weather, a scenario file, a search and a shrinker all yield this, and the run does not
/// know which of them did.
package struct Fate: Hashable, Sendable {
  /// How the message itself travels.
  package enum Travel: Hashable, Sendable {
    /// As its link's weather says; used where only `again` matters.
    case ordinary
    /// One copy for each, so much after sending; none at all is a loss.
    case copies([Milliseconds])
    /// Held until that has happened at its destination, then delivered before anything else.
    case held(until: EventName)
  }

  package var travel: Travel
  /// Delivered once more right after each of these has happened at its destination.
  package var again: [EventName]
  /// Whether the last copy that is handled is answered instead of the first.
  package var answersLast: Bool

  package init(_ travel: Travel, again: [EventName] = [], answersLast: Bool = false) {
    self.travel = travel
    self.again = again
    self.answersLast = answersLast
  }

  package static let lost = Fate(.copies([]))
}

/// A fate and the message it is for, as a timeline entry writes it.
package struct NamedFate: Hashable, Sendable {
  package let message: MessageName
  package let fate: Fate

  package init(message: MessageName, fate: Fate) {
    self.message = message
    self.fate = fate
  }
}

extension NamedFate: JSONWritable {
  package static let keys: JSONKeys = ["message", "fate", "after", "again", "answers"]

  private enum Answers: String, CaseIterable {
    case first, last
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("message", message)
      switch fate.travel {
      case .ordinary: break
      case .copies(let delays):
        json.key("fate")
        json.array(delays) { $0.string($1.description) }
      case .held(let event): json.member("after", event)
      }
      if !fate.again.isEmpty { json.member("again", fate.again) }
      if fate.answersLast { json.member("answers", Answers.last.rawValue) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: NamedFate.keys))
  }

  package init(_ object: JSONObjectReader) throws(FormatError) {
    let place = try object.required("message")
    message = try MessageName(place)
    var fate = Fate(.ordinary)
    if let delays = object.optional("fate") {
      fate.travel = .copies(try delays.list { reader throws(FormatError) in try reader.delay() })
    }
    if let event = object.optional("after") {
      guard fate.travel == .ordinary else {
        throw event.error("both \"fate\" and \"after\" stand here", allowed: "one of them")
      }
      fate.travel = .held(until: try EventName(event))
    }
    fate.again = try object.optional("again")?.list(EventName.init) ?? []
    fate.answersLast = try object.optional("answers")?.choice(Answers.self) == .last
    try NamedFate.checkCount(fate, at: object)
    if message.part == .answer { try NamedFate.checkAnswer(fate, at: object) }
    if message.kind.isTransfer || message.kind.isLocal {
      try NamedFate.checkTransfer(fate, of: message.kind, at: object)
    }
    guard fate != Fate(.ordinary) else {
      throw object.reader.error(
        "the fate of \(message) is missing",
        allowed: "\"fate\", \"after\", \"again\" or \"answers\"")
    }
    self.fate = fate
  }

  private static func checkCount(_ fate: Fate, at object: JSONObjectReader) throws(FormatError) {
    var copies = fate.again.count
    if case .copies(let delays) = fate.travel { copies += delays.count }
    guard copies <= Limit.copies else {
      throw object.reader.error(
        "the fate delivers its message \(copies) times",
        allowed: "at most \(Limit.copies) delays and events of \"again\" together")
    }
  }

  /// A transfer link doubles nothing, and what is said within a device is never lost either.
  private static func checkTransfer(
    _ fate: Fate, of kind: MessageKind, at object: JSONObjectReader
  ) throws(FormatError) {
    var copies = fate.again.count + 1
    if case .copies(let delays) = fate.travel { copies = delays.count + fate.again.count }
    guard copies <= 1, !fate.answersLast else {
      throw object.reader.error(
        "a \(kind.rawValue) is doubled", allowed: "at most one delay, and no \"again\"")
    }
    guard !kind.isLocal || copies == 1 else {
      throw object.reader.error(
        "a \(kind.rawValue) is lost, which is said within a device",
        allowed: "one delay, or \"after\"")
    }
  }

  private static func checkAnswer(_ fate: Fate, at object: JSONObjectReader) throws(FormatError) {
    var copies = fate.again.count + 1
    if case .copies(let delays) = fate.travel { copies = delays.count + fate.again.count }
    guard copies <= 1, !fate.answersLast else {
      throw object.reader.error(
        "an answer on an http link is doubled", allowed: "at most one delay, and no \"again\"")
    }
  }
}

extension JSONReader {
  /// A duration that is not negative.
  package func delay() throws(FormatError) -> Milliseconds {
    let duration = try duration()
    guard duration >= .zero else {
      throw mismatch(expected: "a duration that is not negative, such as \"40ms\"")
    }
    return duration
  }

  package func duration() throws(FormatError) -> Milliseconds {
    guard case .string(let text) = node.content, let duration = Milliseconds(parsing: text) else {
      throw mismatch(
        expected: "a duration with its unit in quotes, whole milliseconds, at most 1000d: "
          + "\"40ms\", \"1.5s\", \"2m\"")
    }
    return duration
  }
}
