import ClusterCore
import Testing

@testable import ClusterReport

@Suite("What a device keeps beside what it shows") struct KeptStateTests {
  private static let write = Operation.write([TraceBuilder.title: .text("Milk")])
  private static let edit = Edit(
    intent: "w1", path: TraceBuilder.title, operation: .write(.text("Milk")), stamp: nil, base: 0)
  private static let key = EditKey(intent: "w1", path: TraceBuilder.title)

  private static func stores(_ entry: StoreEntry) -> PerformedEffect {
    PerformedEffect(.store(entry), .done)
  }

  private func state(
    of node: NodeID, after count: Int, _ events: [TraceEvent]
  ) throws -> [String: String] {
    var fold = PageFold(try Stories.scenario())
    for event in events.prefix(count) { fold.take(event) }
    let place = try #require(fold.nodes.firstIndex(of: node))
    return Dictionary(
      fold.lines(of: place).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  @Test(
    "The outbox holds an edit from its writing to its settlement, read back or not",
    arguments: [false, true])
  func outbox(isReadBack: Bool) throws {
    func entry(_ entry: StoreEntry) throws -> PerformedEffect {
      guard isReadBack else { return Self.stores(entry) }
      return Self.stores(.foreign(try JSONParser.parse(Array(entry.json.utf8))))
    }
    var trace = TraceBuilder()
    trace.write("phone", "w1", title: "Milk", [try entry(.made([Self.edit], clock: nil))], at: 10)
    trace.answer(
      Build.save("phone", "w1"), Build.saved("w1", now: "Milk"),
      [try entry(.settled([Self.key], fields: [])), try entry(.cursor(4))], at: 90)
    let before = try state(of: "phone", after: 1, trace.events)
    #expect(before["outbox"] == "w1 note-1.title" && before["cursor"] == nil)
    let after = try state(of: "phone", after: 2, trace.events)
    #expect(after["outbox"] == nil && after["cursor"] == "4")
  }

  @Test("A kill in a step says what the step had done and what it had not come to")
  func kill() throws {
    let events = Stories.killed()
    let death = try #require(events.first { if case .died = $0.kind { true } else { false } })
    let told = try state(of: "phone", after: death.number, events)["killed"]
    let step = try #require(death.cause)
    #expect(
      told == "after 1 effect of step \(step): it had stored the edit w1; cut off: all after that "
        + "(nothing was shown or sent)")
    #expect(try state(of: "phone", after: events.count, events)["killed"] == nil)
  }

  private static func session(_ number: Int) -> Session {
    Session(
      user: "u1", family: 1, access: Token(kind: .access, number: number, secret: ""),
      refresh: Token(kind: .refresh, number: number, secret: ""), serial: number,
      lifetime: .seconds(60), expiresAt: 0)
  }

  private static func renewal(_ count: Int) -> MessageName {
    MessageName(sender: "phone", receiver: .cloud, kind: .refresh, root: "q1", count: count)
  }

  @Test("The session in memory is the newest token that the process heard of, and dies with it")
  func memory() throws {
    var trace = TraceBuilder()
    let vault = PerformedEffect(.vault(VaultItem(Self.session(2), since: 0)), .done)
    trace.answer(Self.renewal(1), .session(Self.session(2)), [vault], at: 10)
    trace.answer(Self.renewal(2), .session(Self.session(3)), at: 20)
    trace.add(.died(device: "phone", .system), at: 30)
    let lines = try (1...3).map { try state(of: "phone", after: $0, trace.events) }
    #expect(lines.map { $0["session in memory"] } == ["access#2", "access#3", "none"])
    #expect(lines.map { $0["vault"] } == Array(repeating: "access#2, refresh#2", count: 3))
  }

  @Test(
    "Of three tokens that follow each other in a vault no two look alike, whatever their numbers")
  func bands() throws {
    var trace = TraceBuilder()
    for (count, number) in [2, 4, 6, 7].enumerated() {
      let item = VaultItem(Self.session(number), since: 0)
      trace.answer(
        Self.renewal(count + 1), .session(Self.session(number)),
        [PerformedEffect(.vault(item), .done)], at: Int64(count))
    }
    let rows = PageRows(try Stories.scenario(), trace.events, checks: [])
    let bands = rows.rows.compactMap { $0.conditions[0].token }
    #expect(bands.map(\.number) == [2, 4, 6, 7])
    for three in bands.indices.dropFirst(2).map({ bands[($0 - 2)...$0] }) {
      #expect(Set(three.map(\.shade)).count == 3)
    }
  }
}
