import ClusterCore
import ClusterReport
import Testing

@Suite("Whatever a page shows") struct PageSafetyTests {
  private static let texts =
    Nasty.texts + [
      "<script>alert(1)</script>", "</script><script>alert(2)</script>", "</title><img src=x>",
      "\"]]>", "<!-- comment", "\" onload=\"alert(3)", "' onclick='alert(4)", "&lt;b&gt;",
      "javascript:alert(5)", "</svg></g><b>", "\u{2028}", "{\"a\":1}",
      "<a href='#step-1'>step 1</a>",
    ]

  /// A run whose every name and value is hostile.
  private func page(_ text: String, seed: UInt64) throws -> String {
    var scenario = try Stories.scenario()
    scenario.about = text
    scenario.name = text
    scenario.variant = VariantName(text)
    var trace = RandomTrace(seed: seed, devices: scenario.devices.map(\.id))
    var events = trace.events(40)
    events = events.map { event in
      guard let step = event.step else { return event }
      let path = FieldPath(RecordID(text), FieldName(text))
      let show = Build.show(path, .scalar(.text(Text(text))))
      let more = Step(
        node: step.node, name: step.name, event: step.event, clock: step.clock,
        effects: step.effects + [show], pending: 0)
      return TraceEvent(
        number: event.number, at: event.at, cause: event.cause, root: event.root, kind: .step(more))
    }
    let check = CheckResult(
      name: .causal, verdict: .fail, witnesses: 1, step: 3, explanation: text + " step 3 " + text)
    var summary = RunSummary(
      scenario: text, variant: VariantName(text), seed: Seed(1), hosts: .memory, verdict: .fail,
      asExpected: false, steps: 1, end: .start, traceHash: StableHash(), messages: MessageCounts(),
      happened: [:], checks: [check], cloud: [:], devices: [:], model: nil, app: [:], store: nil)
    summary.surprises = [text]
    summary.rerun = text
    let run = PageRun(scenario, seed: Seed(1), events: events, facts: RunFacts(summary))
    let other = PageRun(
      scenario, seed: Seed(2), events: events.dropLast(), facts: RunFacts(summary))
    return String(decoding: RunPage(run).bytes + PairPage(run, other).bytes, as: UTF8.self)
  }

  /// The elements that pages are made of.
  private static let allowed: Set<String> = [
    "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "svg", "defs", "pattern", "path",
    "circle", "rect", "text", "g", "header", "main", "section", "h1", "h2", "h3", "p", "strong",
    "a",
    "div", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "br", "label", "input",
    "output",
    "span", "code", "button", "dl", "dt", "dd", "details", "summary", "script",
  ]

  @Test("Nothing becomes markup, script or a comment, or steers what shows it", arguments: texts)
  func markup(text: String) throws {
    let page = try page(text, seed: 5)
    #expect(page.ranges(of: "<script").count == 4, "two pages with data and a script each")
    #expect(page.ranges(of: "</script").count == 4)
    #expect(!page.contains("<!--") && !page.contains("]]>"))
    var place = page.startIndex
    while let open = page[place...].firstIndex(of: "<") {
      place = page.index(after: open)
      let name = page[place...].prefix { $0.isLetter || $0.isNumber || $0 == "!" || $0 == "/" }
      let tag = String(name.drop { $0 == "/" })
      // Comparisons in the script have a space behind them.
      guard !tag.isEmpty else { continue }
      #expect(Self.allowed.contains(tag), "<\(tag)")
    }
    let harmful = page.unicodeScalars.filter { Nasty.isHarmful($0) && $0 != "\n" }
    #expect(harmful.isEmpty, "no letter steers a terminal, hides or reorders")
    let attributes = attributes(page)
    for attribute in [" onload=", " onclick=", " onerror=", " src=", "javascript:alert\""] {
      #expect(!attributes.contains(attribute))
    }
  }

  /// Everything within tags, their quoted values left out.
  private func attributes(_ page: String) -> String {
    var result = ""
    var (isTag, isQuoted) = (false, false)
    for letter in page.unicodeScalars {
      switch letter {
      case "<" where !isQuoted: isTag = true
      case ">" where !isQuoted: isTag = false
      case "\"" where isTag: isQuoted.toggle()
      default: if isTag && !isQuoted { result.unicodeScalars.append(letter) }
      }
    }
    return result
  }

  @Test("Soaks and explorations are as safe", arguments: texts)
  func summaries(text: String) throws {
    var soak = SoakSummary()
    soak.runs = 1
    let check = CheckResult(
      name: .causal, verdict: .fail, witnesses: 1, explanation: text, signature: text)
    soak.surprises = [
      Surprise(file: text, variant: VariantName(text), seed: Seed(3), checks: [check], rerun: text)
    ]
    let state: [NodeID: NodeState] = [
      "phone": [FieldPath(RecordID(text), FieldName(text)): .scalar(.text(Text(text)))]
    ]
    let end = ExploreSummary.EndState(
      state: state, asExpected: false, schedule: Schedule(), failed: [check], file: text,
      story: [text], isConfirmed: true)
    let found = ExploreSummary(
      mode: .allOrders, deviations: nil, runs: 1, states: 2, transitions: 3, complete: true,
      sensitivity: text, endStates: [end], counterexamples: [end], stop: text)
    let record = ExploreRecord(found, scenario: text, variant: VariantName(text))
    let pages = SoakPage(soak).bytes + ExplorePage(record).bytes
    let page = String(decoding: pages, as: UTF8.self)
    #expect(page.ranges(of: "<script").count == 2)
    #expect(!page.contains("<img") && !page.contains("<b>") && !page.contains("<!--"))
    #expect(page.unicodeScalars.allSatisfy { !Nasty.isHarmful($0) || $0 == "\n" })
    let again = try ExploreRecord(JSONReader(try JSONParser.parse(Array(record.json.utf8))))
    #expect(ExplorePage(again).bytes == ExplorePage(record).bytes)
  }
}
