import Browser
import Foundation
import Testing

/// How a run's page looks: on a laptop and a phone, in the light and in the dark, and on paper.
@Suite(
  .browsing,
  .enabled(if: Installation.isTested, "there is no Chromium; CLUSTER_NO_SKIP=1 forbids skipping"))
struct PageLookTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let phoneWidth = 390
  private static let looks = Page.Look.Scheme.allCases.flatMap { scheme in
    [
      Page.Look(width: 1280, height: 800, scheme: scheme),
      Page.Look(width: phoneWidth, height: 844, scheme: scheme),
    ]
  }

  /// Naive runs: one that is long, and with `CLUSTER_FULL=1` one with token bands and one with a late
  /// copy.
  private static let runs: [(scenario: String, variant: String?)] =
    [("cluster.json", "arrival-order")]
    + (Tool.isFull
      ? [
        ("Scenarios/tokens/002-several-refreshes.json", "naive"),
        ("Scenarios/records/lost-answer.json", "last-arrival"),
      ] : [])

  @Test func everyLookShowsAllOfThePageLegibly() throws {
    try BrowsedRuns(tool, Self.runs).look { page, stored, browser, scenario in
      for look in Self.looks {
        let label = "\(scenario), \(look)"
        try page.show(look)
        try expectPicture(of: page, in: browser, look, label)
        try expectContrast(on: page, label)
        let pairs: [String] = try page.evaluate(PageMeasures.overlaps)
        #expect(pairs.isEmpty, "\(label): texts that overlap")
        if look.width == Self.phoneWidth { try expectChecksAsBlocks(of: stored, on: page, label) }
      }
    }
  }

  /// A screenshot shows something, and nothing scrolls sideways.
  private func expectPicture(
    of page: Page, in browser: Browser, _ look: Page.Look, _ label: String
  ) throws {
    let picture = try Picture(try page.screenshot(), in: browser)
    #expect(picture.width == look.width && picture.height == look.height, "\(label)")
    #expect(picture.colours > 30 && picture.emptiness < 970, "\(label): \(picture)")
    #expect(
      look.scheme == .light ? picture.ground > 200 : picture.ground < 60, "\(label): \(picture)")
    let width: Int = try page.evaluate("document.scrollingElement.scrollWidth")
    #expect(width <= look.width, "\(label): the page is \(width) wide")
  }

  private func expectContrast(on page: Page, _ label: String) throws {
    let texts: [PageMeasures.Contrast] = try page.evaluate(PageMeasures.contrasts)
    #expect(texts.count > 15, "\(label): too few texts were found")
    for text in texts where text.ratio < 4.5 {
      Issue.record("\(label): \(text.ratio) to 1 for \"\(text.text)\" (\(text.colours))")
    }
  }

  /// On a phone a check is a block, and no text in it stands beside the screen.
  private func expectChecksAsBlocks(
    of stored: StoredPage, on page: Page, _ label: String
  ) throws {
    let sizes: [[Double]] = try page.evaluate(
      """
      [...document.querySelectorAll('tr[data-check] > *')].map(e => {
        const box = e.getBoundingClientRect(); return [box.left, box.right]; })
      """)
    let judged = stored.checks.count { $0.value != "notJudged" }
    #expect(sizes.count == judged * 4, "\(label)")
    #expect(
      sizes.allSatisfy {
        $0[0] >= 0 && $0[1] <= Double(Self.phoneWidth) && $0[1] - $0[0] > 200
      }, "\(label)")
  }

  @Test func arrowsAndLanesHaveNames() throws {
    try BrowsedRuns(tool, Self.runs).look { page, stored, _, scenario in
      // Tall enough for all of it: what is far below is laid out when it comes near.
      let height: Int = try page.evaluate("document.documentElement.scrollHeight")
      try page.show(Page.Look(width: 1280, height: height + 2000, scheme: .light))
      let lanes = try page.accessibleNames(of: "[data-lane]")
      let arrows = try page.accessibleNames(of: "[data-arrow]")
      #expect(lanes.count >= 2 && !lanes.contains { $0.isEmpty }, "\(scenario): \(lanes)")
      #expect(arrows.count == stored.arrows.all && !arrows.contains { $0.isEmpty }, "\(scenario)")
      #expect(try !page.accessibleNames(of: "#slider").contains(""))
    }
  }

  /// A page break falls between chunks, since a chunk avoids a break inside and fits a page.
  @Test func onPaperNoArrowIsCutAndNothingIsFolded() throws {
    try BrowsedRuns(tool, Self.runs).look { page, stored, _, scenario in
      let isOpen = "document.querySelector('details.words').open"
      #expect(try page.evaluate(isOpen) == false, "\(scenario): folded on a screen")
      // A4 across without margins of a centimetre, at 96 pixels an inch.
      try page.showPrinted(width: 1047, height: 718)
      let isPrinted: Bool = try page.evaluate(
        "new Promise(done => requestAnimationFrame(() => done(\(isOpen))))")
      #expect(isPrinted, "\(scenario): open on paper")
      let chunks: [PageMeasures.Chunk] = try page.evaluate(PageMeasures.chunks)
      #expect(!chunks.isEmpty)
      for chunk in chunks {
        #expect(chunk.avoidsBreak && chunk.height <= 718, "\(scenario): \(chunk)")
        #expect(chunk.width <= 1047, "\(scenario): \(chunk)")
        #expect(chunk.sticking.isEmpty, "\(scenario): \(chunk)")
      }
      #expect(chunks.map(\.arrows).reduce(0, +) == stored.arrows.all, "\(scenario)")
      #expect(try page.printed().starts(with: Data("%PDF".utf8)))
    }
  }
}
