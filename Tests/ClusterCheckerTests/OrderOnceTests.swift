import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct OrderOnceTests {
  @Test func `an order that is tried again under its key and shown placed passes`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.sendOrder("o1")
    trace.orderArrives("o1")
    trace.sendOrder("o1", try: 2)
    trace.orderArrives("o1", try: 2)
    trace.showOrder("o1", .placed, try: 2)
    trace.endApp()
    let result = try #require(trace.result(.orderOnce))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 1)
    #expect(trace.verdict(.matchesModel) == .pass)
  }

  @Test func `a further try of the user that becomes a second entry fails, in words`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.orderArrives("o1")
    trace.order("o2", again: "o1")
    trace.orderArrives("o2", key: "k2", answer: .placed(entry: 2))
    trace.endApp()
    let result = try #require(trace.result(.orderOnce))
    #expect(result.verdict == .fail)
    #expect(result.step == 4)
    #expect(result.signature == "order-once|o1|in the ledger twice")
    for word in [
      "order o1 of phone (book)", "phone>cloud/order/o1/1, step 2", "order/o2/1, step 4",
    ] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `an order without a key is another entry with each copy`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.orderArrives("o1", key: nil)
    trace.orderArrives("o1", copy: 2, key: nil, answer: .placed(entry: 2))
    trace.endApp()
    #expect(trace.result(.orderOnce)?.signature == "order-once|o1|in the ledger twice")
  }

  @Test func `to show as failed what is in the ledger fails`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.orderArrives("o1")
    trace.showOrder("o1", .failed)
    trace.endApp()
    #expect(trace.result(.orderOnce)?.signature == "order-once|o1|shown failed, but placed")
  }

  @Test func `what was shown as failed must not come into the ledger later`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.showOrder("o1", .failed)
    trace.orderArrives("o1")
    trace.endApp()
    let signature = "order-once|o1|placed after it was shown failed"
    #expect(trace.result(.orderOnce)?.signature == signature)
  }

  @Test func `to show as placed what is in no ledger fails`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.showOrder("o1", .placed)
    trace.endApp()
    let signature = "order-once|o1|shown placed, but not in the ledger"
    #expect(trace.result(.orderOnce)?.signature == signature)
  }

  @Test func `an order that is pending at the end fails`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.endApp()
    #expect(trace.result(.orderOnce)?.signature == "order-once|o1|still pending")
  }

  @Test func `an entry that its user is never told of fails`() throws {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.orderArrives("o1")
    trace.endApp()
    let signature = "order-once|o1|in the ledger, and not shown placed"
    #expect(trace.result(.orderOnce)?.signature == signature)
  }

  @Test func `an order that arrives once, and one cut off before it showed, judge nothing`() throws
  {
    var trace = try TraceBuilder.app()
    trace.order("o1")
    trace.sendOrder("o1")
    trace.orderArrives("o1")
    trace.showOrder("o1", .placed)
    trace.order("o2", shows: nil)
    trace.endApp()
    #expect(trace.verdict(.orderOnce) == .notJudged)
  }

  @Test func `a scripted refusal before it takes effect makes no entry, one after it does`() throws
  {
    for (when, entries) in [(ScriptedAnswer.When.before, 0), (.after, 1)] {
      var trace = try TraceBuilder.app()
      let script = ScriptedAnswer(
        .next(.order, times: 1), error: .serviceUnavailable, when: when)
      trace.step(.cloud, .entry("x"), .cloud(.answer(script)), [], root: "x")
      trace.orderArrives("o1", answer: .refused(.serviceUnavailable))
      #expect(trace.checker.run.orders.entries.count == entries)
      #expect(trace.verdict(.matchesModel) != .fail)
    }
  }

  @Test func `a scripted answer by name is for each copy of that request, and for no other`() throws
  {
    var trace = try TraceBuilder.app()
    let script = ScriptedAnswer(
      .named(TraceBuilder.message(.order, "o1", 1)), error: .serviceUnavailable, when: .before)
    trace.step(.cloud, .entry("x"), .cloud(.answer(script)), [], root: "x")
    trace.orderArrives("o1", answer: .refused(.serviceUnavailable))
    trace.orderArrives("o1", copy: 2, answer: .refused(.serviceUnavailable))
    #expect(trace.checker.run.orders.entries.isEmpty)
    trace.orderArrives("o1", try: 2)
    #expect(trace.checker.run.orders.entries.count == 1)
    #expect(trace.verdict(.matchesModel) != .fail)
  }

  @Test func `a cloud that makes an entry of a key it should know is blamed by the model`() throws {
    var trace = try TraceBuilder.app()
    trace.orderArrives("o1")
    trace.orderArrives("o1", try: 2, answer: .placed(entry: 2))
    #expect(trace.result(.matchesModel)?.signature == "matches-model|answer|another order")
  }

  @Test func `a key with another body is an error by the model`() throws {
    var trace = try TraceBuilder.app()
    trace.orderArrives("o1")
    trace.orderArrives("o1", try: 2, made: 2, answer: .refused(.keyReused))
    trace.endApp()
    #expect(trace.verdict(.matchesModel) == .pass)
  }

  @Test func `a key is forgotten after its lifetime, and not before`() throws {
    var trace = try TraceBuilder.app(
      #""cloud": {"orders": {"idempotency": "forget", "keyLifetime": "20ms"}}"#)
    trace.orderArrives("o1")
    trace.orderArrives("o1", try: 2)
    trace.orderArrives("o1", try: 3, answer: .placed(entry: 2))
    #expect(trace.checker.run.orders.entries.count == 2)
  }
}
