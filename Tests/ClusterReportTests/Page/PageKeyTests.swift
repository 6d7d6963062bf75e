import ClusterCore
import Testing

@testable import ClusterReport

@Suite("What a page explains") struct PageKeyTests {
  private func key(_ events: [TraceEvent]) throws -> String {
    let run = PageRun(
      try Stories.scenario(), seed: Seed(7), events: events, facts: PageTests.facts())
    var page = Markup()
    PageKey([run]).write(to: &page)
    return String(decoding: page.bytes, as: UTF8.self)
  }

  @Test("Only the signs and words that are on it")
  func onlyItsOwn() throws {
    let weather = try key(Stories.arrivalOrder())
    for part in ["×2", "cut off", "push NAME", "<dt>(2)</dt>"] { #expect(weather.contains(part)) }
    for part in ["† a process", "suspended", "<dt>vault", "<dt>ledger", "◆"] {
      #expect(!weather.contains(part))
    }
    let killed = try key(Stories.killed())
    for part in ["† a process", "suspended", "◇ the system"] { #expect(killed.contains(part)) }
    #expect(!killed.contains("×2"))
    #expect(killed.contains("<dt>effect") && killed.contains("<dt>quiet"))
  }

  @Test("How an answer to a pull reads is explained where one brings something")
  func changes() throws {
    func words(_ answer: Answer) throws -> Bool {
      var trace = TraceBuilder()
      trace.request(Build.pull("phone", "w1"), .pull(cursor: 0), at: 10)
      trace.answer(Build.pull("phone", "w1"), answer, at: 20)
      return try key(trace.events).contains("FIELD by NAME")
    }
    #expect(try words(Build.pulled("Milk", by: "w1")))
    #expect(try !words(.pulled(changes: [], cursor: 1, more: false)))
  }

  @Test("Where tokens and orders are, so are vault, tokens and the idempotency key")
  func services() throws {
    var trace = TraceBuilder()
    let session = Session(
      user: "u1", family: 1, access: Token(kind: .access, number: 1, secret: ""),
      refresh: Token(kind: .refresh, number: 1, secret: ""), serial: 1, lifetime: .seconds(60),
      expiresAt: 0)
    trace.step(
      "phone", .entry("q"), .timer("t"),
      [PerformedEffect(.vault(VaultItem(session, since: 0)), .done)], at: 0)
    let order = MessageName(
      sender: "phone", receiver: .cloud, kind: .order, root: "pay", count: 1)
    trace.request(
      order, .order(Order(intent: "pay", item: "book", made: 0, key: "pay")), at: 10)
    let words = try key(trace.events)
    for term in ["vault", "access token, refresh token", "key", "session in memory"] {
      #expect(words.contains("<dt>\(term)</dt>"))
    }
  }
}
