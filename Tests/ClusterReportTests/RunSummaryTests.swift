import ClusterCore
import ClusterReport
import Testing

@Suite("The summary of a run") struct RunSummaryTests {
  private func summary(
    verdict: Verdict = .fail, asExpected: Bool = true, seed: UInt64 = 7
  ) -> RunSummary {
    var messages = MessageCounts()
    messages.sent = 1240
    messages.delivered = 1200
    messages.dropped = 50
    messages.duplicated = 10
    let milk: NodeState = [
      TraceBuilder.title: .scalar(.text("Milk")),
      TraceBuilder.tags: .set([.text("a"), .integer(2)]),
      FieldPath("note-2", "done"): .scalar(.bool(true)),
    ]
    return RunSummary(
      scenario: "note", variant: "arrival-order", seed: Seed(seed), hosts: .memory,
      verdict: verdict, asExpected: asExpected, steps: 84, end: Instant(20_000),
      traceHash: StableHash(), messages: messages, happened: [.lostRequest: 3, .late: 1],
      checks: [
        CheckResult(
          name: .newestWins, verdict: .fail, witnesses: 1, step: 17, explanation: "why"),
        CheckResult(name: .settled, verdict: .pass, witnesses: 2),
      ], cloud: milk, devices: ["tablet": [:], "phone": milk], model: nil,
      app: [
        AppPath(.ledger): .items(["pen", "book"]), AppPath(.badge, at: "phone"): .number(3),
        AppPath(.orders, at: "tablet", "o1"): .word("placed"),
        AppPath(.orders, at: "phone", "o2"): .word("pending"),
        AppPath(.files, at: .cloud, "a.zip"): .version(FileVersion(size: 7, checksum: "c")),
      ],
      store: "store/note/latest")
  }

  @Test("Its JSON has exactly the promised keys in the promised order")
  func json() {
    let state = """
      {"note-1":{"tags":["a",2],"title":"Milk"},"note-2":{"done":true}}
      """
    let expected = """
      {"format":1,"scenario":"note","variant":"arrival-order","seed":7,"hosts":"memory",\
      "verdict":"fail","asExpected":true,"steps":84,"virtualMilliseconds":20000,\
      "traceHash":"cbf29ce484222325",\
      "messages":{"sent":1240,"delivered":1200,"dropped":50,"duplicated":10},\
      "events":{"lostRequest":3,"lostAnswer":0,"lostPush":0,"doubled":0,"late":1,"overtaken":0,\
      "retried":0,"timedOut":0,"refused":0,"partitioned":0,"conflict":0,\
      "killed":0,"restarted":0},\
      "checks":[{"name":"newest-wins","verdict":"fail","witnesses":1,"step":17,\
      "explanation":"why"},{"name":"settled","verdict":"pass","witnesses":2,"step":null,\
      "explanation":""}],"cloud":\(state),"devices":{"phone":\(state),"tablet":{}},\
      "model":null,"ledger":["pen","book"],\
      "orders":{"phone":{"o2":"pending"},"tablet":{"o1":"placed"}},"calls":{},"signedIn":{},\
      "lists":{},"badge":{"phone":3},"unread":{},\
      "files":{"cloud":{"a.zip":{"size":7,"checksum":"c"}}},"threads":{},"store":"store/note/latest"}
      """
    #expect(summary().json == expected)
  }

  @Test("A seed beyond what JSON libraries call an integer is written whole")
  func largeSeed() {
    #expect(summary(seed: UInt64.max).json.contains("\"seed\":18446744073709551615,"))
  }

  @Test("The verdict says what failed and whether that was expected; the rerun line is last")
  func text() {
    let rerun = "./run-cluster.sh cluster.json --variant arrival-order --seed 7"
    let lines = summary().lines(TextStyle(), rerun: rerun)
    #expect(
      lines == [
        "1,240 messages sent · 1,200 delivered · 50 dropped · 10 doubled · 84 steps",
        "20.000 s of virtual time · trace cbf29ce484222325",
        "✗ FAIL: newest-wins, as expected", "stored in store/note/latest", "again: \(rerun)",
      ])
  }

  @Test("A rerun line is never cut")
  func longRerun() {
    let rerun = "./run-cluster.sh " + String(repeating: "folder/", count: 40) + "x.json"
    #expect(summary().lines(TextStyle(width: 60), rerun: rerun).last == "again: " + rerun)
  }

  @Test("Surprises are said", arguments: [(Verdict.pass, "✓ PASS"), (.unknown, "? UNKNOWN")])
  func surprise(verdict: Verdict, words: String) {
    let lines = summary(verdict: verdict, asExpected: false).lines(TextStyle(), rerun: "x")
    #expect(lines.contains(words + ", not as expected"))
  }
}
