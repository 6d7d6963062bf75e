import ClusterCore

// How a run ended, what was out of the ordinary on the way, and what the run was.
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
      writeRemark(isAlike: isAlike, isAsExpected: table.isAsExpected, &page)
    }
    page.add("</section>\n")
  }

  private func writeRemark(isAlike: Bool, isAsExpected: Bool, _ page: inout Markup) {
    page.add("<p class=\"dim\">")
    switch (isAlike, isAsExpected, failed.isEmpty) {
    case (true, true, true): page.add("All records are as the model says:")
    case (true, false, _):
      page.add("All hold the same, as the model does, but not what is expected (≠). The model is")
    case (true, true, false):
      page.add("All hold the same in the end, as the model does: what went wrong happened on the ")
      page.add("way there. The model is")
    case (false, _, _):
      page.add("≠ differs from the model, or from what is expected. The model is")
    }
    page.add(" what the cloud's rules make of what reached it.</p>\n")
  }

  func writeOddities(_ oddities: PageOddities, _ page: inout Markup) {
    guard !oddities.list.isEmpty || oddities.late > 0 || oddities.waste != nil else { return }
    page.add("<section aria-labelledby=\"odd\">\n<h2 id=\"odd\">Out of the ordinary</h2>\n")
    page.add("<ul class=\"odds\">\n")
    if let waste = oddities.waste { page.element("<li><strong>", waste, "</strong></li>\n") }
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
    for entry in header.entries where entry.title != "about" && entry.title != "variant" {
      write(entry.title, entry.text, &page)
    }
    write("expected", PageSections.words(scenario.expect), &page)
    write("messages", counts, &page)
    let seen = Happening.allCases.compactMap { happening in
      facts.happened[happening].map { "\(happening.words) \(Wording.count($0))" }
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
