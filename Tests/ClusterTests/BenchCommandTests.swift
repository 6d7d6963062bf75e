import Foundation
import Testing

/// That `bench` measures what it says; how fast this machine is nobody asks here.
@Suite(.waiting) struct BenchCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func aRowHasItsYardstickBesideIt() throws {
    defer { tool.remove() }
    let run = try tool.run(
      "bench", "lock-step", "pending", "--quick", "--repetitions", "2", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(rows.map { $0["name"] as? String } == ["lock-step", "lock-step-8", "pending"])
    for row in rows {
      let value = try #require(row["value"] as? Double)
      let yardstick = try #require(row["yardstick"] as? Double)
      let ratio = try #require(row["ratio"] as? Double)
      #expect(value > 0 && yardstick > 0 && ratio > 0)
      #expect(row["repetitions"] as? Int == 2)
      #expect(row["reached"] is Bool)
      #expect((row["work"] as? String)?.isEmpty == false)
    }
    #expect(rows.map { $0["unit"] as? String } == ["steps/s", "steps/s", "s"])
  }

  @Test func whatIsMeasuredIsTheWholeCommand() throws {
    defer { tool.remove() }
    let run = try tool.run(
      "bench", "memory", "states", "two-writers-fifo", "--quick", "--repetitions", "2", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    let works = rows.compactMap { $0["work"] as? String }
    #expect(works.count == 3)
    #expect(works[1].contains("1000 states") || works[1].contains("1001 states"), "\(works)")
    #expect(works[2].contains("no order tried came to its end"), "\(works)")
  }

  @Test func rowsAreListedAndChosenByAPartOfTheirNames() throws {
    defer { tool.remove() }
    let list = try tool.run("bench", "--list", "start")
    #expect(list.status == 0)
    #expect(
      list.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "cold-start", "second-start",
      ])
    let unknown = try tool.run("bench", "lok-step")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("lock-step"))
    #expect(unknown.errors.contains("next:"))
    #expect(try tool.run("bench", "--repetitions", "0").status == 64)
  }
}
