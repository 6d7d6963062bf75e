/// What is handed to a node: one event, then nothing until it has answered.
package enum NodeEvent: Hashable, Sendable {
  /// The process is new; its store has been read.
  case start(Launch)
  /// The user of a device acts; `intent` names what the user wants.
  case operation(Operation, intent: IntentID)
  case answer(Answer, to: RequestNumber)
  case failure(NetworkFailure, of: RequestNumber)
  case push(Push)
  case timer(TimerKey)
  case link(isUp: Bool)
  /// At the cloud: a device asks.
  case request(Request, from: NodeID)
  /// At a transfer service: the app, or the system, tells it something.
  case transferCall(TransferCall)
  /// At an app: its transfer service tells it something.
  case transferNotice(TransferNotice)
  /// At the cloud: somebody there acts.
  case cloud(CloudOperation)
}

/// How a process finds the world when it starts.
package struct Launch: Hashable, Sendable {
  /// Whether the device is online as far as it can know.
  package let isLinkUp: Bool
  /// The number on the app's icon.
  package let badge: Int
  /// What the records of a first launch are made under; nil where the app has none.
  package let intent: IntentID?

  package init(isLinkUp: Bool, badge: Int = 0, intent: IntentID? = nil) {
    self.isLinkUp = isLinkUp
    self.badge = badge
    self.intent = intent
  }
}

/// A device's own number for a request it sent; new for every attempt.
package typealias RequestNumber = Int
/// A device's own name for a timer it set: setting it again moves it.
package typealias TimerKey = Text

/// A device's clocks when it is handed an event; it has no other source of time.
package struct ClockReading: Hashable, Sendable {
  /// Virtual time with offset, drift, tick and jumps, in milliseconds.
  package let wall: Int64
  /// Virtual time with drift only; goes on while the device is suspended or dead.
  package let continuous: Int64

  package init(wall: Int64, continuous: Int64) {
    self.wall = wall
    self.continuous = continuous
  }
}

extension NodeEvent {
  private enum Kind: String, JSONChoice {
    case start, operation, answer, failure, push, timer, link, request
    case transferCall, transferNotice
    case cloud

    static let words = JSONWords<Kind>()
  }

  static let keys: JSONKeys =
    [
      "kind", "intent", "request", "answer", "failure", "push", "timer", "up", "from", "asks",
      "badge", "does",
    ]
    + ["call", "notice"]
    + Operation.Verb.words.keys

  /// Writes the event's members into the object that is open.
  func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .start(let launch):
      json.member("kind", Kind.start.rawValue)
      json.member("up", launch.isLinkUp)
      if let intent = launch.intent { json.member("intent", intent) }
      if launch.badge > 0 { json.member("badge", launch.badge) }
    case .operation(let operation, let intent):
      json.member("kind", Kind.operation.rawValue)
      json.member("intent", intent)
      operation.writeMember(to: &json)
    case .answer(let answer, let request):
      json.member("kind", Kind.answer.rawValue)
      json.member("request", request)
      json.member("answer", answer)
    case .failure(let failure, let request):
      json.member("kind", Kind.failure.rawValue)
      json.member("request", request)
      json.member("failure", failure.rawValue)
    case .push(let push):
      json.member("kind", Kind.push.rawValue)
      json.member("push", push)
    case .timer(let key):
      json.member("kind", Kind.timer.rawValue)
      json.member("timer", key.string)
    case .link(let isUp):
      json.member("kind", Kind.link.rawValue)
      json.member("up", isUp)
    case .request(let request, let sender):
      json.member("kind", Kind.request.rawValue)
      json.member("from", sender)
      json.member("asks", request)
    case .transferCall(let call):
      json.member("kind", Kind.transferCall.rawValue)
      json.member("call", call)
    case .transferNotice(let notice):
      json.member("kind", Kind.transferNotice.rawValue)
      json.member("notice", notice)
    case .cloud(let operation):
      json.member("kind", Kind.cloud.rawValue)
      json.member("does", operation)
    }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    switch try object.required("kind").choice(Kind.self) {
    case .start:
      self = .start(
        Launch(
          isLinkUp: try object.required("up").bool(),
          badge: try object.optional("badge")?.count() ?? 0,
          intent: try object.optional("intent")?.identifier()))
    case .operation:
      let intent: IntentID = try object.required("intent").identifier()
      guard let verb = object.first(Operation.Verb.self) else {
        throw object.reader.error("the operation is missing", allowed: "one of write, add, …")
      }
      self = .operation(try Operation(verb, try object.required(verb.rawValue)), intent: intent)
    case .answer:
      self = .answer(
        try Answer(try object.required("answer")), to: try object.required("request").count())
    case .failure:
      self = .failure(
        try object.required("failure").choice(), of: try object.required("request").count())
    case .push: self = .push(try Push(try object.required("push")))
    case .timer: self = .timer(try object.required("timer").text())
    case .link: self = .link(isUp: try object.required("up").bool())
    case .request:
      self = .request(
        try Request(try object.required("asks")), from: try object.required("from").identifier())
    case .transferCall: self = .transferCall(try TransferCall(try object.required("call")))
    case .transferNotice:
      self = .transferNotice(try TransferNotice(try object.required("notice")))
    case .cloud: self = .cloud(try CloudOperation(try object.required("does")))
    }
  }
}

extension NodeEvent: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: NodeEvent.keys))
  }
}
