import ClusterCore
import ClusterReport
import Testing

@Suite("A chart that is cut") struct ChartCutTests {
  /// The phone writes so many times, each write half a second after the other.
  private func writes(_ count: Int) -> [TraceEvent] {
    var trace = TraceBuilder()
    for number in 1...count {
      trace.write(
        "phone", IntentID("w\(number)"), title: "t\(number)", at: Int64(number) * 500)
    }
    return trace.events
  }

  private func rows(
    _ events: [TraceEvent], most: Int, focus: [Int] = []
  ) throws -> [ChartRow] {
    let marks = focus.map { ChartFocus(step: $0, text: "causal fails here") }
    return Chart(scenario: try Stories.scenario(), focus: marks, mostRows: most)
      .rows(of: events)
  }

  private func left(_ rows: [ChartRow]) -> Int {
    rows.reduce(0) { sum, row in
      if case .gap(let count, _) = row.content { sum + count } else { sum }
    }
  }

  private func steps(_ rows: [ChartRow]) -> [Int] {
    rows.compactMap { row in
      switch row.content {
      case .gap, .failure: nil
      case .arrow, .marks, .rule: row.step
      }
    }
  }

  @Test("Rows kept and rows said to be left out are all rows")
  func nothingVanishes() throws {
    let rows = try rows(writes(200), most: 20)
    #expect(steps(rows).count == 20)
    #expect(left(rows) == 180)
  }

  @Test("Without anything broken the beginning and the end stay")
  func beginningAndEnd() throws {
    #expect(try steps(rows(writes(10), most: 4)) == [1, 2, 9, 10])
  }

  @Test("A single row is not left out, since saying so would take its line")
  func noGapOfOne() throws {
    #expect(try steps(rows(writes(5), most: 4)) == [1, 2, 3, 4, 5])
  }

  @Test("What stands around a broken step stays")
  func neighbourhood() throws {
    let rows = try rows(writes(100), most: 6, focus: [50])
    // The step, its failure line, and the four nearest rows.
    #expect(steps(rows) == [48, 49, 50, 51, 52])
    #expect(
      rows.contains { row in
        if case .failure("causal fails here") = row.content { row.step == 50 } else { false }
      })
  }

  @Test("The causes of a broken step stay, however far back")
  func causes() throws {
    var trace = TraceBuilder()
    let save = Build.save("phone", "w1")
    let request = Build.edit("w1", title: "Milk")
    trace.write(
      "phone", "w1", title: "Milk", [Build.send(save, request, .copies([90_000]))], at: 0)
    for number in 2...60 {
      trace.write("tablet", IntentID("w\(number)"), title: "t\(number)", at: Int64(number))
    }
    let broken = trace.request(save, request, at: 90_000)
    #expect(try steps(rows(trace.events, most: 4, focus: [broken])).contains(1))
  }

  @Test("Pulls that bring nothing go first; in full they stay")
  func routine() throws {
    let events = Stories.arrivalOrder()
    let scenario = try Stories.scenario()
    let full = Chart(scenario: scenario).rows(of: events)
    let short = Chart(scenario: scenario, mostRows: 1000).rows(of: events)
    #expect(full.contains { $0.isRoutine })
    #expect(!short.contains { $0.isRoutine })
    #expect(left(short) == full.count { $0.isRoutine })
  }

  @Test("A lost pull is no routine")
  func lostPull() throws {
    var trace = TraceBuilder()
    trace.step(
      "phone", .entry("calm#1"), .operation(.sync, intent: "calm#1"),
      [Build.send(Build.pull("phone", "calm#1"), .pull(cursor: 1), .copies([]))], at: 0,
      root: "calm#1")
    let kept = try rows(trace.events, most: 10)
    #expect(
      kept.contains { row in
        if case .arrow(let arrow) = row.content { arrow.end == .lost } else { false }
      })
  }

  @Test("Around a step at which a check broke even rows of no interest stay")
  func dullNeighbours() throws {
    let events = Stories.arrivalOrder()
    let all = Chart(scenario: try Stories.scenario()).rows(of: events)
    let dull = try #require(all.first { $0.isRoutine })
    #expect(try !steps(rows(events, most: 1000)).contains(dull.step))
    #expect(try steps(rows(events, most: 1000, focus: [dull.step - 1])).contains(dull.step))
  }

  @Test("Rows that were left out are named by their steps")
  func namedGaps() throws {
    let chart = Chart(scenario: try Stories.scenario(), mostRows: 4)
    let lines = chart.lines(writes(10), style: TextStyle())
    #expect(lines.contains { $0.hasPrefix("  … 3 to 8 left out") })
  }

  @Test("A check that broke at a step without a row is marked all the same")
  func failureWithoutRow() throws {
    let rows = try rows(writes(3), most: 10, focus: [99])
    #expect(
      rows.last?.content == .failure("causal fails here"))
  }
}
