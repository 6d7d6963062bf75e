import ClusterCore
import ClusterReport
import Testing

@Suite("The tables of compare, list, soak and explore") struct TableTests {
  private let newestWins = CheckResult(
    name: .newestWins, verdict: .fail, witnesses: 1, step: 17,
    explanation: "title shows \"Milk\" though \"Eggs\" was made later",
    signature: "note-1.title arrival")

  private func state(_ title: String) -> NodeState {
    [TraceBuilder.title: .scalar(.text(Text(title)))]
  }

  private var compare: CompareTable {
    CompareTable([
      VariantOutcome(
        variant: "sound", verdict: .pass, checks: [], cloud: state("Eggs"),
        devices: ["phone": state("Eggs")]),
      VariantOutcome(
        variant: "arrival-order", verdict: .fail, checks: [newestWins], cloud: state("Milk"),
        devices: ["phone": state("Eggs")]),
    ])
  }

  @Test("Variants stand side by side as in the golden file")
  func drawnCompare() throws {
    try Golden.check(compare.lines(TextStyle()), "compare.txt")
  }

  @Test("A device that differs from the cloud is named with its own value")
  func compareDifference() {
    let line = compare.lines(TextStyle()).first { $0.contains("note-1.title") }
    #expect(line?.hasSuffix("\"Milk\" ≠ phone \"Eggs\"") == true)
  }

  @Test("What does not fit is wrapped, and neither a heading nor a check is lost")
  func compareNarrow() {
    let names = ["as-its-maker-meant-it", "with-one-word-changed", "as-nobody-would-do"]
    let checks = [CheckName.newestWins, .noLostEdit, .ownEditsShow].map {
      CheckResult(name: $0, verdict: .fail, witnesses: 1)
    }
    let table = CompareTable(
      names.map {
        VariantOutcome(
          variant: VariantName($0), verdict: .fail, checks: checks, cloud: state("Milk"),
          devices: ["phone": state("Milk")])
      })
    for width in [40, 60, 80] {
      let lines = table.lines(TextStyle(width: width))
      let letters = lines.joined().filter { $0 != " " }
      for line in lines { #expect(Nasty.columns(line) <= width) }
      #expect(!letters.contains("…"))
      // Words are broken where a column is narrower than they are.
      let isWhole = width >= 80
      for check in checks where isWhole {
        #expect(lines.joined().components(of: check.name.rawValue) == names.count)
      }
    }
  }

  @Test("A device whose user is asked does not differ, it asks")
  func compareAsking() {
    let table = CompareTable([
      VariantOutcome(
        variant: "ask", verdict: .pass, checks: [], cloud: state("Milk"),
        devices: ["phone": state("Eggs")], asking: ["phone": [TraceBuilder.title]])
    ])
    let line = table.lines(TextStyle()).first { $0.contains("note-1.title") }
    #expect(line?.hasSuffix("\"Milk\" phone asks: \"Eggs\"") == true)
  }

  @Test("The JSON of compare has the promised shape")
  func compareJSON() {
    let eggs = "{\"note-1\":{\"title\":\"Eggs\"}}"
    #expect(
      compare.json.hasPrefix(
        "[{\"variant\":\"sound\",\"verdict\":\"pass\",\"checks\":[],\"cloud\":\(eggs),"
          + "\"devices\":{\"phone\":\(eggs)}},{\"variant\":\"arrival-order\","))
  }

  private var list: ListTable {
    var fails = ClusterCore.Expectation()
    fails.fail = ["newest-wins"]
    return ListTable([
      ListedScenario(
        file: "cluster.json", name: "cluster", area: "", about: "Three devices edit a note.",
        variants: [
          ListedScenario.Variant(name: "sound", expect: ClusterCore.Expectation()),
          ListedScenario.Variant(name: "arrival-order", expect: fails),
        ])
    ])
  }

  @Test("Scenarios are listed as in the golden file")
  func drawnList() throws {
    try Golden.check(list.lines(TextStyle()), "list.txt")
  }

  @Test("The JSON of list has the promised shape")
  func listJSON() {
    #expect(
      list.json == """
        [{"file":"cluster.json","name":"cluster","area":"","about":"Three devices edit a note.",\
        "variants":[{"name":"sound","expect":{"pass":[],"fail":[]}},\
        {"name":"arrival-order","expect":{"pass":[],"fail":["newest-wins"]}}]}]
        """)
  }

  private func soak(surprises: [UInt64]) -> SoakSummary {
    var soak = SoakSummary()
    soak.runs = 1000
    soak.pass = 1000 - surprises.count
    soak.fail = surprises.count
    soak.runsPerSecond = 2150
    soak.happened = [.lostRequest: 12_345, .doubled: 3]
    soak.surprises = surprises.map { seed in
      Surprise(
        file: "cluster.json", variant: "sound", seed: Seed(seed), checks: [newestWins],
        rerun: "./run-cluster.sh cluster.json --seed \(seed)")
    }
    return soak
  }

  @Test("A soak's failures are grouped by check and reason, with one rerun line each")
  func soakGroups() throws {
    let lines = soak(surprises: [41, 7, 99]).lines(TextStyle())
    #expect(lines.contains("  ✗ newest-wins note-1.title arrival: 3 runs"))
    #expect(
      lines.filter { $0.contains("again:") } == [
        "    again: ./run-cluster.sh cluster.json --seed 41"
      ])
    #expect(lines.last == "3 of 1,000 not as expected")
    try Golden.check(lines, "soak.txt")
  }

  @Test("Two reasons for one check are two groups, the more frequent first")
  func soakReasons() {
    var soak = soak(surprises: [1, 2, 3])
    let other = CheckResult(
      name: .newestWins, verdict: .fail, witnesses: 1, signature: "note-1.theme tie")
    soak.surprises.insert(
      Surprise(file: "f", variant: "v", seed: Seed(9), checks: [other], rerun: "r"), at: 0)
    let groups = soak.lines(TextStyle()).filter { $0.contains("✗") }
    #expect(
      groups == [
        "  ✗ newest-wins note-1.title arrival: 3 runs",
        "  ✗ newest-wins note-1.theme tie: 1 run",
      ])
  }

  @Test(
    "Without a failure the bound is three in N",
    arguments: [
      (1000, "0 of 1,000 not as expected: below 3/1,000 (0.3 %) at 95 %"),
      (2, "0 of 2 not as expected: below 3/2 at 95 %"),
      // 3/7 is 0.428571…, rounded up.
      (7, "0 of 7 not as expected: below 3/7 (42.8572 %) at 95 %"), (0, "nothing was run"),
    ])
  func soakBound(runs: Int, words: String) {
    var soak = SoakSummary()
    soak.runs = runs
    #expect(soak.lines(TextStyle()).last == words)
  }

  @Test("The JSON of soak has the promised shape")
  func soakJSON() {
    #expect(
      soak(surprises: [7]).json == """
        {"runs":1000,"pass":999,"fail":1,"unknown":0,"surprises":[{"file":"cluster.json",\
        "variant":"sound","seed":7,"checks":["newest-wins"],"kinds":["note-1.title arrival"],"verdicts":["fail"],\
        "rerun":"./run-cluster.sh cluster.json --seed 7"}],\
        "events":{"lostRequest":12345,"lostAnswer":0,"lostPush":0,"doubled":3,"late":0,\
        "overtaken":0,"retried":0,"timedOut":0,"refused":0,"partitioned":0,"conflict":0,\
        "killed":0,"restarted":0},\
        "runsPerSecond":2150,"wishes":[]}
        """)
  }

  private func explore(complete: Bool, bad: Bool) -> ExploreSummary {
    let fate = NamedFate(message: Build.save("phone", "w1"), fate: .lost)
    return ExploreSummary(
      mode: .deviations, deviations: 2, runs: 6871, states: nil, transitions: nil,
      complete: complete, sensitivity: nil,
      endStates: [
        ExploreSummary.EndState(
          state: ["cloud": state("Milk")], asExpected: !bad,
          schedule: Schedule(fates: bad ? [fate] : []),
          failed: bad ? [newestWins] : [], file: bad ? "store/found-1.json" : nil)
      ])
  }

  @Test(
    "A search claims exactly what it did",
    arguments: [
      (true, false, "all 6,871 runs with up to 2 deviations pass"),
      (
        false, false,
        "not complete: the 6,871 runs with up to 2 deviations that were tried pass"
      ),
      (true, true, "1 counterexample in 6,871 runs with up to 2 deviations"),
      (false, true, "1 counterexample in 6,871 runs with up to 2 deviations, not complete"),
    ])
  func exploreClaim(complete: Bool, bad: Bool, words: String) {
    #expect(explore(complete: complete, bad: bad).lines(TextStyle()).first == words)
  }

  @Test("A counterexample is shown with its reason, its fates and its file")
  func drawnExplore() throws {
    try Golden.check(explore(complete: true, bad: true).lines(TextStyle()), "explore.txt")
  }

  private func orders(complete: Bool, bad: Bool, isConfirmed: Bool = true) -> ExploreSummary {
    let end = ExploreSummary.EndState(
      state: ["cloud": state("Milk"), "phone": state("Milk")], asExpected: !bad,
      schedule: Schedule(), failed: bad ? [newestWins] : [], story: ["w1", "w2 is lost"],
      isConfirmed: isConfirmed)
    return ExploreSummary(
      mode: .allOrders, deviations: nil, runs: 12, states: 5619, transitions: 17179,
      complete: complete, sensitivity: complete ? "robust" : nil, endStates: [end],
      counterexamples: bad ? [end] : [], depth: 18,
      stop: complete ? nil : "the limit of 100 states was reached")
  }

  @Test(
    "A search over every order claims exactly what it did",
    arguments: [
      (true, false, "every order passes: 1 end state"),
      (false, false, "not complete: every order tried passes"),
      (true, true, "1 counterexample among all orders, 1 end state"),
      (false, true, "1 counterexample among the orders tried, 1 end state"),
    ])
  func orderClaim(complete: Bool, bad: Bool, words: String) {
    #expect(orders(complete: complete, bad: bad).lines(TextStyle()).first == words)
  }

  @Test("An order that an ordinary run does not repeat is marked")
  func unconfirmedOrder() {
    let told = orders(complete: true, bad: false, isConfirmed: false).lines(TextStyle())
    #expect(told.contains("      an ordinary run with this schedule came to something else"))
    #expect(told.contains("      w1, w2 is lost"))
    #expect(told.contains("  end 1: note-1.title = \"Milk\""))
  }

  @Test("The JSON of explore has the promised shape")
  func exploreJSON() {
    #expect(
      explore(complete: true, bad: true).json == """
        {"mode":"deviations","deviations":2,"runs":6871,"states":null,"transitions":null,\
        "complete":true,"class":null,"endStates":[{"state":{"cloud":{"note-1":{"title":"Milk"}}},\
        "asExpected":false,"schedule":[{"message":"phone>cloud/save/w1/1","fate":[]}]}]}
        """)
  }
}

extension String {
  /// How often a word stands in it.
  fileprivate func components(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
