import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// A scenario that is searched through, with one variant that is sound and one that fails: the
/// cluster's with `CLUSTER_FULL=1`, else one of an eighth of the runs.
private let searched =
  Tool.isFull
  ? (file: scenario, name: "cluster", sound: "sound", naive: "arrival-order")
  : (
    file: Tool.root.appending(path: "Scenarios/records/lost-answer.json").path(),
    name: "lost-answer", sound: "by-stamp", naive: "last-arrival"
  )

@Suite(.waiting) struct SearchCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func theSoundVariantHasNoCounterexampleWithOneDeviation() throws {
    defer { tool.remove() }
    let words = ["explore", searched.file, "--variant", searched.sound, "--deviations", "1"]
    let run = try tool.run(words + ["--json"])
    #expect(run.status == 0)
    let result = try run.json()
    #expect(result["complete"] as? Bool == true)
    #expect((result["endStates"] as? [Any])?.isEmpty == true)
    let dry = try tool.run(words + ["--dry-run", "--json"]).json()
    #expect(dry["runs"] as? Int == result["runs"] as? Int, "a dry run is exact for one")
  }

  @Test func aCounterexampleIsWrittenAsAScenarioThatFailsAlike() throws {
    defer { tool.remove() }
    let run = try tool.run(
      "explore", searched.file, "--variant", searched.naive, "--aimed", "off", "--json")
    let ends = try #require(try run.json()["endStates"] as? [[String: Any]])
    let smallest = try #require(ends.first?["schedule"] as? [Any])
    #expect(smallest.count == 1)
    let folder = tool.folder.appending(path: "store/\(searched.name)/explore")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    let file = try #require(files.first)
    let again = try tool.run("run", folder.appending(path: file).path(), "--quiet")
    #expect(again.status == 0, "it fails exactly what it was written to fail: \(again.output)")
    #expect(again.output.hasPrefix("fail  as expected"))
  }

  @Test func aSearchThatIsCutShortSaysSo() throws {
    defer { tool.remove() }
    let run = try tool.run("explore", scenario, "--deviations", "2", "--run-limit", "50", "--json")
    #expect(run.status == 2)
    #expect(try run.json()["complete"] as? Bool == false)
  }

  /// A thousand seeds with `CLUSTER_FULL=1`.
  @Test func soundSeedsNeverFailAndTheStormIsReal() throws {
    defer { tool.remove() }
    let count = Tool.isFull ? 1000 : 60
    let run = try tool.run("soak", scenario, "--seeds", "1..\(count)", "--json")
    #expect(run.status == 0)
    let result = try run.json()
    #expect(result["runs"] as? Int == count)
    #expect(result["pass"] as? Int == count)
    let events = try #require(result["events"] as? [String: Int])
    for name in ["lostRequest", "lostAnswer", "lostPush", "doubled", "late", "overtaken"] {
      #expect(events[name] ?? 0 > 0, "\(name) was never seen")
    }
  }

  /// Two hundred seeds with `CLUSTER_FULL=1`.
  @Test(arguments: ["arrival-order", "skewed-clock"])
  func aNaiveVariantFailsWhateverTheSeed(variant: String) throws {
    defer { tool.remove() }
    let count = Tool.isFull ? 200 : 40
    let run = try tool.run(
      "soak", scenario, "--variant", variant, "--seeds", "1..\(count)", "--json")
    #expect(run.status == 0)
    #expect(try run.json()["fail"] as? Int == count)
  }

  /// Two hundred with `CLUSTER_FULL=1`.
  @Test func manySeedsAgreeBetweenTheHosts() throws {
    defer { tool.remove() }
    let count = Tool.isFull ? 200 : 15
    let run = try tool.run("soak", scenario, "--seeds", "1..\(count)", "--twice", "--json")
    #expect(run.status == 0, "\(run.output)")
    #expect(try run.json()["runs"] as? Int == count)
    #expect(tool.leftovers.isEmpty)
  }

  @Test func compareShowsEveryVariantInTheSameWeather() throws {
    defer { tool.remove() }
    let run = try tool.run("compare", scenario, "--hosts", "memory", "--json")
    #expect(run.status == 0)
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(rows.map { $0["variant"] as? String } == ["sound", "arrival-order", "skewed-clock"])
    #expect(rows.map { $0["verdict"] as? String } == ["pass", "fail", "fail"])
    let policies = try tool.run(
      "compare", scenario, "--policy", "stamp=deviceClock,hybrid", "--hosts", "memory", "--json")
    #expect(policies.status == 0)
  }

  @Test func theRowsAreThoseThatWerePublished() throws {
    defer { tool.remove() }
    let run = try tool.run("rows")
    let fixture = Tool.root.appending(path: "Tests/SyncModelsTests/Fixtures/sensitivity-rows.tsv")
    let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { line in
        let cells = line.components(separatedBy: "\t")
        return "\(cells[2]) | bir=\(cells[3]) iki=\(cells[4]) ab=\(cells[5]) ba=\(cells[6])"
          + " -> \(cells[7])"
      }
    #expect(run.output.split(separator: "\n").map(String.init) == lines)
  }
}

@Suite(.waiting) struct SoakStoreTests {
  /// The cluster scenario under last arrival, where some seeds let an older edit win.
  private func faulty() throws -> String {
    let path = Tool.root.appending(path: "cluster.json")
    return try String(contentsOf: path, encoding: .utf8)
      .replacingOccurrences(of: "\"highestStamp\"", with: "\"lastArrival\"")
  }

  @Test func aSoakKeepsTheNewestFailuresAndNothingElse() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(try faulty())
    let run = try tool.run("soak", path, "--seeds", "1..40", "--keep", "2", "--json")
    #expect(run.status == 1)
    let surprises = try #require(try run.json()["surprises"] as? [[String: Any]])
    #expect(surprises.count > 2)
    let store = tool.folder.appending(path: "store/cluster").path()
    let runs = try FileManager.default.contentsOfDirectory(atPath: store)
      .filter { !$0.hasPrefix("latest") }
    #expect(runs.count == 2)
    let replay = try tool.run("replay", "store/cluster/latest-failure")
    #expect(replay.status == 0)
  }

  /// Weather may keep an event from one run, but not from all.
  @Test func aSoakMissesWhatNoRunHad() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "quiet", "devices": [{"name": "phone"}],
       "links": {"default": {"loss": 0.1}},
       "timeline": [{"at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}}],
       "expect": {"pass": ["converged", "set-union"],
                  "happened": {"lostRequest": 1, "partitioned": 1}}}
      """)
    let run = try tool.run("soak", path, "--seeds", "1..60")
    #expect(run.status == 1)
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let place = "not as expected: \(path), default, in none of 60 runs:"
    #expect(
      said.contains("\(place) set-union had something to judge \(place) partitioned happened"))
    #expect(!said.contains("converged had something"))
    for shard in 1...2 {
      let part = try tool.run(
        "soak", path, "--seeds", "1..60", "--shard", "\(shard)/2", "--store", "s\(shard)", "--quiet"
      )
      #expect(part.status == 0, "one shard alone may just have missed it")
    }
    #expect(try tool.run("soak", "--merge", "s2", "s1").status == 1)
  }

  @Test func compareSaysWhetherAllIsAsExpected() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(try faulty())
    let whole = Tool.root.appending(path: "cluster.json").path()
    #expect(try tool.run("compare", whole, "--quiet").status == 0)
    let policy = try tool.run("compare", path, "--policy", "stamp=deviceClock,hybrid", "--quiet")
    #expect(policy.status == 0, "the file cannot know what another policy does")
    let wrong = try tool.run("compare", path, "--quiet")
    #expect(wrong.status == 1, "\(wrong.output)")
  }

  @Test func aSurpriseComesWithTheLineThatRunsItAgain() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(try faulty())
    let soak = try tool.run("soak", path, "--seeds", "1..40", "--json")
    let surprises = try #require(try soak.json()["surprises"] as? [[String: Any]])
    let line = try #require(surprises.first?["rerun"] as? String)
    let words = line.split(separator: " ").dropFirst().map(String.init)
    #expect(words.first == "run")
    let again = try tool.run(words + ["--json"])
    #expect(again.status == 1)
    let result = try again.json()
    #expect(result["asExpected"] as? Bool == false)
    #expect(result["seed"] as? Int == surprises.first?["seed"] as? Int)
  }

  @Test func aSurpriseOfHostileWeatherIsThatOfTheRunToo() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(try faulty())
    let soak = try tool.run(
      "soak", path, "--seeds", "1..20", "--add", "hostile", "--keep", "1", "--store", "s", "--json")
    let surprise = try #require((try soak.json()["surprises"] as? [[String: Any]])?.last)
    let line = try #require(surprise["rerun"] as? String)
    #expect(line.hasSuffix(" --add hostile"), "a store may be a shard's: \(line)")
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let again = try tool.run(words + ["--json"]).json()
    let stored = try tool.run("replay", "s/cluster/latest-failure", "--json").json()
    #expect(again["traceHash"] as? String == stored["traceHash"] as? String)
    let plain = try tool.run(words.filter { !["--add", "hostile"].contains($0) } + ["--json"])
    #expect(try plain.json()["traceHash"] as? String != stored["traceHash"] as? String)
  }
}

@Suite(.waiting) struct ShardTests {
  /// What a summary says but for how fast it went.
  private func words(_ outcome: Tool.Outcome) throws -> String {
    var result = try outcome.json()
    result["runsPerSecond"] = nil
    let data = try JSONSerialization.data(withJSONObject: result, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func fourShardsUnderXargsSayWhatOneSoakSays() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(
      try String(contentsOf: Tool.root.appending(path: "cluster.json"), encoding: .utf8)
        .replacingOccurrences(of: "\"highestStamp\"", with: "\"lastArrival\""))
    let soak = ["soak", path, "--seeds", "1..61", "--json", "--keep", "0"]
    let one = try tool.run(soak + ["--store", "one", "--jobs", "1"])
    let two = try tool.run(soak + ["--store", "two", "--jobs", "2"])
    #expect(try words(one) == words(two), "the number of workers changes nothing")
    let shards = try tool.run(
      program: "/bin/sh",
      [
        "-c",
        "seq 4 | xargs -P 2 -I{} '\(Tool.executable.path())' soak '\(path)' --seeds 1..61 "
          + "--shard {}/4 --store shard{} --keep 0 --quiet",
      ], environment: [:])
    #expect(shards.errors.isEmpty, "\(shards.errors)")
    let merged = try tool.run(
      "soak", "--merge", "--json", "shard1", "shard2", "shard3", "shard4")
    #expect(merged.status == one.status)
    #expect(try words(merged) == words(one))
    let told = try tool.run("soak", "--merge", "shard4", "shard3", "shard2", "shard1")
    let whole = try tool.run("soak", "--merge", "one")
    #expect(told.output.contains("again: "))
    #expect(lines(told) == lines(whole), "nor does it to a reader")
    try whatIsMissingOrDoubledIsSaid(tool, one)
  }

  /// What is told, but for how fast it went.
  private func lines(_ outcome: Tool.Outcome) -> [Substring] {
    outcome.output.split(separator: "\n").map { $0.prefix { $0 != "·" } }
  }

  private func whatIsMissingOrDoubledIsSaid(_ tool: Tool, _ one: Tool.Outcome) throws {
    let three = try tool.run("soak", "--merge", "shard1", "shard2", "shard4")
    #expect(three.output.contains("of 4 shards only 1/4, 2/4, 4/4 are here"))
    let twice = try tool.run("soak", "--merge", "shard1", "shard2", "shard1")
    #expect(twice.status == 64)
    #expect(twice.errors.contains("shard1 holds shard 1/4"))
  }

  @Test func aShardForWhichNoRunIsLeftIsEmpty() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run("soak", scenario, "--seeds", "1..2", "--shard", "4/4", "--json")
    #expect(run.status == 2)
    #expect(try run.json()["runs"] as? Int == 0)
  }

  @Test func soundShardsThatAreNotAllHereAreUnknown() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for shard in 1...2 {
      _ = try tool.run(
        "soak", scenario, "--seeds", "1..6", "--shard", "\(shard)/3", "--store", "s\(shard)")
    }
    #expect(try tool.run("soak", "--merge", "s1", "s2").status == 2)
  }

  @Test func aMissingShardIsSaid() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run("soak", "--merge", "nowhere")
    #expect(run.status == 64)
    #expect(run.errors.contains("nowhere/soak.json"))
  }
}
