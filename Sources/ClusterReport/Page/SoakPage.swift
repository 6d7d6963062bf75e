import ClusterCore

/// A soak as a page: failures by kind, each with the runs that show it, and the events seen.
package struct SoakPage {
  private let summary: SoakSummary

  /// So many runs of one kind are listed.
  private static let mostRuns = 50

  package init(_ summary: SoakSummary) {
    self.summary = summary
  }

  package var bytes: [UInt8] {
    var page = Markup()
    PageFrame.begin("soak: \(Wording.count(summary.runs, "run", "runs"))", &page)
    page.add("<header>\n")
    let isGood = summary.surprises.isEmpty && summary.unmet.isEmpty
    page.add(isGood ? "<h1 class=\"ok\">✓ " : "<h1 class=\"no\">✗ ")
    page.text(summary.bound)
    page.element("</h1>\n<p>", counts, "</p>\n")
    if !summary.isComplete {
      let shards = summary.shards
      page.element(
        "<p class=\"odd\">", "Of \(shards.count) shards only \(shards) are here.", "</p>\n")
    }
    for wish in summary.unmet { page.element("<p class=\"no\">Not as expected: ", wish, "</p>\n") }
    page.add("</header>\n<main>\n")
    for kind in summary.kinds { write(kind, to: &page) }
    writeEvents(to: &page)
    page.add("</main>\n")
    PageFrame.end(&page)
    return page.bytes
  }

  private var counts: String {
    [
      Wording.count(summary.runs, "run", "runs"), "\(Wording.count(summary.pass)) pass",
      "\(Wording.count(summary.fail)) fail", "\(Wording.count(summary.unknown)) unknown",
    ].joined(separator: " · ")
  }

  private func write(_ kind: SoakSummary.Kind, to page: inout Markup) {
    page.element("<section>\n<h2>✗ ", kind.words, ": ")
    page.text(Wording.count(kind.surprises.count, "run", "runs"))
    page.add("</h2>\n")
    var seen: Set<CheckName> = []
    for check in kind.surprises.first?.checks ?? [] where seen.insert(check.name).inserted {
      page.element("<p class=\"dim\">", "\(check.name.rawValue): \(check.name.meaning)", "</p>\n")
    }
    page.add("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Runs of this kind\">")
    page.add("<table>\n<thead><tr><th>file</th><th>variant</th><th>seed</th><th>run it again</th>")
    page.add("</tr></thead>\n<tbody>\n")
    for surprise in kind.surprises.prefix(SoakPage.mostRuns) {
      page.element("<tr data-seed=\"", "\(surprise.seed)", "\">")
      page.element("<td>", surprise.file, "</td>")
      page.element("<td>", surprise.variant.string, "</td>")
      page.element("<td>", "\(surprise.seed)", "</td>")
      page.element("<td><code>", surprise.rerun, "</code></td></tr>\n")
    }
    page.add("</tbody></table></div>\n")
    let more = kind.surprises.count - SoakPage.mostRuns
    if more > 0 { page.element("<p>and ", Wording.count(more, "run", "runs"), " more</p>\n") }
    page.add("</section>\n")
  }

  private func writeEvents(to page: inout Markup) {
    page.add("<section>\n<h2>Events seen</h2>\n<dl class=\"facts\">\n")
    for happening in Happening.allCases {
      page.element("<dt>", happening.rawValue, "</dt>")
      page.element("<dd>", Wording.count(summary.happened[happening, default: 0]), "</dd>\n")
    }
    page.add("</dl>\n<p class=\"dim\">An event that was never seen is one that this soak says ")
    page.add("nothing about.</p>\n</section>\n")
  }
}
