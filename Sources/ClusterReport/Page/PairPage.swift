import ClusterCore

/// Two runs side by side, such as a failing one and one that passes in the same weather.
package struct PairPage {
  private let runs: [PageRun]
  private let alignment: Alignment
  private let layouts: [PageLayout]

  private static let names = ["A", "B"]
  /// So many settings are listed.
  private static let mostDifferences = 40

  package init(_ left: PageRun, _ right: PageRun) {
    let alignment = Alignment(left.events, right.events)
    var rows = [left.rows, right.rows]
    if let parting = alignment.parting {
      let slot = alignment.slots[parting]
      if let index = slot.left { rows[0].part(at: index + 1, "first difference") }
      if let index = slot.right { rows[1].part(at: index + 1, "first difference") }
    }
    let geometries = rows.map { PageGeometry(laneCount: $0.lanes.count, isBeside: true) }
    let wants = zip(rows, geometries).map { $0.slots($1) }
    let places = [alignment.places(\.left), alignment.places(\.right)]
    let placement = PagePlacement(PairPage.slots(alignment, wants))
    layouts = rows.indices.map {
      PageLayout(rows[$0], geometries[$0], placement, slots: places[$0])
    }
    runs = [left, right]
    self.alignment = alignment
  }

  /// What two rows ask of a place that they share.
  private static func slots(
    _ alignment: Alignment, _ wants: [[PagePlacement.Slot]]
  ) -> [PagePlacement.Slot] {
    alignment.slots.map { slot in
      let both = [slot.left.map { wants[0][$0] }, slot.right.map { wants[1][$0] }].compactMap(
        \.self)
      return PagePlacement.Slot(
        lines: both.map(\.lines).max() ?? 1, pause: both.map(\.pause).max() ?? .zero,
        crossings: both.map(\.crossings).reduce(0, +))
    }
  }

  /// Where the runs part, in a sentence.
  package var summary: String {
    guard let parting = alignment.parting else {
      return "the two runs are alike in all \(runs[0].events.count) events"
    }
    return "first difference: "
      + zip(PairPage.names, sides(of: parting)).map { name, title in
        "\(name) " + (title ?? "has nothing there")
      }.joined(separator: "; ")
  }

  /// The rows of a place in words; nil where a run has none there.
  private func sides(of place: Int) -> [String?] {
    let slot = alignment.slots[place]
    var sides = zip(runs, [slot.left, slot.right]).map { run, index in
      index.map { index in
        let row = run.rows.rows[index]
        return "step \(row.step) at \(Wording.seconds(row.at)) s: " + run.rows.story(of: index)
      }
    }
    // What no row shows is a token, a stamp, a number or a clock.
    guard sides[0] == sides[1], let left = slot.left, let right = slot.right else { return sides }
    if let difference = EventDifference(runs[0].events[left], runs[1].events[right]) {
      sides = zip(sides, [difference.left, difference.right]).map { side, words in
        side.map { "\($0); here \(words)" }
      }
    }
    return sides
  }

  package var bytes: [UInt8] {
    var page = Markup()
    PageFrame.begin("\(runs[0].name) beside \(runs[1].name)", &page)
    page.add("<header>\n<h1>Two runs side by side</h1>\n")
    for (index, run) in runs.enumerated() { write(run, PairPage.names[index], &page) }
    page.element("<p>", weather, "</p>\n</header>\n<main>\n")
    writeDifference(&page)
    writeParting(&page)
    runs[0].sections(prefix: "a-").writeFailures(of: "A", &page)
    runs[1].sections(prefix: "b-").writeFailures(of: "B", &page)
    writeChecks(&page)
    for (index, run) in runs.enumerated() {
      run.sections().writeEnd(PageTable(run.states, run.scenario), of: PairPage.names[index], &page)
    }
    writeLanes(&page)
    page.add("</main>\n<script type=\"application/json\" id=\"data\">")
    page.json(data.json)
    page.add("</script>\n")
    PageFrame.end(&page)
    return page.bytes
  }

  private var weather: String {
    guard runs[0].scenario.name == runs[1].scenario.name, runs[0].seed == runs[1].seed else {
      return "Of two scenarios, or two seeds: the weather is not the same."
    }
    return "Of one scenario and one seed: the weather is the same. A message that both runs send "
      + "is lost, doubled or late in both."
  }

  private func write(_ run: PageRun, _ name: String, _ page: inout Markup) {
    switch run.facts.verdict {
    case .pass: page.add("<p class=\"ok\">")
    case .fail: page.add("<p class=\"no\">")
    case .notJudged, .unknown: page.add("<p class=\"odd\">")
    }
    let failed = run.facts.checks.filter { $0.verdict == .fail }.map(\.name.rawValue)
    let verdict =
      switch run.facts.verdict {
      case .pass: "✓ passes"
      case .fail: "✗ fails \(failed.joined(separator: ", "))"
      case .notJudged, .unknown: "? cannot tell"
      }
    page.element("<strong>", "\(name)", "</strong> ")
    page.text("\(run.name), seed \(run.seed): \(verdict)")
    page.add("</p>\n")
  }

  /// What is set differently; nothing where both runs are of one scenario and variant.
  private func writeDifference(_ page: inout Markup) {
    let difference = ScenarioDifference(runs[0].scenario, runs[1].scenario)
    guard !difference.rows.isEmpty else { return }
    page.add("<section>\n<h2>How the two are set up</h2>\n<div class=\"box\" tabindex=\"0\" ")
    page.add("role=\"region\" aria-label=\"How the two are set up\"><table class=\"stack\">\n")
    page.add("<thead><tr><th>what differs</th><th>A</th><th>B</th></tr></thead>\n<tbody>\n")
    for row in difference.rows.prefix(PairPage.mostDifferences) {
      page.element("<tr data-difference=\"", row.what, "\">")
      page.element("<th scope=\"row\">", row.what, "</th>")
      page.element("<td class=\"v\" data-label=\"A\">", row.left, "</td>")
      page.element("<td class=\"v\" data-label=\"B\">", row.right, "</td></tr>\n")
    }
    page.add("</tbody></table></div>\n")
    let more = difference.rows.count - PairPage.mostDifferences
    if more > 0 { page.element("<p>and ", Wording.count(more), " more</p>\n") }
    page.add("</section>\n")
  }

  private func writeParting(_ page: inout Markup) {
    page.add("<section>\n<h2>Where they part</h2>\n")
    guard let parting = alignment.parting else {
      page.element("<p>", "They do not: " + summary + ".", "</p>\n</section>\n")
      return
    }
    for (index, title) in sides(of: parting).enumerated() {
      page.element("<p><strong>", PairPage.names[index], "</strong>: ")
      if let title {
        page.linkedText(
          title, lastStep: runs[index].lastStep, prefix: index == 0 ? "a-" : "b-")
      } else {
        page.add("nothing of that name here")
      }
      page.add("</p>\n")
    }
    page.add("</section>\n")
  }

  private func writeChecks(_ page: inout Markup) {
    page.add("<section>\n<h2>Checks</h2>\n<div class=\"box\" tabindex=\"0\" role=\"region\" ")
    page.add(
      "aria-label=\"Checks\"><table class=\"stack\">\n<thead><tr><th>check</th><th>A</th><th>B</th>"
    )
    page.add("<th>what should hold</th></tr></thead>\n<tbody>\n")
    for name in CheckName.allCases {
      let verdicts = runs.map { run in run.facts.checks.first { $0.name == name }?.verdict }
      guard verdicts.contains(where: { $0 != nil && $0 != .notJudged }) else { continue }
      page.element("<tr data-check=\"", name.rawValue, "\">")
      page.element("<th scope=\"row\">", name.rawValue, "</th>")
      for (verdict, name) in zip(verdicts, PairPage.names) { write(verdict, of: name, &page) }
      page.element("<td data-label=\"what should hold\">", name.meaning, "</td></tr>\n")
    }
    page.add("</tbody></table></div>\n</section>\n")
  }

  private func write(_ verdict: Verdict?, of name: String, _ page: inout Markup) {
    page.element("<td data-label=\"", name, "\" class=\"")
    switch verdict {
    case .pass: page.add("ok\">✓ passes</td>")
    case .fail: page.add("no\">✗ fails</td>")
    case .unknown: page.add("odd\">? cannot tell</td>")
    case .notJudged, nil: page.add("dim\">– nothing to judge</td>")
    }
  }

  private func writeLanes(_ page: inout Markup) {
    page.add("<section>\n<h2>What happened, step by step</h2>\n")
    page.element(
      "<p class=\"dim\">",
      "A at the left, B at the right. What has one name in both "
        + "stands in one row; what only one of them has stands alone.", "</p>\n")
    PageKey(runs).write(to: &page)
    PagePlayer.writeBox(&page) { page in
      let drawings = [
        PageDrawing(layouts[0], prefix: "a-", run: 0),
        PageDrawing(layouts[1], prefix: "b-", run: 1),
      ]
      for index in layouts[0].chunks.indices {
        page.add("<div class=\"chunk pair\">")
        for drawing in drawings { drawing.write(chunk: index, to: &page) }
        page.add("</div>\n")
      }
    }
    page.add("</section>\n")
  }

  private var data: PageData {
    let slots = alignment.slots.map { slot in
      (slot.left.map { $0 + 1 } ?? 0, slot.right.map { $0 + 1 } ?? 0)
    }
    return PageData(
      runs: [
        PageData.Run(name: "A", prefix: "a-", states: runs[0].states),
        PageData.Run(name: "B", prefix: "b-", states: runs[1].states),
      ], slots: slots, begin: alignment.parting.map { $0 + 1 } ?? slots.count)
  }
}

extension Alignment {
  /// By event of one run, the place where it stands.
  func places(_ side: KeyPath<Slot, Int?>) -> [Int] {
    slots.indices.filter { slots[$0][keyPath: side] != nil }
  }
}
