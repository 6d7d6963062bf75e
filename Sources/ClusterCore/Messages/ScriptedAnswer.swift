/// An error that a scenario puts in the place of an answer.
package struct ScriptedAnswer: Hashable, Sendable {
  package enum When: String, CaseIterable, Sendable {
    /// The request does not take effect.
    case before
    /// It takes effect, and the error hides that.
    case after
  }

  /// Which requests are answered so.
  package enum Calls: Hashable, Sendable {
    /// The next so many of a kind.
    case next(MessageKind, times: Int)
    /// That request, whenever a copy of it arrives.
    case named(MessageName)
  }

  package let calls: Calls
  package let error: CloudError
  package let when: When

  package init(_ calls: Calls, error: CloudError, when: When) {
    self.calls = calls
    self.error = error
    self.when = when
  }

  /// The device whose request is named.
  var device: NodeID? {
    switch calls {
    case .next: nil
    case .named(let message): message.device
    }
  }
}

/// What is left of a scenario's scripted answers: a request of a kind uses one up, unless it has
/// one by its name.
package struct ScriptedAnswers: Hashable, Sendable {
  private struct Waiting: Hashable, Sendable {
    let kind: MessageKind
    let answer: ScriptedAnswer
    var left: Int
  }

  private var waiting: [Waiting] = []
  private var named: [MessageName: ScriptedAnswer] = [:]

  package init() {}

  /// A later answer for the same name takes the place of an earlier one.
  package mutating func add(_ answer: ScriptedAnswer) {
    switch answer.calls {
    case .next(let kind, let times):
      waiting.append(Waiting(kind: kind, answer: answer, left: times))
    case .named(let message): named[message] = answer
    }
  }

  /// The answer that is scripted for this request.
  ///
  /// - Parameter message: its name; nil where it has none.
  package mutating func next(for kind: MessageKind, _ message: MessageName?) -> ScriptedAnswer? {
    if !named.isEmpty, let message, let answer = named[message] { return answer }
    guard !waiting.isEmpty, let place = waiting.firstIndex(where: { $0.kind == kind }) else {
      return nil
    }
    let answer = waiting[place].answer
    waiting[place].left -= 1
    if waiting[place].left == 0 { waiting.remove(at: place) }
    return answer
  }
}

extension ScriptedAnswer: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch calls {
      case .next(let kind, let times):
        json.member("kind", kind.rawValue)
        json.member("times", times)
      case .named(let message): json.member("message", message)
      }
      json.member("error", error.rawValue)
      json.member("when", when.rawValue)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["kind", "message", "error", "times", "when"])
    calls = try ScriptedAnswer.calls(reader, object)
    error = try object.required("error").choice()
    when = try object.optional("when")?.choice() ?? .before
  }

  private static func calls(
    _ reader: JSONReader, _ object: JSONObjectReader
  ) throws(FormatError) -> Calls {
    switch (object.optional("kind"), object.optional("message")) {
    case (let kind?, nil):
      let times = try object.optional("times")?.count(in: 1...1_000_000) ?? 1
      return .next(try MessageKind(ofRequest: kind), times: times)
    case (nil, let message?):
      if let times = object.optional("times") {
        throw times.error(
          "\"times\" stands beside \"message\"", allowed: "\"times\" with a \"kind\"")
      }
      let name = try MessageName(message)
      guard name.part == .message, name.kind.isRequest, name.receiver == .cloud else {
        throw message.mismatch(
          expected: "the name of a request, such as \"phone>cloud/order/o1/1\"")
      }
      return .named(name)
    case (nil, nil), (.some, .some):
      throw reader.error(
        "it is not said which requests are answered",
        allowed: "\"kind\" for the next of a kind, or \"message\" for one by its name")
    }
  }
}
