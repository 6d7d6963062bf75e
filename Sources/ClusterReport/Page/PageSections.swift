import ClusterCore

/// The parts of a run's page around its lanes.
struct PageSections {
  let scenario: Scenario
  let seed: Seed
  let facts: RunFacts
  let lastStep: Int
  /// The step at which the harm of the first failed check shows.
  private let opening: Int
  let prefix: StaticString

  init(
    _ scenario: Scenario, seed: Seed, facts: RunFacts, lastStep: Int, opening: Int,
    prefix: StaticString = ""
  ) {
    self.scenario = scenario
    self.seed = seed
    self.facts = facts
    self.lastStep = lastStep
    self.opening = opening
    self.prefix = prefix
  }

  var failed: [CheckResult] { facts.checks.filter { $0.verdict == .fail } }

  /// Verdict, name and what the scenario is about.
  func writeHead(_ page: inout Markup) {
    writeVerdict(&page)
    page.element("<p><strong>", scenario.name, "</strong>")
    page.element(", variant <strong>", scenario.variant.string, "</strong>")
    page.element(", seed ", "\(seed)", "</p>\n")
    if !facts.fileAbout.isEmpty { page.element("<p>", facts.fileAbout, "</p>\n") }
    if !scenario.about.isEmpty {
      page.add("<p>")
      if !facts.fileAbout.isEmpty { page.add("<strong>In this variant:</strong> ") }
      page.element("", scenario.about, "</p>\n")
    }
    if let settings = PolicyWords(scenario).settings {
      page.element("<p data-policy>Set otherwise than sound: ", settings, "</p>\n")
    }
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
        if let seen = shows(check, after: step) {
          page.add(", seen at ")
          page.stepLink(seen, prefix: prefix)
        }
      }
      page.element("</h3>\n<p class=\"dim\">What should hold: ", check.name.meaning, "</p>\n<p>")
      page.linkedText(check.explanation, lastStep: lastStep, prefix: prefix)
      page.add("</p>\n</div>\n")
    }
    page.add("</section>\n")
  }

  /// Where the harm shows, if that is later: at the last step that the explanation names, and of
  /// what breaks first where the page opens.
  private func shows(_ check: CheckResult, after step: Int) -> Int? {
    let isFirst = failed.compactMap(\.step).min() == step
    let last =
      isFirst ? opening : Markup.steps(in: check.explanation, upTo: lastStep).max() ?? step
    return last > step ? last : nil
  }

  /// Every check with its verdict.
  func writeChecks(_ page: inout Markup) {
    page.add("<section aria-labelledby=\"checks\">\n<h2 id=\"checks\">Checks</h2>\n")
    page.add("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Checks\">")
    page.add("<table class=\"stack\">\n<thead>")
    page.add("<tr><th>check</th><th>verdict</th><th>witnesses</th><th>what it says</th></tr>")
    page.add("</thead>\n<tbody>\n")
    let idle = facts.checks.filter(isIdle)
    for check in facts.checks where !isIdle(check) { write(check, to: &page) }
    page.add("</tbody></table></div>\n")
    writeIdle(idle, &page)
    page.add("</section>\n")
  }

  /// Whether there was nothing to judge, and nobody expected that there would be.
  private func isIdle(_ check: CheckResult) -> Bool {
    check.verdict == .notJudged && CheckOutlook(check, scenario.expect) == .indifferent
  }

  private func writeIdle(_ checks: [CheckResult], _ page: inout Markup) {
    guard !checks.isEmpty else { return }
    let names = checks.map(\.name.rawValue).joined(separator: ", ")
    page.element(
      "<details class=\"words\"><summary>Not judged, as the run has nothing for them: ", names,
      "</summary>\n<dl class=\"facts\">\n")
    for check in checks {
      page.add("<dt data-check=\"")
      page.text(check.name.rawValue)
      page.element("\" data-verdict=\"notJudged\">", check.name.rawValue, "</dt>")
      page.element("<dd>", check.name.meaning, "")
      if !check.explanation.isEmpty {
        page.add("<br>")
        page.linkedText(check.explanation, lastStep: lastStep, prefix: prefix)
      }
      page.add("</dd>\n")
    }
    page.add("</dl></details>\n")
  }

  private func write(_ check: CheckResult, to page: inout Markup) {
    page.add("<tr data-check=\"")
    page.text(check.name.rawValue)
    page.add("\" data-verdict=\"")
    page.text(check.verdict.rawValue)
    page.element("\"><th scope=\"row\">", check.name.rawValue, "</th><td data-label=\"verdict\"")
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
    page.element(
      "</td><td data-label=\"witnesses\">", "\(check.witnesses)",
      "</td><td data-label=\"what it says\">")
    page.text(check.name.meaning)
    if check.verdict != .pass, !check.explanation.isEmpty {
      page.add("<br>")
      page.linkedText(check.explanation, lastStep: lastStep, prefix: prefix)
    }
    page.add("</td></tr>\n")
  }
}
