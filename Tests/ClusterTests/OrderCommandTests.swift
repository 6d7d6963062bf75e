import Foundation
import Testing

/// `explore --all-orders` as a user meets it.
@Suite(.waiting) struct OrderCommandTests {
  private static let file = """
    {"format": 1, "name": "two-titles", "devices": [{"name": "phone"}, {"name": "tablet"}],
     "links": {"default": {"order": "fifo"}},
     "cloud": {"rule": "lastArrival", "pushes": "none"},
     "timeline": [
       {"id": "milk", "at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
       {"id": "eggs", "at": "2s", "device": "tablet", "write": {"note-1": {"title": "Eggs"}}}],
     EXPECT}
    """

  private static func file(_ expect: String) -> String {
    file.replacingOccurrences(of: "EXPECT", with: "\"expect\": \(expect)")
  }

  @Test func everyEndIsToldAndConfirmedOnProcesses() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(Self.file(#"{"pass": ["converged"]}"#))
    let run = try tool.run("explore", path, "--all-orders", "--json")
    #expect(run.status == 0)
    let result = try run.json()
    #expect(result["mode"] as? String == "allOrders")
    #expect(result["complete"] as? Bool == true)
    #expect(result["class"] as? String == "order-sensitive")
    #expect((result["counterexamples"] as? [Any])?.isEmpty == true)
    let ends = try #require(result["endStates"] as? [[String: Any]])
    #expect(ends.count == 2)
    #expect(ends.allSatisfy { $0["confirmed"] as? Bool == true })
    #expect(ends.allSatisfy { ($0["schedule"] as? [Any])?.isEmpty == false })
    #expect(tool.leftovers.isEmpty)
  }

  @Test func aCounterexampleIsAScenarioThatFailsOnProcesses() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(Self.file(#"{"pass": ["newest-wins"]}"#))
    let run = try tool.run("explore", path, "--all-orders", "--json")
    #expect(run.status == 1)
    let examples = try #require(try run.json()["counterexamples"] as? [[String: Any]])
    #expect(examples.first?["confirmed"] as? Bool == true)
    let file = try #require(examples.first?["file"] as? String)
    let again = try tool.run("run", file, "--quiet")
    #expect(again.status == 0, "\(again.output)\(again.errors)")
    #expect(again.output.hasPrefix("fail  as expected"))
  }

  @Test func aSearchThatGivesUpSaysSo() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(Self.file(#"{"pass": ["converged"]}"#))
    let run = try tool.run("explore", path, "--all-orders", "--states", "20", "--json")
    #expect(run.status == 2)
    #expect(try run.json()["complete"] as? Bool == false)
    #expect(try run.json()["class"] is NSNull)
  }

  /// By the time that passes while a message is under way, of which a search knows nothing.
  @Test func aDeviceThatReadsByInstantsIsRefused() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = Self.file(#"{"pass": ["converged"]}"#).replacingOccurrences(
      of: #"{"name": "phone"}"#, with: #"{"name": "phone", "policy": "naive"}"#)
    let run = try tool.run("explore", try tool.write(text), "--all-orders")
    #expect(run.status == 64)
    #expect(run.errors.contains("phone asks for changes by an instant"))
    #expect(run.errors.contains("next:"))
  }

  @Test(arguments: [
    ["--all-orders", "--hosts", "processes"], ["--all-orders", "--deviations", "1"],
    ["--drops", "1"], ["--kills", "3"], ["--all-orders", "--drops", "9"],
  ])
  func whatCannotBeMeantIsRefused(options: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(Self.file(#"{"pass": ["converged"]}"#))
    let run = try tool.run(["explore", path] + options)
    #expect(run.status == 64)
    #expect(run.errors.contains("cause:"))
    #expect(run.errors.contains("next:"))
  }
}
