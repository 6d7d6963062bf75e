import Foundation
import Testing

/// What failed once is run before anything else, wherever folders are named.
@Suite(.waiting) struct RegressionTests {
  private static let folder = Tool.root.appending(path: "Scenarios/regressions")

  private static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return all.filter { $0.hasSuffix(".json") }
  }()

  private func files(_ output: String) throws -> [String] {
    let list = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    return (list ?? []).compactMap { $0["file"] as? String }
  }

  @Test(arguments: [
    ["cluster.json", "Scenarios"], ["Scenarios/records", "Scenarios"], ["Scenarios"],
  ])
  func theyComeFirst(paths: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let all = paths.map { Tool.root.appending(path: $0).path() }
    let files = try files(try tool.run(["list", "--json"] + all).output)
    let first = files.prefix { $0.contains("/regressions/") }
    #expect(first.count == Self.names.count)
    #expect(!files.dropFirst(first.count).contains { $0.contains("/regressions/") })
  }

  @Test func aRunAndASoakTakeThemFirstToo() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for folder in ["a", "regressions"] {
      try FileManager.default.createDirectory(
        at: tool.folder.appending(path: folder), withIntermediateDirectories: true)
      _ = try tool.write(
        """
        {"format": 1, "name": "in-\(folder)", "devices": [{"name": "phone"}],
         "links": {"default": {"loss": 1}}, "calm": {"links": "keep"},
         "timeline": [{"at": "1s", "device": "phone", "write": {"n": {"t": "x"}}}]}
        """, to: "\(folder)/it.json")
    }
    let run = try tool.run("run", "a", "regressions", "--hosts", "memory", "--quiet")
    let order = ["in-regressions", "in-a"].compactMap { run.output.range(of: $0)?.lowerBound }
    #expect(order.count == 2 && order == order.sorted(), "\(run.output)")
    let soak = try tool.run(
      "soak", "a", "regressions", "--seeds", "1..2", "--shard", "1/4", "--json", "--keep", "0")
    let surprises = try soak.json()["surprises"] as? [[String: Any]]
    #expect(surprises?.compactMap { $0["file"] as? String } == ["regressions/it.json"])
  }

  @Test func theirNamesBeginWithALetter() throws {
    #expect(!Self.names.isEmpty)
    for name in Self.names {
      #expect(name.first?.isLetter == true, "\(name)")
      let text = try Data(contentsOf: Self.folder.appending(path: name))
      let file = try JSONSerialization.jsonObject(with: text) as? [String: Any]
      let inner = try #require(file?["name"] as? String)
      #expect(inner.first?.isLetter == true, "\(inner)")
    }
  }
}
