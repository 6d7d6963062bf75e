import ClusterCore

/// An exploration as a page: the ends that were found, the shortest way to each, and the class.
package struct ExplorePage {
  private let record: ExploreRecord

  package init(_ record: ExploreRecord) {
    self.record = record
  }

  package var bytes: [UInt8] {
    var page = Markup()
    PageFrame.begin("\(record.scenario), \(record.variant): explored", &page)
    page.add("<header>\n")
    writeClaim(&page)
    page.element("<p><strong>", record.scenario, "</strong>")
    page.element(", variant <strong>", record.variant, "</strong></p>\n")
    for about in record.about { page.element("<p>", about, "</p>\n") }
    page.add("<p>")
    page.text(
      record.counts.map { "\($0.name) \(Wording.count($0.number))" }.joined(separator: " · "))
    page.add("</p>\n")
    writeScope(&page)
    if let sensitivity = record.sensitivity {
      page.element("<p>Class over all orders: <strong>", sensitivity, "</strong></p>\n")
    }
    page.add("</header>\n<main>\n")
    writeEnds(&page)
    for (index, example) in record.examples.enumerated() { write(example, index + 1, &page) }
    page.add("</main>\n")
    PageFrame.end(&page)
    return page.bytes
  }

  private func writeClaim(_ page: inout Markup) {
    switch (record.examples.isEmpty, record.isComplete) {
    case (true, true): page.add("<h1 class=\"ok\">✓ ")
    case (true, false): page.add("<h1 class=\"odd\">? ")
    case (false, _):
      page.add("<h1 class=\"no\">✗ ")
    }
    page.text(Wording.sentence(record.claim))
    if record.examples.contains(where: \.asExpected) { page.add(", as expected") }
    page.add("</h1>\n")
  }

  /// What was tried, and whether that is all there is to try.
  private func writeScope(_ page: inout Markup) {
    switch record.mode {
    case .deviations:
      page.add(
        "<p class=\"dim\">A deviation is one departure from the run in which all goes well: ")
      page.add("a message is lost, waits or comes twice, or a device is killed.</p>\n")
    case .allOrders:
      page.add("<p class=\"dim\">Every order was tried in which messages can arrive.</p>\n")
    }
    switch (record.stop, record.isComplete) {
    case (let stop?, _): page.element("<p class=\"odd\">Not complete: ", stop, "</p>\n")
    case (nil, false):
      page.add("<p class=\"odd\">Not complete: it ended at its limit of runs, and what was not ")
      page.add("tried may fail.</p>\n")
    case (nil, true): break
    }
  }

  private func writeEnds(_ page: inout Markup) {
    guard !record.ends.isEmpty else { return }
    page.add("<section>\n<h2>End states</h2>\n<div class=\"box\" tabindex=\"0\" role=\"region\" ")
    page.add("aria-label=\"End states\"><table>\n<thead><tr><th>end</th><th>state</th>")
    page.add("<th>the shortest way there</th></tr></thead>\n<tbody>\n")
    for (index, end) in record.ends.enumerated() {
      page.element("<tr data-end=\"", "\(index + 1)", "\"><th scope=\"row\">")
      page.add(index + 1)
      page.add("</th><td class=\"v\">")
      writeState(end, &page)
      page.add("</td><td>")
      writeWay(end, &page)
      page.add("</td></tr>\n")
    }
    page.add("</tbody></table></div>\n</section>\n")
  }

  private func writeState(_ end: ExploreRecord.End, _ page: inout Markup) {
    for line in EndWords.lines(records: end.state, app: end.app) {
      page.element("<p class=\"mono\">", line, "</p>")
    }
  }

  private func writeWay(_ end: ExploreRecord.End, _ page: inout Markup) {
    for line in end.story { page.element("<p class=\"story\">", line, "</p>") }
    if end.story.isEmpty { writeFates(end, &page) }
    if end.story.isEmpty && end.schedule.isEmpty {
      page.add("<p>None: the run without any disturbance comes to it.</p>")
    }
    if end.isConfirmed == false {
      page.add("<p class=\"odd\">An ordinary run with this schedule came to something else.</p>")
    }
  }

  /// The lines of the schedule, each in words where the exploration left them.
  private func writeFates(_ end: ExploreRecord.End, _ page: inout Markup) {
    for (index, line) in end.schedule.enumerated() {
      page.add("<p class=\"fate\">")
      if index < end.fates.count { page.element("", end.fates[index], "<br>") }
      page.element("<span class=\"dim story\">", line, "</span></p>\n")
    }
  }

  private func write(_ example: ExploreRecord.End, _ number: Int, _ page: inout Markup) {
    page.element("<section data-counterexample=\"", "\(number)", "\">\n<h2>✗ Counterexample ")
    page.add(number)
    let names = example.failed.map(\.check).joined(separator: ", ")
    page.element(": ", names.isEmpty ? "another end" : "fails \(names)", "")
    if example.asExpected { page.add(", as expected") }
    page.add("</h2>\n<div class=\"fail\">\n")
    for check in example.failed {
      if let name = CheckName(rawValue: check.check) {
        page.element("<p class=\"dim\">What should hold: ", name.meaning, "</p>\n")
      }
      page.element("<p>", check.explanation, "</p>\n")
    }
    page.add("</div>\n<h3>The fates that do it</h3>\n")
    writeWay(example, &page)
    page.add("<h3>How it ends</h3>\n")
    writeState(example, &page)
    if let file = example.file {
      page.element(
        "\n<p>As a scenario of its own, run it with: <code>", "\(record.tool) run \(file)",
        "</code></p>\n")
    }
    page.add("</section>\n")
  }
}
