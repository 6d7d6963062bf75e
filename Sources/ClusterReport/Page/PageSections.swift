import ClusterCore

/// The parts of a run's page around its lanes.
struct PageSections {
  private let scenario: Scenario
  private let seed: Seed
  private let facts: RunFacts
  private let lastStep: Int
  private let prefix: StaticString

  init(
    _ scenario: Scenario, seed: Seed, facts: RunFacts, lastStep: Int, prefix: StaticString = ""
  ) {
    self.scenario = scenario
    self.seed = seed
    self.facts = facts
    self.lastStep = lastStep
    self.prefix = prefix
  }

  private var failed: [CheckResult] { facts.checks.filter { $0.verdict == .fail } }

  /// Verdict, name and what the scenario is about.
  func writeHead(_ page: inout Markup) {
    writeVerdict(&page)
    page.element("<p><strong>", scenario.name, "</strong>")
    page.element(", variant <strong>", scenario.variant.string, "</strong>")
    page.element(", seed ", "\(seed)", "</p>\n")
    if !scenario.about.isEmpty { page.element("<p>", scenario.about, "</p>\n") }
    for surprise in facts.surprises {
      page.element("<p class=\"no\">Not as expected: ", surprise, "</p>\n")
    }
  }

  private func writeVerdict(_ page: inout Markup) {
    switch facts.verdict {
    case .pass: page.add("<h1 class=\"ok\" data-verdict=\"pass\">✓ Passes")
    case .fail:
      page.add("<h1 class=\"no\" data-verdict=\"fail\">✗ Fails: ")
      page.text(failed.map(\.name.rawValue).joined(separator: ", "))
    case .notJudged, .unknown:
      page.add("<h1 class=\"odd\" data-verdict=\"unknown\">? Nobody can tell")
    }
    switch (facts.asExpected, facts.verdict) {
    case (true, .fail): page.add(", which is what this scenario is there to show")
    case (true, _): page.add(", as expected")
    case (false, _): page.add(", not as expected")
    }
    page.add("</h1>\n")
  }

  /// What went wrong, check by check.
  ///
  /// - Parameter name: which of two runs it is; nil where there is one.
  func writeFailures(of name: String? = nil, _ page: inout Markup) {
    guard !failed.isEmpty else { return }
    page.add("<section>\n")
    page.element("<h2>", "What went wrong" + (name.map { " in \($0)" } ?? ""), "</h2>\n")
    for check in failed {
      page.add("<div class=\"fail\">\n<h3>✗ ")
      page.text(check.name.rawValue)
      if let step = check.step {
        page.add(" breaks at ")
        page.stepLink(step, prefix: prefix)
      }
      page.element("</h3>\n<p class=\"dim\">What should hold: ", check.name.meaning, "</p>\n<p>")
      page.linkedText(check.explanation, lastStep: lastStep, prefix: prefix)
      page.add("</p>\n</div>\n")
    }
    page.add("</section>\n")
  }

  /// Every check with its verdict.
  func writeChecks(_ page: inout Markup) {
    page.add("<section aria-labelledby=\"checks\">\n<h2 id=\"checks\">Checks</h2>\n")
    page.add(
      "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Checks\"><table>\n<thead>")
    page.add("<tr><th>check</th><th>verdict</th><th>witnesses</th><th>what it says</th></tr>")
    page.add("</thead>\n<tbody>\n")
    let ordered = facts.checks.filter { $0.verdict != .notJudged }
    let idle = facts.checks.filter { $0.verdict == .notJudged }
    for check in ordered + idle { write(check, to: &page) }
    page.add("</tbody></table></div>\n</section>\n")
  }

  private func write(_ check: CheckResult, to page: inout Markup) {
    page.add("<tr data-check=\"")
    page.text(check.name.rawValue)
    page.add("\" data-verdict=\"")
    page.text(check.verdict.rawValue)
    page.element("\"><th scope=\"row\">", check.name.rawValue, "</th><td")
    switch check.verdict {
    case .pass: page.add(" class=\"ok\">✓ passes")
    case .fail: page.add(" class=\"no\">✗ fails")
    case .notJudged: page.add(" class=\"dim\">– nothing to judge")
    case .unknown: page.add(" class=\"odd\">? cannot tell")
    }
    let outlook = CheckOutlook(check, scenario.expect)
    switch outlook {
    case .expected: page.add(", as expected")
    case .surprising: page.add(", not expected")
    case .indifferent: break
    }
    page.element("</td><td>", "\(check.witnesses)", "</td><td>")
    page.text(check.name.meaning)
    if check.verdict != .pass, !check.explanation.isEmpty {
      page.add("<br>")
      page.linkedText(check.explanation, lastStep: lastStep, prefix: prefix)
    }
    page.add("</td></tr>\n")
  }
}

// MARK: - The end, and what led there

extension PageSections {
  func writeEnd(_ table: PageTable, of name: String? = nil, _ page: inout Markup) {
    page.add("<section>\n")
    page.element("<h2>", "How it ended" + (name.map { " in \($0)" } ?? ""), "</h2>\n")
    if table.rows.isEmpty {
      page.add("<p>Nothing is held anywhere.</p>\n</section>\n")
      return
    }
    page.add("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"How it ended\">")
    page.add("<table>\n<thead><tr><th></th>")
    for column in table.columns { page.element("<th>", column, "</th>") }
    page.add("</tr></thead>\n<tbody>\n")
    for row in table.rows {
      page.element("<tr><th scope=\"row\">", row.label, "</th>")
      for cell in row.cells {
        page.add(cell.differs ? "<td class=\"v diff\">≠ " : "<td class=\"v\">")
        page.text(cell.text)
        page.add("</td>")
      }
      page.add("</tr>\n")
    }
    page.add("</tbody></table></div>\n")
    if let isAlike = table.isAlike {
      page.add(
        isAlike
          ? "<p class=\"dim\">All records are as the model says"
          : "<p class=\"dim\">≠ differs from the model")
      page.add(": what the cloud's rules make of what reached it.</p>\n")
    }
    page.add("</section>\n")
  }

  func writeOddities(_ oddities: PageOddities, _ page: inout Markup) {
    guard !oddities.list.isEmpty || oddities.late > 0 else { return }
    page.add("<section aria-labelledby=\"odd\">\n<h2 id=\"odd\">Out of the ordinary</h2>\n")
    page.add("<ul class=\"odds\">\n")
    for oddity in oddities.list.prefix(PageOddities.most) {
      page.add("<li>")
      page.stepLink(oddity.step, prefix: prefix)
      page.element(" ", oddity.text, "</li>\n")
    }
    let more = oddities.list.count - PageOddities.most
    if more > 0 { page.element("<li>and ", Wording.count(more), " more</li>\n") }
    if oddities.late > 0 {
      let late = Wording.count(oddities.late, "message", "messages")
      page.element("<li>", late, " late: slower than usual, or overtaken</li>\n")
    }
    page.add("</ul>\n</section>\n")
  }

  func writeFacts(_ page: inout Markup) {
    page.add("<section aria-labelledby=\"run\">\n<h2 id=\"run\">The run</h2>\n")
    if !facts.rerun.isEmpty {
      page.add("<p class=\"rerun\">Run it again: <code id=\"rerun\">")
      page.text(facts.rerun)
      page.add("</code><button type=\"button\" id=\"copy\">copy</button></p>\n")
    }
    page.add("<dl class=\"facts\">\n")
    let header = RunHeader(scenario: scenario, seed: seed, hosts: facts.hosts)
    for entry in header.entries where entry.title != "about" {
      write(entry.title, entry.text, &page)
    }
    write("expected", PageSections.words(scenario.expect), &page)
    write("messages", counts, &page)
    let seen = Happening.allCases.compactMap { happening in
      facts.happened[happening].map { "\(happening.rawValue) \(Wording.count($0))" }
    }
    if !seen.isEmpty { write("events", seen.joined(separator: " · "), &page) }
    write("trace", facts.traceHash, &page)
    page.add("</dl>\n</section>\n")
  }

  private func write(_ title: String, _ text: String, _ page: inout Markup) {
    page.element("<dt>", title, "</dt>")
    page.element("<dd>", text, "</dd>\n")
  }

  private var counts: String {
    let messages = facts.messages
    return "\(Wording.count(messages.sent)) sent · \(Wording.count(messages.delivered)) delivered"
      + " · \(Wording.count(messages.dropped)) dropped"
      + " · \(Wording.count(messages.duplicated)) doubled"
  }

  /// `causal fails; converged, matches-model pass`.
  private static func words(_ expect: Expectation) -> String {
    var parts: [String] = []
    if !expect.fail.isEmpty {
      parts.append(
        expect.fail.joined(separator: ", ") + (expect.fail.count == 1 ? " fails" : " fail"))
    }
    if !expect.pass.isEmpty {
      parts.append(
        expect.pass.joined(separator: ", ") + (expect.pass.count == 1 ? " passes" : " pass"))
    }
    return parts.isEmpty ? "that no check fails" : parts.joined(separator: "; ")
  }
}
