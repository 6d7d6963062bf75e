import Browser

/// Runs whose pages a test looks at in one browser, one after the other.
struct BrowsedRuns {
  typealias Named = (scenario: String, variant: String?)

  let tool: Tool
  let runs: [Named]

  init(_ tool: Tool, _ runs: [Named]) {
    self.tool = tool
    self.runs = runs
  }

  /// Goes through the runs; what they left is gone afterwards.
  ///
  /// - Parameter body: gets the page, loaded, the run's own files, and what to call it.
  func look(_ body: (Page, StoredPage, Browser, String) throws -> Void) throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      for (scenario, variant) in runs {
        let stored = try StoredPage(tool, scenario, variant: variant)
        let page = try browser.newPage()
        try page.load(stored)
        try body(page, stored, browser, "\(scenario), \(variant ?? "its own")")
        page.close()
      }
    }
  }
}
