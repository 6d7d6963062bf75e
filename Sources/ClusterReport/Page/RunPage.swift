import ClusterCore

/// `report.html`: a run as one page that needs nothing else.
///
/// It is made of the trace and the results alone, and the same for the same run to the byte.
package struct RunPage {
  private let run: PageRun
  private let layout: PageLayout

  package init(_ run: PageRun) {
    self.run = run
    layout = PageLayout(alone: run.rows)
  }

  package var bytes: [UInt8] {
    var page = Markup()
    PageFrame.begin("\(run.name): \(run.facts.verdict.rawValue)", &page)
    let sections = run.sections()
    page.add("<header>\n")
    sections.writeHead(&page)
    page.add("</header>\n<main>\n")
    sections.writeFailures(&page)
    sections.writeEnd(PageTable(run.states, run.scenario), &page)
    sections.writeOddities(PageOddities(run), &page)
    writeLanes(&page)
    sections.writeChecks(&page)
    sections.writeFacts(&page)
    page.add("</main>\n<script type=\"application/json\" id=\"data\">")
    page.json(data.json)
    page.add("</script>\n")
    PageFrame.end(&page)
    return page.bytes
  }

  private func writeLanes(_ page: inout Markup) {
    page.add(
      "<section aria-labelledby=\"what\">\n<h2 id=\"what\">What happened, step by step</h2>\n")
    page.add("<p class=\"dim\">Time runs downwards. Each row is one step, each column a process; ")
    page.add("arrows are messages. Click a row, or move the slider below.</p>\n")
    PageKey([run]).write(to: &page)
    PagePlayer.writeBox(&page) { page in
      let drawing = PageDrawing(layout)
      for index in layout.chunks.indices {
        page.add("<div class=\"chunk\">")
        drawing.write(chunk: index, to: &page)
        page.add("</div>\n")
      }
    }
    page.add("</section>\n")
  }

  private var data: PageData {
    PageData(
      runs: [PageData.Run(name: run.name, prefix: "", states: run.states)], slots: nil,
      begin: run.opening)
  }
}

/// The box around the lanes, and the slider over its steps.
enum PagePlayer {
  static func writeBox(_ page: inout Markup, _ body: (inout Markup) -> Void) {
    page.add("<div class=\"box\" id=\"lanes\" tabindex=\"0\" role=\"region\" ")
    page.add("aria-label=\"The lanes; scroll sideways where they are wider than the page\">\n")
    body(&page)
    page.add("</div>\n<div id=\"player\" hidden>\n<div class=\"bar\">")
    page.add("<label for=\"slider\">Step</label><input type=\"range\" id=\"slider\" min=\"1\" ")
    page.add("max=\"1\" value=\"1\"><output id=\"place\" for=\"slider\"></output>")
    page.add("<span class=\"dim\">← → Home End</span></div>\n")
    page.add("<p id=\"now\" class=\"mono\"></p>\n")
    page.add("<div id=\"state\" role=\"region\" aria-label=\"What each node shows at this step\" ")
    page.add("tabindex=\"0\"></div>\n</div>\n")
  }
}
