import ClusterCore
import Testing

@testable import ClusterChecker

/// Messages and happenings; the links have a floor of 50 ms.
@Suite struct TrafficTests {
  @Test func `a doubled request is delivered twice and doubled once`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), sends: [milkEdit],
      dispatch: .copies([50, 70, 90]))
    for copy in 1...3 { trace.arrive([milkEdit], from: "phone", copy: copy, answer: []) }
    let checker = trace.checker
    #expect(checker.messages.sent == 2)
    #expect(checker.messages.delivered == 3)
    #expect(checker.messages.duplicated == 2)
    #expect(checker.happenings[.doubled] == 1)
  }

  @Test func `a message is late when it takes longer than its link's floor`() throws {
    for (delay, expected) in [(50, 0), (51, 1)] {
      var trace = try TraceBuilder()
      let cause = trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
      trace.arrive(
        [milkEdit], from: "phone", answer: [kept("w1", milk)], cause: cause, after: Int64(delay))
      #expect(trace.checker.happenings[.late] == expected)
    }
  }

  @Test func `a message is overtaken when one sent later comes first`() throws {
    var trace = try TraceBuilder()
    let first = trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    let second = trace.make("phone", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    trace.arrive([breadEdit], from: "phone", answer: [], cause: second)
    #expect(trace.checker.happenings[.overtaken] == 0)
    trace.arrive([milkEdit], from: "phone", answer: [], cause: first)
    #expect(trace.checker.happenings[.overtaken] == 1)
  }

  @Test func `losses are told apart by what was lost`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), sends: [milkEdit], dispatch: .copies([]))
    let answer = TraceBuilder.save("phone", "w1").answer
    trace.arrive(
      [milkEdit], from: "phone", answer: [kept("w1", milk)], answering: .sent(answer, .copies([])))
    let push = MessageName(sender: .cloud, receiver: "tablet", kind: .push, root: "w1", count: 1)
    trace.add(.ended(Ending(reason: .quiet, cloud: [], neverReleased: [push])), root: "end")
    let checker = trace.checker
    for happening in [Happening.lostRequest, .lostAnswer, .lostPush] {
      #expect(checker.happenings[happening] == 1, "\(happening)")
    }
    #expect(checker.messages.dropped == 3)
  }

  @Test func `timeouts, refusals and partitions are counted`() throws {
    var trace = try TraceBuilder()
    let partition = Partition(devices: ["phone"], traffic: .refuse, length: 10)
    trace.add(.partition(partition, isOn: true))
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), sends: [milkEdit], dispatch: .refused)
    trace.add(.partition(partition, isOn: false))
    let name = TraceBuilder.save("phone", "w1")
    trace.step("phone", .failure(name), .failure(.timeout, of: 1), [], root: "w1")
    let happenings = trace.checker.happenings
    #expect(happenings[.partitioned] == 1)
    #expect(happenings[.refused] == 1)
    #expect(happenings[.timedOut] == 1)
  }

  @Test func `to write over what one has seen is no conflict`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.tabletWritesBread()
    #expect(trace.checker.happenings[.conflict] == 0)
  }
}
