import ClusterCore
import Testing

/// What a file may say of conflicts, batches, parents and room.
@Suite struct ConflictScenarioTests {
  private static func scenario(
    cloud: String = "{}", policy: String = "{}", start: String = "{}", _ entry: String? = nil
  ) throws -> Scenario {
    let text = """
      {"format": 1, "name": "s", "devices": [{"name": "phone", "policy": \(policy)}],
       "cloud": \(cloud), "start": \(start), "timeline": [\(entry ?? "")]}
      """
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  private static func refusal(_ make: () throws -> Scenario) -> String? {
    do {
      _ = try make()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `the cloud's rules are read and written again`() throws {
    let rules = try Self.scenario(cloud: #"{"batch": "atomic", "parent": "list"}"#).rules
    #expect(rules.batch == .atomic && rules.parent == "list")
    let again = try CloudRules(JSONReader(try JSONParser.parse(rules.json)))
    #expect(again == rules)
    #expect(!CloudRules.standard.json.contains("batch"))
  }

  @Test(arguments: [
    (#"{"quota": {"records": 2}}"#, CloudOperation.quota(records: 2)),
    (#"{"quota": "none"}"#, .quota(records: nil)),
    (#"{"rateLimit": {"kind": "save", "for": "20s"}}"#, .throttle(.save, length: .seconds(20))),
    (
      #"{"rateLimit": {"user": "u1", "for": "5s"}}"#, .rateLimit(user: "u1", length: .seconds(5))
    ),
  ])
  func `what the cloud takes no more of is read and written again`(
    text: String, operation: CloudOperation
  ) throws {
    let entry = #"{"at": "1s", "cloud": \#(text)}"#
    #expect(try Self.scenario(entry).timeline.map(\.action) == [.cloud(operation)])
    let again = try CloudOperation(JSONReader(try JSONParser.parse(operation.json)))
    #expect(again == operation)
  }

  @Test(arguments: [
    #"{"quota": "full"}"#, #"{"quota": {"records": -1}}"#, #"{"rateLimit": {"for": "5s"}}"#,
    #"{"rateLimit": {"kind": "refresh", "for": "5s"}}"#,
    #"{"rateLimit": {"kind": "save", "user": "u1", "for": "5s"}}"#,
  ])
  func `a limit that cannot be meant is refused`(text: String) {
    #expect(Self.refusal { try Self.scenario(#"{"at": "1s", "cloud": \#(text)}"#) } != nil)
  }

  @Test(arguments: [
    (#"{"conflictTest": "tag"}"#, "{}", "conflictTest"),
    (#"{"queuedBase": "atQueue"}"#, #"{"saves": "merge"}"#, "queuedBase"),
    (
      #"{"onConflict": "ignore", "conflictTest": "tag"}"#, #"{"saves": "ifTagMatches"}"#,
      "conflictTest"
    ),
    (#"{"preset": "naive", "referenceError": "wait"}"#, "{}", "referenceError"),
  ])
  func `a behaviour that means nothing here is refused`(
    policy: String, cloud: String, name: String
  ) throws {
    let words = try #require(Self.refusal { try Self.scenario(cloud: cloud, policy: policy) })
    #expect(words.contains("policy.\(name)"))
  }

  @Test(arguments: [
    (#""naive""#, "{}"), (#"{"preset": "naive"}"#, "{}"), (#"{"batchFailed": "drop"}"#, "{}"),
    (#"{"conflictTest": "localSyncTime"}"#, #"{"saves": "ifTagMatches"}"#),
    (#"{"referenceError": "cascade"}"#, #"{"parent": "list"}"#),
  ])
  func `a preset, and whatever means something, is taken`(policy: String, cloud: String) throws {
    _ = try Self.scenario(cloud: cloud, policy: policy)
  }

  @Test(arguments: [
    #""create": {"item-1": {"list": 7}}"#, #""add": {"item-1": {"list": ["a"]}}"#,
    #""increment": {"item-1": {"list": 1}}"#,
  ])
  func `a parent is the name of a record or null`(deed: String) throws {
    let entry = #"{"at": "1s", "device": "phone", \#(deed)}"#
    #expect(Self.refusal { try Self.scenario(cloud: #"{"parent": "list"}"#, entry) } != nil)
    // Without such a rule it is a field like any.
    _ = try Self.scenario(entry)
    _ = try Self.scenario(
      cloud: #"{"parent": "list"}"#,
      #"{"at": "1s", "device": "phone", "create": {"item-1": {"list": null}}}"#)
  }

  @Test func `a parent that a record has from the start must be there`() throws {
    func start(_ parent: String) throws -> Scenario {
      try Self.scenario(
        cloud: #"{"parent": "list"}"#,
        start: #"{"records": {"a": {"title": "A"}, "b": {"list": "\#(parent)"}}}"#)
    }
    _ = try start("a")
    let words = try #require(Self.refusal { try start("c") })
    #expect(words.contains("which is not there at the start"))
  }
}
