import Foundation
import Testing

@Suite(.waiting) struct JudgeCommandTests {
  private static let scenario = Tool.root.appending(path: "cluster.json").path()

  private func scenario(_ path: String) -> String {
    Tool.root.appending(path: "Scenarios/\(path).json").path()
  }

  /// Files, tokens, pushes, kills: each with words of its own in a trace.
  @Test(arguments: [
    "records/between-pages", "tokens/002-several-refreshes", "orders/018-try-again-pays-twice",
    "push/086-read-elsewhere", "lists/073-older-results-last",
    "transfers/028-restarted-while-downloading", "regressions/store-outlives-kills",
  ])
  func aStoredTraceIsJudgedAsItsRunWas(path: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    for hosts in ["processes", "memory"] {
      let run = try tool.run(
        "run", scenario(path), "--variant", "all", "--hosts", hosts, "--json")
      let all = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
      for result in try #require(all) {
        let store = try #require(result["store"] as? String)
        let judged = try tool.run("report", "--judge", store, "--json")
        #expect(judged.status == 0, "\(judged.errors)")
        #expect(NSDictionary(dictionary: try judged.json()) == NSDictionary(dictionary: result))
      }
    }
  }

  @Test func aTraceThatWasEditedIsRefused() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run("run", Self.scenario, "--json", "--hosts", "memory").json()
    let store = try #require(run["store"] as? String)
    try edit(tool, store) {
      $0.replacingOccurrences(of: "\"n\":20,\"at\":", with: "\"n\":20,\"at\":1")
    }
    let judged = try tool.run("report", "--judge", store)
    #expect(judged.status == 64)
    #expect(judged.errors.contains("trace.jsonl:21: this is not what a run wrote here"))
    #expect(judged.errors.contains("next:"))
  }

  @Test func aTraceThatIsCutShortIsUnknown() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run("run", Self.scenario, "--json", "--hosts", "memory").json()
    let store = try #require(run["store"] as? String)
    try edit(tool, store) { text in
      text.split(separator: "\n").prefix(30).joined(separator: "\n") + "\n"
    }
    let judged = try tool.run("report", "--judge", store, "--json")
    #expect(judged.status == 2)
    #expect(try judged.json()["verdict"] as? String == "unknown")
    #expect(judged.errors.contains("trace.jsonl ends before the run does"))
  }

  @Test(arguments: [
    ["report", "--judge"], ["report", "--judge", "a", "b"], ["report"], ["report", "a", "b", "c"],
    ["report", "nowhere"], ["report", "nowhere", "elsewhere"],
  ])
  func whatCannotBeMeantIsSaid(words: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(words)
    #expect(run.status == 64)
    for part in ["error:", "cause:", "next:  "] {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
  }

  private func edit(_ tool: Tool, _ store: String, _ change: (String) -> String) throws {
    let path = tool.folder.appending(path: "\(store)/trace.jsonl")
    try change(try String(contentsOf: path, encoding: .utf8))
      .write(to: path, atomically: true, encoding: .utf8)
  }
}
