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
      (1000, "0 of 1,000 not as expected: failure rate below 3/1,000 (0.3 %) at 95 % confidence"),
      (2, "0 of 2 not as expected: failure rate below 3/2 at 95 % confidence"),
      // 3/7 is 0.428571…, rounded up.
      (7, "0 of 7 not as expected: failure rate below 3/7 (42.8572 %) at 95 % confidence"),
      (0, "nothing was run"),
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
        "explanations":["title shows \\"Milk\\" though \\"Eggs\\" was made later"],\
        "rerun":"./run-cluster.sh cluster.json --seed 7"}],\
        "events":{"lostRequest":12345,"lostAnswer":0,"lostPush":0,"doubled":3,"late":0,\
        "overtaken":0,"retried":0,"timedOut":0,"refused":0,"partitioned":0,"conflict":0,\
        "killed":0,"restarted":0},\
        "runsPerSecond":2150,"wishes":[]}
        """)
  }

  /// A soak of a variant that is to fail: one run in three does not.
  private var naiveSoak: SoakSummary {
    var soak = SoakSummary()
    soak.runs = 3
    soak.fail = 2
    soak.pass = 1
    for seed: UInt64 in [5, 4] {
      soak.note(
        SoakFinding(
          file: "cluster.json", variant: "naive", seed: Seed(seed), failed: [newestWins],
          rerun: "again \(seed)"))
    }
    soak.surprises = [
      Surprise(
        file: "cluster.json", variant: "naive", seed: Seed(6),
        checks: [CheckResult(name: .newestWins, verdict: .pass, witnesses: 1)], rerun: "again 6")
    ]
    return soak
  }

  @Test("Where a variant is to fail, what failed comes first and a pass is what was not seen")
  func naiveSoakKinds() throws {
    let lines = naiveSoak.lines(TextStyle())
    let told = lines.drop { !$0.contains("as expected") }.prefix(4)
    #expect(
      Array(told) == [
        "  ✗ newest-wins note-1.title arrival: 2 runs, as expected", "    again: again 4",
        "  not seen in 1 run: newest-wins", "    again: again 6",
      ])
    #expect(lines.last == "1 of 3 not as expected: what is to fail was not seen there")
    let again = try SoakSummary(JSONReader(try JSONParser.parse(Array(naiveSoak.json.utf8))))
    #expect(again.json == naiveSoak.json)
  }

  @Test("The page of a soak shows an example of each kind and leads to the runs that were kept")
  func soakPage() {
    var soak = naiveSoak
    soak.findings[0].page = "a b/1/report.html"
    soak.plan = SoakPlan(seeds: 4...6, command: "./run-cluster.sh soak cluster.json --seeds 4..6")
    soak.note(
      SoakWishes(
        file: "cluster.json", variant: "naive", expect: Expectation(), results: [], happenings: [:])
    )
    let page = String(decoding: SoakPage(soak).bytes, as: UTF8.self)
    #expect(page.contains("title shows &#34;Milk&#34; though &#34;Eggs&#34; was made later"))
    #expect(page.contains("<a href=\"./a%20b/1/report.html\">its page</a>"))
    #expect(page.contains("Not seen in 1 run: newest-wins"))
    #expect(page.contains("<summary>Run: 1 file, 1 variant, seeds 4..6</summary>"))
    #expect(page.contains("<li>cluster.json, variant naive: 1 run</li>"))
    #expect(page.contains("<code>./run-cluster.sh soak cluster.json --seeds 4..6</code>"))
    let again = try? SoakSummary(JSONReader(try JSONParser.parse(Array(soak.json.utf8))))
    #expect(again?.plan == soak.plan)
    #expect(!page.contains("<h1 class=\"no\">"))
  }

  @Test("A soak in which nothing happened says so first")
  func quietSoak() {
    var soak = SoakSummary()
    soak.runs = 5
    let words = "nothing was lost, doubled or late: only the quiet path was tried"
    #expect(soak.lines(TextStyle()).dropFirst().first == words)
    soak.happened = [.doubled: 1]
    #expect(!soak.lines(TextStyle()).contains(words))
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

  @Test("An end is told with the ledger and with what devices show beside records")
  func endsBesideRecords() throws {
    let end = ExploreSummary.EndState(
      state: ["cloud": [:], "phone": [:]],
      app: [
        AppPath(.ledger): .items(["book", "book"]),
        AppPath(.orders, at: "phone", "pay"): .word("placed"),
      ], asExpected: true, schedule: Schedule(), failed: [newestWins])
    let found = ExploreSummary(
      mode: .deviations, deviations: 1, runs: 17, states: nil, transitions: nil, complete: true,
      sensitivity: nil, endStates: [end])
    #expect(
      found.lines(TextStyle()).contains(
        "      at the end, cloud: ledger = [book, book]; phone: order \"pay\" = placed"))
    #expect(found.json.contains("\"app\":{\"ledger\":[\"book\",\"book\"]"))
    let record = ExploreRecord(found, scenario: "s", variant: "v")
    let page = String(decoding: ExplorePage(record).bytes, as: UTF8.self)
    #expect(page.contains("cloud: ledger = [book, book]"))
    #expect(!page.contains("everywhere: nothing"))
    let again = try ExploreRecord(JSONReader(try JSONParser.parse(Array(record.json.utf8))))
    #expect(ExplorePage(again).bytes == ExplorePage(record).bytes)
  }

  private func orders(
    complete: Bool, bad: Bool, isConfirmed: Bool = true, hasEnds: Bool = true
  ) -> ExploreSummary {
    let end = ExploreSummary.EndState(
      state: ["cloud": state("Milk"), "phone": state("Milk")], asExpected: !bad,
      schedule: Schedule(), failed: bad ? [newestWins] : [], story: ["w1", "w2 is lost"],
      isConfirmed: isConfirmed)
    return ExploreSummary(
      mode: .allOrders, deviations: nil, runs: 12, states: 5619, transitions: 17179,
      complete: complete, sensitivity: complete ? "robust" : nil, endStates: hasEnds ? [end] : [],
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

  @Test("A search that came to no end says that it judged nothing")
  func noEnd() {
    let told = orders(complete: false, bad: false, hasEnds: false).lines(TextStyle())
    #expect(told.first == "not complete: no order tried came to its end, so nothing was judged")
    #expect(told.contains("  the limit of 100 states was reached"), "and not a second time so")
  }

  @Test("An order that an ordinary run does not repeat is marked")
  func unconfirmedOrder() {
    let told = orders(complete: true, bad: false, isConfirmed: false).lines(TextStyle())
    #expect(told.contains("      an ordinary run with this schedule came to something else"))
    #expect(told.contains("      w1, w2 is lost"))
    #expect(told.contains("  end 1: everywhere: note-1.title = \"Milk\""))
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
