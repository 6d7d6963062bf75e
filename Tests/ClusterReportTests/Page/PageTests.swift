import ClusterCore
import Testing

@testable import ClusterReport

@Suite("A page") struct PageTests {
  static func facts(_ checks: [CheckResult] = []) -> RunFacts {
    var summary = RunSummary(
      scenario: "note", variant: "default", seed: Seed(7), hosts: .memory, verdict: .fail,
      asExpected: false, steps: 30, end: Instant(20_000), traceHash: StableHash(),
      messages: MessageCounts(), happened: [.lostRequest: 2], checks: checks, cloud: [:],
      devices: [:], model: nil, app: [:], store: "store/note/1-7-2")
    summary.surprises = ["newest-wins failed unexpectedly"]
    summary.rerun = "./run-cluster.sh run note.json --seed 7"
    return RunFacts(summary)
  }

  static let failed = CheckResult(
    name: .newestWins, verdict: .fail, witnesses: 2, step: 22,
    explanation: "note-1.title is \"Milk\" since step 22, but step 8 and step 999 say otherwise.",
    signature: "newest-wins|note-1.title")

  static func page(_ events: [TraceEvent], _ scenario: Scenario? = nil) throws -> String {
    let scenario = try scenario ?? Stories.scenario()
    let checks = [
      failed, CheckResult(name: .settled, verdict: .pass, witnesses: 1),
      CheckResult(name: .badgeTrue, verdict: .notJudged, witnesses: 0),
    ]
    let run = PageRun(scenario, seed: Seed(7), events: events, facts: facts(checks))
    return String(decoding: RunPage(run).bytes, as: UTF8.self)
  }

  @Test("A run of losses, copies and a partition is written as in the golden file")
  func drawn() throws {
    var page = try Self.page(Stories.arrivalOrder())
    for (text, name) in [("\(PageStyle.text)", "STYLE"), ("\(PageScript.text)", "SCRIPT")] {
      page = page.replacing(text, with: name)
    }
    page = page.replacing(/sha256-[A-Za-z0-9+\/=]+/, with: "sha256-DIGEST")
    try Golden.check(page.split(separator: "\n").map(String.init), "page.html")
  }

  @Test("The same run gives the same bytes")
  func deterministic() throws {
    #expect(try Self.page(Stories.killed()) == Self.page(Stories.killed()))
  }

  @Test("A page opens where the harm of the first failed check shows")
  func opening() throws {
    func opening(_ checks: [(CheckName, Int, String)]) throws -> Int {
      let failed = checks.map {
        CheckResult(name: $0.0, verdict: .fail, witnesses: 1, step: $0.1, explanation: $0.2)
      }
      return PageRun(
        try Stories.scenario(), seed: Seed(7), events: Stories.arrivalOrder(),
        facts: Self.facts(failed)
      ).opening
    }
    #expect(try opening([(.causal, 5, "since step 3"), (.final, 20, "")]) == 5)
    #expect(try opening([(.noLostEdit, 5, "gone at step 9, not at step 999")]) == 9)
    #expect(try opening([(.noLostEdit, 5, ""), (.ownEditsShow, 7, "")]) == 7)
  }

  @Test("Of a variant that says something of its own the scenario's words come first")
  func bothAbouts() throws {
    var scenario = try Stories.scenario()
    scenario.about = "The phone is naive."
    scenario.fileAbout = "Two devices edit."
    let told = RunHeader(scenario: scenario, seed: Seed(7), hosts: .memory).lines(TextStyle())
    #expect(told.suffix(2) == ["about     Two devices edit.", "variant   The phone is naive."])
    var facts = RunSummary(
      scenario: "note", variant: "naive", seed: Seed(7), hosts: .memory, verdict: .pass,
      asExpected: true, steps: 1, end: .start, traceHash: StableHash(), messages: MessageCounts(),
      happened: [:], checks: [], cloud: [:], devices: [:], model: nil, app: [:], store: nil)
    facts.fileAbout = scenario.fileAbout
    let read = try RunFacts(try JSONParser.parse(Array(facts.json.utf8)))
    let run = PageRun(scenario, seed: Seed(7), events: Stories.arrivalOrder(), facts: read)
    let page = String(decoding: RunPage(run).bytes, as: UTF8.self)
    #expect(
      page.contains(
        "<p>Two devices edit.</p>\n<p><strong>In this variant:</strong> The phone is naive.</p>"))
  }

  @Test("What is expected at the end stands beside what is there, and differences are marked")
  func expectedEnd() throws {
    var scenario = try Stories.scenario()
    scenario.expect.final = [.cloud: [TraceBuilder.title: .scalar(.text("Bread"))]]
    scenario.expect.app = [AppPath(.signedIn, at: "phone"): .some(.word("u1"))]
    let events = Stories.arrivalOrder()
    let table = PageTable(PageStates(scenario, events), scenario)
    #expect(table.columns.last == "expected")
    let title = try #require(table.rows.first { $0.label == TraceBuilder.title.description })
    #expect(title.cells.last?.text == "\"Bread\"")
    let cloud = try #require(table.columns.firstIndex(of: "cloud"))
    #expect(title.cells[cloud].differs)
    // What stands there once is read as said of every device.
    #expect(title.cells[0].differs && title.cells[0].isUnexpected && !table.isAsExpected)
    let session = try #require(table.rows.first { $0.label == "signed in" })
    #expect(session.cells[0].text == "signed out" && session.cells[0].differs)
    #expect(session.cells.last?.text == "u1")
  }

  @Test("That all is as the model says is no good news where a check failed")
  func failedAlike() throws {
    let scenario = try Stories.scenario()
    let failing = try Self.page(Stories.killed(), scenario)
    #expect(!failing.contains("All records are as the model says"))
  }

  @Test("What a device does otherwise than sound stands under the title, and nothing if all are")
  func settings() throws {
    var scenario = try Stories.scenario()
    #expect(try !Self.page(Stories.killed(), scenario).contains("data-policy"))
    for index in scenario.devices.indices.dropLast() {
      scenario.devices[index].policy.inFlight = .markAll
    }
    #expect(
      try Self.page(Stories.killed(), scenario).contains(
        "Set otherwise than sound: phone, tablet: inFlight markAll (sound: counter)</p>"))
    scenario.devices[0].policy = .naive
    scenario.devices[1].policy = .naive
    scenario.devices[1].policy.inFlight = .counter
    #expect(
      PolicyWords(scenario).settings
        == "phone: naive in everything; tablet: naive in everything but inFlight counter")
  }

  @Test("A check that a message breaks by being sent says which it is, and where it arrives")
  func broken() throws {
    func focus(_ explanation: String, at step: Int) -> String? {
      let check = CheckResult(
        name: .refreshOnce, verdict: .fail, witnesses: 1, step: step, explanation: explanation)
      return ChartFocus.failures([check], in: trace.events).first?.text
    }
    var trace = TraceBuilder()
    let save = Build.save("phone", "w1")
    let edit = Build.edit("w1", title: "Milk")
    trace.start("phone")
    trace.write("phone", "w1", title: "Milk", [Build.send(save, edit)], at: 10)
    trace.start("tablet", at: 20)
    trace.request(save, edit, at: 60)
    #expect(
      focus("\(save) presents it again", at: 2)
        == "refresh-once fails here: step 2 sends \(save), which arrives at step 4")
    #expect(focus("\(save) presents it again", at: 4) == "refresh-once fails here")
    #expect(focus("it is presented again", at: 2) == "refresh-once fails here")
  }

  @Test("A check that breaks before its harm shows says where it is seen")
  func seen() throws {
    func heading(_ explanation: String) throws -> Bool {
      let check = CheckResult(
        name: .noLostEdit, verdict: .fail, witnesses: 1, step: 6, explanation: explanation)
      let run = PageRun(
        try Stories.scenario(), seed: Seed(7), events: Stories.arrivalOrder(),
        facts: Self.facts([check]))
      return String(decoding: RunPage(run).bytes, as: UTF8.self).contains(
        "step 6</a>, seen at <a href=\"#step-7\">step 7</a></h3>")
    }
    #expect(try heading("gone at step 7, made at step 2"))
    #expect(try !heading("gone at step 6, made at step 2"))
  }

  @Test("Nothing that differs from store to store is in it")
  func noStore() throws {
    #expect(try !Self.page(Stories.killed()).contains("store/note"))
  }

  @Test("Results that were written and read again give the same page")
  func readBack() throws {
    let checks = [Self.failed]
    var summary = RunSummary(
      scenario: "note", variant: "default", seed: Seed(7), hosts: .processes, verdict: .fail,
      asExpected: true, steps: 30, end: Instant(20_000), traceHash: StableHash(),
      messages: MessageCounts(), happened: [.late: 3], checks: checks, cloud: [:], devices: [:],
      model: nil, app: [:], store: nil)
    summary.rerun = "again"
    let node = try JSONParser.parse(Array(summary.json.utf8))
    #expect(try RunFacts(node) == RunFacts(summary))
  }

  @Test("Steps in an explanation are links where there is such a step")
  func links() throws {
    let page = try Self.page(Stories.arrivalOrder())
    #expect(page.contains("since <a href=\"#step-22\">step 22</a>, but"))
    #expect(page.contains("and step 999 say otherwise"))
    #expect(page.contains("id=\"step-22\""))
  }

  @Test("Its hooks are there in the numbers that the trace says")
  func hooks() throws {
    let events = Stories.arrivalOrder()
    let page = try Self.page(events)
    func count(_ hook: String) -> Int { page.ranges(of: hook).count }
    #expect(count(" data-lane=") == 4)
    #expect(count(" data-step=") == events.count)
    #expect(count("<tr data-check=") == 2 && count("<dt data-check=") == 1)
    let deliveries = events.compactMap(\.step).count {
      if case .delivery = $0.name { true } else { false }
    }
    let troubles = count("data-fate=\"lost\"") + count("data-fate=\"refused\"")
    #expect(count(" data-arrow=") == deliveries + troubles)
    for id in ["slider", "state", "data", "lanes"] { #expect(count(" id=\"\(id)\"") == 1) }
  }

  @Test("It allows one script and one style, by their digests, and no request")
  func policy() throws {
    let page = try Self.page(Stories.killed())
    let digest = Base64.encoded(SHA256.digest(Array("\(PageScript.text)".utf8)))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("script-src 'sha256-\(digest)'"))
    #expect(!page.contains(" style="), "an attribute of style would be refused")
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test("Ten thousand events stay below eight megabytes")
  func size() throws {
    let page = try Self.page(Stories.long(events: 10_000))
    #expect(page.utf8.count < 8_000_000)
    #expect(page.utf8.count > 1_000_000, "it shows them all")
  }
}

@Suite("SHA-256") struct SHA256Tests {
  @Test(
    "It gives the digests of FIPS 180-4 and RFC 6234",
    arguments: [
      ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
      ),
    ])
  func vectors(text: String, digest: String) {
    #expect(Base64.encoded(SHA256.digest(Array(text.utf8))) == digest)
  }
}
