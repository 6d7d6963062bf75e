import Foundation
import Testing

@Suite(.waiting) struct ReportCommandTests {
  private static let lostAnswer = Tool.root.appending(path: "Scenarios/records/lost-answer.json")
    .path()

  private func bytes(_ tool: Tool, _ path: String) throws -> Data {
    try Data(contentsOf: tool.folder.appending(path: path))
  }

  private func store(_ tool: Tool, _ words: String...) throws -> String {
    let run = try tool.run(["run", Self.lostAnswer, "--hosts", "memory", "--json"] + words)
    return try #require(try run.json()["store"] as? String)
  }

  @Test func aRunSaysWhereItsPageIs() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run("run", Self.lostAnswer, "--hosts", "memory")
    let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("as a page: ") })
    let page = try bytes(tool, String(line.dropFirst("as a page: ".count)))
    #expect(String(decoding: page, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
  }

  @Test(arguments: [["by-stamp"], ["last-arrival"], ["last-arrival", "--seed", "7"]])
  func thePageMadeAgainIsTheSameToTheByte(words: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["run", Self.lostAnswer, "--json", "--variant"] + words)
    let store = try #require(try run.json()["store"] as? String)
    let first = try bytes(tool, "\(store)/report.html")
    try FileManager.default.removeItem(at: tool.folder.appending(path: "\(store)/report.html"))
    let report = try tool.run("report", store)
    #expect(report.status == 0)
    #expect(report.output.contains("\(store)/report.html"))
    #expect(try bytes(tool, "\(store)/report.html") == first)
  }

  @Test func theSameRunHasTheSamePageInAnotherStore() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let first = try store(tool, "--variant", "last-arrival")
    let second = try store(tool, "--variant", "last-arrival")
    #expect(first != second)
    #expect(try bytes(tool, "\(first)/report.html") == bytes(tool, "\(second)/report.html"))
  }

  @Test func aRunThatLeftNoResultsIsJudgedForItsPage() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let store = try store(tool, "--variant", "last-arrival")
    try FileManager.default.removeItem(at: tool.folder.appending(path: "\(store)/results.json"))
    #expect(try tool.run("report", store).status == 0)
    let page = String(decoding: try bytes(tool, "\(store)/report.html"), as: UTF8.self)
    #expect(page.contains("data-verdict=\"fail\""))
  }

  @Test func twoRunsAreLaidSideBySide() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let good = try store(tool, "--variant", "by-stamp")
    let bad = try store(tool, "--variant", "last-arrival")
    let report = try tool.run("report", good, bad)
    #expect(report.status == 0)
    #expect(report.output.contains("first difference: A step 17 at 7.146 s"))
    let page = String(decoding: try bytes(tool, "\(bad)/side-by-side.html"), as: UTF8.self)
    #expect(page.contains("id=\"a-step-17\"") && page.contains("id=\"b-step-17\""))
    let same = try tool.run("report", good, good, "--output", "same.html")
    let lines = String(decoding: try bytes(tool, "\(good)/trace.jsonl"), as: UTF8.self)
      .split(separator: "\n").count
    #expect(same.output.contains("alike in all \(lines - 1) events"))
    #expect(try !bytes(tool, "same.html").isEmpty)
  }

  @Test func aSoakLeavesAPage() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.failing)
    let soak = try tool.run("soak", file, "--seeds", "1..3", "--store", "s", "--keep", "1")
    #expect(soak.status == 1)
    #expect(soak.output.contains("as a page: s/report.html"))
    let first = try bytes(tool, "s/report.html")
    let page = String(decoding: first, as: UTF8.self)
    #expect(page.ranges(of: "<tr data-seed=").count == 3)
    #expect(try tool.run("report", "s").status == 0)
    #expect(try bytes(tool, "s/report.html") == first)
    let kept = tool.folder.appending(path: "s/two/latest/report.html")
    #expect(FileManager.default.fileExists(atPath: kept.path()), "so does the run that it keeps")
  }

  @Test func anExplorationLeavesAPage() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.failing)
    let explored = try tool.run("explore", file, "--kills", "off")
    #expect(explored.output.contains("as a page: store/two/explored/report.html"))
    let first = try bytes(tool, "store/two/explored/report.html")
    #expect(String(decoding: first, as: UTF8.self).contains("data-counterexample=\"1\""))
    #expect(try tool.run("report", "store/two/explored").status == 0)
    #expect(try bytes(tool, "store/two/explored/report.html") == first)
    let again = try tool.run("run", "store/two/explore", "--hosts", "memory", "--quiet")
    #expect(again.status == 0, "what an exploration wrote is scenarios only")
  }

  /// Two devices write one title; the one that is expected to win by time arrives first.
  private static let failing = """
    {"format": 1, "name": "two", "cloud": {"rule": "lastArrival"},
     "devices": [{"name": "a"}, {"name": "b"}],
     "start": {"records": {"n": {"t": "old"}}},
     "timeline": [
       {"device": "a", "at": "1s", "id": "one", "write": {"n": {"t": "first"}}},
       {"device": "b", "at": "2s", "id": "two", "write": {"n": {"t": "second"}}},
       {"message": "a>cloud/save/one/1", "fate": ["3s"]}],
     "expect": {"pass": ["newest-wins"]}}
    """
}
