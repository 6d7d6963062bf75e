import ClusterCore
import Testing

private func scenario(
  device: String = "phone", timeline: String = "[]", final: String = "{}"
) throws -> Scenario {
  let text = """
    {"format": 1, "name": "apps", "devices": [{"name": "\(device)"}, {"name": "tablet"}],
     "timeline": \(timeline), "expect": {"final": \(final)}}
    """
  return try ScenarioFile(Array(text.utf8)).scenario()
}

private func refusal(_ read: () throws -> Scenario) throws -> FormatError {
  do {
    _ = try read()
  } catch let error as FormatError {
    return error
  }
  throw NotRefused()
}

private struct NotRefused: Error {}

@Suite struct AppExpectationTests {
  @Test func `what is no record is read by its kind, node and name`() throws {
    let app = try scenario(
      final: """
        {"ledger": ["b", "a"], "orders": {"phone": {"o1": "placed"}}, "lists": {"phone": ["z", "y"]},
         "calls": {"tablet": {"q": null}}, "signedIn": {"phone": null}, "badge": {"tablet": 3},
         "unread": {"phone": ["i1"]},
         "files": {"cloud": {"a.zip": {"size": 7, "checksum": "c"}}, "phone": {"a.zip": "done"}}}
        """
    ).expect.app
    let expected: [AppPath: AppValue?] = [
      AppPath(.ledger): .items(["b", "a"]), AppPath(.orders, at: "phone", "o1"): .word("placed"),
      AppPath(.lists, at: "phone"): .items(["z", "y"]),
      AppPath(.calls, at: "tablet", "q"): AppValue?.none,
      AppPath(.signedIn, at: "phone"): AppValue?.none, AppPath(.badge, at: "tablet"): .number(3),
      AppPath(.unread, at: "phone"): .items(["i1"]),
      AppPath(.files, at: .cloud, "a.zip"): .version(FileVersion(size: 7, checksum: "c")),
      AppPath(.files, at: "phone", "a.zip"): .word("done"),
    ]
    #expect(app == expected)
  }

  @Test(arguments: [
    (#"{"orders": {"phone": {"o1": "sold"}}}"#, "orders.phone.o1", "placed"),
    (#"{"orders": {"laptop": {"o1": "placed"}}}"#, "orders.laptop", "phone"),
    (#"{"badge": {"cloud": 1}}"#, "badge.cloud", "tablet"),
    (#"{"badge": {"phone": -1}}"#, "badge.phone", "whole number"),
    (#"{"lists": {"phone": "zoo"}}"#, "lists.phone", "a list"),
    (#"{"files": {"phone": {"a.zip": {"size": 1}}}}"#, "files.phone.a.zip", "text"),
    (#"{"list": {"phone": []}}"#, "list", "lists"),
  ])
  func `what cannot be meant is refused at its place`(
    final: String, path: String, allowed: String
  ) throws {
    let error = try refusal { try scenario(final: final) }
    #expect(error.path == "expect.final.\(path)")
    #expect(error.allowed.contains(allowed), "\(error.allowed)")
  }

  /// A search rewrites a scenario that fails `final` for a part of its devices.
  @Test func `a rewritten file keeps what is expected of the nodes that are left`() throws {
    var scenario = try scenario(
      final: #"{"ledger": ["a"], "badge": {"phone": 1, "tablet": 2}, "tablet": {"n": {"f": 1}}}"#)
    scenario.devices.removeAll { $0.id == "tablet" }
    let file = ScenarioWriter(scenario).file(
      name: "small", about: "", schedule: Schedule(), isWeatherOff: true, failing: ["final"])
    let again = try ScenarioFile(Array(file.json.utf8)).scenario().expect
    #expect(
      again.app == [AppPath(.ledger): .items(["a"]), AppPath(.badge, at: "phone"): .number(1)])
    #expect(again.final.isEmpty)
  }

  @Test(arguments: ["cloud", "default", "push", "transfer", "ledger", "badge", "files", "calls"])
  func `a device may not be named as something else that files name`(name: String) throws {
    let error = try refusal { try scenario(device: name) }
    #expect(error.path == "devices[0].name")
    #expect(error.problem.contains("\"\(name)\""))
    #expect(error.allowed.contains("any name but cloud"))
  }
}

@Suite struct CloudOperationTests {
  private func operation(_ text: String) throws -> CloudOperation {
    let entries = try scenario(timeline: #"[{"id": "x", "at": "1s", "cloud": \#(text)}]"#).timeline
    guard case .cloud(let operation) = entries.first?.action else { throw NotRefused() }
    return operation
  }

  @Test(arguments: [
    #"{"answer": {"message": "phone>cloud/order/o1/1", "error": "rateLimited", "when": "after"}}"#,
    #"{"answer": {"message": "phone.transfers>cloud/fetch/f/1", "error": "rateLimited"}}"#,
    #"{"answer": {"kind": "order", "error": "rateLimited", "times": 3}}"#,
    #"{"publish": {"item": "i1", "users": ["u1", "u2"]}}"#,
    #"{"notify": {"id": "p1", "devices": ["phone"]}}"#,
    #"{"notify": {"id": "p1", "users": ["u1"]}}"#,
  ])
  func `what somebody does at the cloud is read back as written`(text: String) throws {
    let operation = try operation(text)
    #expect(try self.operation(operation.json) == operation)
  }

  @Test(arguments: [
    (#"{"answer": {"error": "rateLimited"}}"#, "which requests"),
    (
      #"{"answer": {"kind": "order", "message": "phone>cloud/order/o1/1", "error": "locked"}}"#,
      "which requests"
    ),
    (#"{"answer": {"kind": "push", "error": "rateLimited"}}"#, "asked nothing by the name"),
    (#"{"answer": {"kind": "enqueue", "error": "rateLimited"}}"#, "asked nothing by the name"),
    (
      #"{"answer": {"message": "cloud>phone/push/w/1", "error": "rateLimited"}}"#,
      "\"cloud>phone/push/w/1\""
    ),
    (
      #"{"answer": {"message": "phone>cloud/order/o1/1/answer", "error": "rateLimited"}}"#,
      "/answer"
    ),
    (
      #"{"answer": {"message": "laptop>cloud/order/o1/1", "error": "rateLimited"}}"#,
      "do not talk"
    ),
    (
      #"{"answer": {"message": "phone>cloud/order/o1/1", "error": "rateLimited", "times": 2}}"#,
      "\"times\""
    ),
    (#"{"publish": {"item": "i1", "devices": ["phone"]}}"#, "\"devices\""),
    (#"{"publish": {"item": "i1", "users": []}}"#, "for nobody"),
    (#"{"publish": {"users": ["u1"]}}"#, "\"item\""),
    (#"{"notify": {"id": "p", "users": ["u1"], "devices": ["phone"]}}"#, "users and for devices"),
    (#"{"notify": {"id": "p", "devices": ["laptop"]}}"#, "\"laptop\""),
  ])
  func `what cannot be meant is refused`(text: String, problem: String) throws {
    let error = try refusal {
      try scenario(timeline: #"[{"id": "x", "at": "1s", "cloud": \#(text)}]"#)
    }
    #expect(error.problem.contains(problem), "\(error.problem)")
    if text.contains("\"kind\"") { #expect(!error.allowed.contains("push"), "\(error.allowed)") }
  }

  @Test func `without its device nothing is left of what names it alone`() throws {
    for text in [
      #"{"answer": {"message": "phone>cloud/order/o1/1", "error": "rateLimited"}}"#,
      #"{"notify": {"id": "p1", "devices": ["phone"]}}"#,
    ] {
      let entry = Entry(id: "x", at: .start, action: .cloud(try operation(text)))
      #expect(entry.without(device: "phone") == nil)
      #expect(entry.without(device: "tablet") == entry)
    }
  }

  @Test func `a word that is unknown is refused in plain words`() throws {
    let text =
      #"{"format": 1, "name": "x", "devices": [{"name": "phone"}], "cloud": {"rule": "on"}}"#
    let error = try refusal { try ScenarioFile(Array(text.utf8)).scenario() }
    #expect(error.problem == "\"on\" is none of the words that can stand here")
    #expect(error.allowed == "lastArrival, highestStamp")
  }
}
