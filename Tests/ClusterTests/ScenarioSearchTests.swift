import ClusterCore
import Foundation
import Testing

/// A folder stands for the scenarios below it: for all of them, each once, and within limits.
@Suite(.waiting) struct ScenarioSearchTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: name), withIntermediateDirectories: true)
  }

  private func writeScenario(_ path: String) throws {
    let name = path.split(separator: "/").joined(separator: ".").replacing(".json", with: "")
    _ = try tool.write(
      """
      {"format": 1, "name": "\(name)", "devices": [{"name": "phone"}], "timeline":
       [{"at": "1s", "device": "phone", "write": {"n": {"t": 1}}}]}
      """, to: path)
  }

  private func listed(_ folder: String) throws -> [String] {
    let list = try tool.run("list", folder, "--json")
    #expect(list.status == 0, "\(list.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    return try #require(value as? [[String: Any]]).compactMap { $0["file"] as? String }
  }

  @Test func aFolderOfTooManyNamesIsRefused() throws {
    defer { tool.remove() }
    try makeFolder("many")
    let folder = tool.folder.appending(path: "many").path()
    // Many names of one file, which is quicker made than many files.
    close(open("\(folder)/0", O_CREAT | O_WRONLY, 0o600))
    for number in 1..<Limit.namesLookedAt {
      try #require(link("\(folder)/0", "\(folder)/\(number)") == 0)
    }
    let full = try tool.run("list", "many")
    #expect(full.errors.contains("there is no scenario in many"), "\(full.errors)")
    try writeScenario("many/one-more.json")
    let run = try tool.run("run", "many")
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    #expect(run.errors.contains("more than \(Limit.namesLookedAt) files and folders in many"))
  }

  @Test func aFolderFurtherDownIsRefused() throws {
    defer { tool.remove() }
    let way = (1..<Limit.folders).map { "f\($0)" }.joined(separator: "/")
    try makeFolder("top/\(way)")
    try writeScenario("top/\(way)/s.json")
    #expect(try listed("top") == ["top/\(way)/s.json"])
    try makeFolder("top/\(way)/more")
    let run = try tool.run("list", "top")
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    #expect(run.errors.contains("/more is more than \(Limit.folders - 1) folders below top"))
  }

  @Test func noLinkToAFolderIsFollowed() throws {
    defer { tool.remove() }
    try makeFolder("top/under")
    try writeScenario("top/s.json")
    try writeScenario("other.json")
    let top = tool.folder.appending(path: "top").path()
    for (link, goal) in [
      ("under/up", ".."), ("under/self", "self"), ("away", "/"), ("t.json", "../other.json"),
      ("nowhere.json", "nothing"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(top)/\(link)", withDestinationPath: goal)
    }
    #expect(try listed("top") == ["top/s.json", "top/t.json"])
    // What is named is followed.
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.appending(path: "link").path(), withDestinationPath: "top")
    #expect(try listed("link") == ["link/s.json", "link/t.json"])
  }

  @Test func aPipeIsNotWaitedFor() throws {
    defer { tool.remove() }
    try makeFolder("top")
    try writeScenario("top/s.json")
    #expect(mkfifo(tool.folder.appending(path: "top/pipe.json").path(), 0o600) == 0)
    #expect(try listed("top") == ["top/s.json"])
  }

  @Test(arguments: ["run", "list", "shrink", "soak"])
  func theFolderOfAStoredRunIsNoFolderOfScenarios(command: String) throws {
    defer { tool.remove() }
    try writeScenario("s.json")
    _ = try tool.run("run", "s.json", "--hosts", "memory", "--quiet", "--store", "kept")
    let latest = tool.folder.appending(path: "kept/s/latest")
    let run = try tool.run("run", "kept")
    #expect(run.status == 64 && run.errors.contains("is the folder of a stored run"))
    try FileManager.default.removeItem(at: latest.appending(path: "trace.jsonl"))
    let cut = try tool.run(command, "kept/s/latest")
    #expect(cut.status == 64 && cut.hasThreeParts, "\(cut.errors)")
    #expect(
      cut.errors.contains("kept/s/latest is the folder of a stored run")
        && cut.errors.contains("its trace.jsonl, where its scenario stood, is gone"),
      "\(cut.errors)")
  }
}
