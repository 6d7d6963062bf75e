import ClusterCore

/// A soak as a page: failures by kind, each with the runs that show it, and the events seen.
package struct SoakPage {
  private let summary: SoakSummary

  /// So many runs of one kind are listed.
  private static let mostRuns = 50
  /// So many variants are listed without being asked for.
  private static let fewVariants = 6

  package init(_ summary: SoakSummary) {
    self.summary = summary
  }

  package var bytes: [UInt8] {
    var page = Markup()
    PageFrame.begin("soak: \(Wording.count(summary.runs, "run", "runs"))", &page)
    page.add("<header>\n")
    writeClaim(to: &page)
    page.element("<p>", counts, "</p>\n")
    writePlan(to: &page)
    if let quiet = summary.quiet { page.element("<p class=\"odd\">", quiet, "</p>\n") }
    if !summary.isComplete {
      let shards = summary.shards
      page.element(
        "<p class=\"odd\">", "Of \(shards.count) shards only \(shards) are here.", "</p>\n")
    }
    for wish in summary.unmet { page.element("<p class=\"no\">Not as expected: ", wish, "</p>\n") }
    page.add("</header>\n<main>\n")
    let kinds = summary.kinds
    for kind in kinds where !kind.isUnseen { write(kind, to: &page) }
    for finding in summary.sortedFindings { write(finding, to: &page) }
    for kind in kinds where kind.isUnseen { write(kind, to: &page) }
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

  private func writeClaim(to page: inout Markup) {
    let isGood = summary.surprises.isEmpty && summary.unmet.isEmpty
    if isGood {
      page.add("<h1 class=\"ok\">✓ ")
    } else if summary.isOnlyUnseen && summary.unmet.isEmpty {
      page.add("<h1 class=\"odd\">? ")
    } else {
      page.add("<h1 class=\"no\">✗ ")
    }
    page.text(summary.bound)
    page.add("</h1>\n")
    guard !summary.findings.isEmpty else { return }
    let runs = summary.findings.reduce(0) { $0 + $1.runs }
    page.element(
      "<p class=\"no\">✗ ", Wording.count(runs, "run fails", "runs fail"),
      " as expected: that is what is looked for.</p>\n")
  }

  /// What was run, and how to run it again.
  private func writePlan(to page: inout Markup) {
    if !summary.wishes.isEmpty {
      let files = Set(summary.wishes.map { Text($0.file) }).count
      let scope =
        "\(Wording.count(files, "file", "files")), "
        + Wording.count(summary.wishes.count, "variant", "variants")
        + (summary.plan.map { ", seeds \($0.seeds)" } ?? "")
      let isShort = summary.wishes.count <= SoakPage.fewVariants
      page.add(isShort ? "<details open>" : "<details>")
      page.element("<summary>Run: ", scope, "</summary>\n<ul>\n")
      for wish in summary.wishes {
        page.element("<li>", "\(wish.file), variant \(wish.variant): ", "")
        page.element("", Wording.count(wish.runs, "run", "runs"), "</li>\n")
      }
      page.add("</ul></details>\n")
    }
    if let plan = summary.plan {
      page.element("<p>Run it again: <code>", plan.command, "</code></p>\n")
    }
  }

  /// A way of failing that was looked for, with the run that shows it.
  private func write(_ finding: SoakFinding, to page: inout Markup) {
    page.element("<section data-finding=\"", finding.kind, "\">\n<h2>✗ ")
    page.element("", finding.kind, ": ")
    page.element("", finding.count, ", as expected</h2>\n<p>")
    page.element("", finding.file, ", variant ")
    page.element("", finding.variant.string, "</p>\n")
    for check in finding.checks { writeExample(check.name, check.explanation, to: &page) }
    write(seed: finding.seed, rerun: finding.rerun, link: finding.page, to: &page)
    page.add("</section>\n")
  }

  private func write(_ kind: SoakSummary.Kind, to page: inout Markup) {
    let count = Wording.count(kind.surprises.count, "run", "runs")
    if kind.isUnseen {
      page.element("<section class=\"dim\">\n<h2>Not seen in ", count, ": ")
      page.element("", kind.names, "</h2>\n<p>It is to fail there, and passed.</p>\n")
    } else {
      page.element("<section>\n<h2>✗ ", kind.words, ": ")
      page.element("", count, "</h2>\n")
      var seen: Set<CheckName> = []
      for check in kind.surprises.first?.checks ?? [] where seen.insert(check.name).inserted {
        writeExample(check.name, check.explanation, to: &page)
      }
    }
    if let first = kind.surprises.first {
      write(seed: first.seed, rerun: first.rerun, link: first.page, to: &page)
    }
    if kind.surprises.count > 1 { writeRuns(kind.surprises, to: &page) }
    page.add("</section>\n")
  }

  private func writeExample(
    _ name: CheckName, _ explanation: String, to page: inout Markup
  ) {
    page.element("<p class=\"dim\">", "\(name.rawValue): \(name.meaning)", "</p>\n")
    if !explanation.isEmpty { page.element("<p>", explanation, "</p>\n") }
  }

  private func write(seed: Seed, rerun: String, link: String?, to page: inout Markup) {
    page.element("<p>Seed ", "\(seed)", "")
    if let link {
      page.add(", ")
      page.link(link, "its page")
    }
    page.element(": <code>", rerun, "</code></p>\n")
  }

  private func writeRuns(_ surprises: [Surprise], to page: inout Markup) {
    page.element(
      "<details><summary>All ", Wording.count(surprises.count, "run", "runs"),
      " of this kind</summary>\n")
    page.add("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Runs of this kind\">")
    page.add("<table>\n<thead><tr><th>file</th><th>variant</th><th>seed</th><th>page</th>")
    page.add("<th>run it again</th></tr></thead>\n<tbody>\n")
    for surprise in surprises.prefix(SoakPage.mostRuns) {
      page.element("<tr data-seed=\"", "\(surprise.seed)", "\">")
      page.element("<td>", surprise.file, "</td>")
      page.element("<td>", surprise.variant.string, "</td>")
      page.element("<td>", "\(surprise.seed)", "</td><td>")
      if let link = surprise.page { page.link(link, "page") } else { page.add("not kept") }
      page.element("</td><td><code>", surprise.rerun, "</code></td></tr>\n")
    }
    page.add("</tbody></table></div>\n")
    let more = surprises.count - SoakPage.mostRuns
    if more > 0 { page.element("<p>and ", Wording.count(more, "run", "runs"), " more</p>\n") }
    page.add("</details>\n")
  }

  private func writeEvents(to page: inout Markup) {
    page.element(
      "<section>\n<h2>Events seen, in ", Wording.count(summary.runs, "run", "runs"),
      " together</h2>\n<dl class=\"facts\">\n")
    for happening in Happening.allCases {
      page.element("<dt>", happening.words, "</dt>")
      page.element("<dd>", Wording.count(summary.happened[happening, default: 0]), "</dd>\n")
    }
    page.add("</dl>\n<p class=\"dim\">An event that was never seen is one that this soak says ")
    page.add("nothing about.</p>\n</section>\n")
  }
}
