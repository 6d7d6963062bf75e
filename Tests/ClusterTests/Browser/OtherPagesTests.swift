import Browser
import Foundation
import Testing

/// The pages beside a run's: two runs side by side, a soak, an exploration.
@Suite(
  .browsing,
  .enabled(if: Installation.isTested, "there is no Chromium; CLUSTER_NO_SKIP=1 forbids skipping"))
struct OtherPagesTests {
  private let tool: Tool
  private static let scenario = Tool.root.appending(path: "Scenarios/records/lost-answer.json")
    .path()

  init() throws { tool = try Tool() }

  /// Two runs side by side.
  private func comparison() throws -> URL {
    let stores = try ["by-stamp", "last-arrival"].map { variant in
      let run = try tool.run("run", Self.scenario, "--variant", variant, "--json")
      return try #require(try run.json()["store"] as? String)
    }
    return try page(of: stores)
  }

  private func soak() throws -> URL {
    _ = try tool.run(
      "soak", Self.scenario, "--variant", "last-arrival", "--seeds", "1..40", "--add", "hostile",
      "--shard", "1/1", "--store", "soaked", "--quiet")
    return try page(of: ["soaked"])
  }

  private func exploration() throws -> URL {
    _ = try tool.run("explore", Self.scenario, "--quiet")
    return try page(of: ["store/lost-answer/explored"])
  }

  private func page(of folders: [String]) throws -> URL {
    let report = try tool.run(["report", "--json"] + folders)
    #expect(report.status == 0, "\(folders): \(report.errors)")
    let path = try #require(try report.json()["page"] as? String)
    return tool.folder.appending(path: path)
  }

  @Test func theyLoadSilentlyFitAPhoneAndCanBeRead() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let files = try [
        ("two runs", comparison()), ("a soak", soak()), ("an exploration", exploration()),
      ]
      for (name, file) in files {
        let page = try browser.newPage()
        try page.load(file)
        #expect(page.complaints.isEmpty, "\(name)")
        #expect(page.requests == [file.absoluteString], "\(name)")
        for scheme in Page.Look.Scheme.allCases {
          let look = Page.Look(width: 390, height: 844, scheme: scheme)
          try page.show(look)
          let width: Int = try page.evaluate("document.scrollingElement.scrollWidth")
          #expect(width <= look.width, "\(name), \(look): it is \(width) wide")
          let texts: [PageMeasures.Contrast] = try page.evaluate(PageMeasures.contrasts)
          for text in texts where text.ratio < 4.5 {
            Issue.record(
              "\(name), \(look): \(text.ratio) to 1 for \"\(text.text)\" (\(text.colours))")
          }
        }
        page.close()
      }
    }
  }

  @Test func theFirstDifferenceOfTwoRunsIsMarkedAndTheSliderMovesBoth() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let file = try comparison()
      let page = try browser.newPage()
      try page.load(file)
      let marks: Int = try page.evaluate(
        """
        [...document.querySelectorAll('#lanes text')]
          .filter(e => e.textContent.includes('first difference')).length
        """)
      #expect(marks == 2, "one in each run")
      try page.perform("document.getElementById('slider').focus()")
      try page.press(.home)
      try page.press(.right)
      #expect(try page.evaluate("document.getElementById('slider').value") == "2")
      #expect(try page.evaluate("document.querySelectorAll('.h.on').length") == 2)
    }
  }
}
