import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()
private let records = Tool.root.appending(path: "Scenarios/records").path()
private let causalRow =
  "causal lost-answer last-arrival | dogru=1-witnesses/gecti kusurlu=step-17/kaldi -> ayiran"

@Suite(.waiting) struct AuditCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test(.enabled(if: Tool.isFull, "every fault takes a debug build twelve seconds"))
  func everythingIsMeasuredAndHolds() throws {
    defer { tool.remove() }
    let run = try tool.run("audit", records)
    #expect(run.status == 0, "\(run.output.suffix(400))")
    #expect(run.output.contains("none accuses a correct version"))
    #expect(run.output.contains("\nkor: 0\n"))
    #expect(run.output.contains(causalRow))
  }

  @Test func aFileIsMeasuredBesideTheFaultsThatAreNamed() throws {
    defer { tool.remove() }
    let faults = ["--fault", "engine-timer-lost,link-copy-forgotten"]
    let run = try tool.run(["audit", records + "/lost-answer.json"] + faults)
    #expect(run.status == 0, "\(run.output.suffix(400))")
    #expect(run.output.contains("✓ 2 planted faults and 1 naive variants, each seen; "))
    #expect(run.output.contains("none accuses a correct version"))
    #expect(run.output.contains("\nkor: 0\n"))
    #expect(run.output.contains(causalRow))
    let missing = try tool.run(["audit", "nowhere.json"] + faults)
    #expect(missing.status == 64 && missing.hasThreeParts, "\(missing.errors)")
  }

  @Test func oneFaultIsAListForScripts() throws {
    defer { tool.remove() }
    let run = try tool.run("audit", "--fault", "engine-timer-lost", "--json")
    #expect(run.status == 0)
    let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
    #expect(rows?.count == 1)
    #expect(rows?.first?["check"] as? String == "settled")
    #expect(rows?.first?["onFaulty"] as? String == "fail")
    #expect(rows?.first?["class"] as? String == "ayiran")
  }

  @Test func aRunWithAFaultSaysSo() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--fault", "link-copy-forgotten")
    #expect(run.status == 1)
    #expect(run.output.contains("✗ settled"))
    #expect(run.output.contains("--fault link-copy-forgotten"))
    let stored = tool.folder.appending(path: "store/cluster/latest/run.json")
    #expect(
      try String(contentsOf: stored, encoding: .utf8).contains(
        "\"fault\":\"link-copy-forgotten\""))
    let replay = try tool.run("replay", "store/cluster/latest")
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    let shrink = try tool.run("shrink", "store/cluster/latest")
    #expect(shrink.status == 64)
    #expect(shrink.errors.contains("planted fault link-copy-forgotten"))
    #expect(shrink.errors.contains(#/next:  .*cluster audit --fault link-copy-forgotten\n/#))
  }

  @Test func onlyTwoRunsShowUnseededChance() throws {
    defer { tool.remove() }
    let once = try tool.run("run", scenario, "--fault", "link-unseeded-chance", "--quiet")
    #expect(!once.output.contains("deterministic"))
    let twice = try tool.run("run", scenario, "--fault", "link-unseeded-chance", "--twice")
    #expect(twice.status == 1)
    #expect(twice.output.contains("✗ deterministic"))
  }

  @Test func aFaultIsRefusedElsewhere() throws {
    defer { tool.remove() }
    let fault = ["--fault", "link-copy-forgotten"]
    for words in [["run", scenario, "--hosts", "processes"], ["soak", scenario]] {
      #expect(try tool.run(words + fault).status == 64)
    }
    let unknown = try tool.run("run", scenario, "--fault", "link-copy-forgoten")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("link-copy-forgotten"))
  }
}
