import Browser
import Foundation
import Testing

/// The harness itself, on a page that is small enough to be read here.
@Suite(
  .browsing,
  .enabled(if: Installation.isTested, "there is no Chromium; CLUSTER_NO_SKIP=1 forbids skipping"))
struct BrowserHarnessTests {
  private let tool: Tool
  private let page: URL

  init() throws {
    tool = try Tool()
    page = URL(
      filePath: try tool.write(
        """
        <!doctype html><meta charset="utf-8"><title>small</title>
        <style>
          body { margin: 0; color: #111; background: #fff }
          @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } }
        </style>
        <p id="greeting">Grüße</p>
        <input id="slider" type="range" min="0" max="9" value="3">
        <svg width="90" height="40" role="img" aria-label="an arrow"><path d="M0 0L9 9"/></svg>
        <script>document.documentElement.dataset.ready = "1"</script>
        """, to: "small.html"))
  }

  @Test func whatAPageHoldsCanBeAsked() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let page = try browser.newPage()
      try page.load(self.page)
      #expect(try page.evaluate("document.getElementById('greeting').textContent") == "Grüße")
      #expect(try page.evaluate("Promise.resolve([1, 2])") == [1, 2])
      #expect(page.complaints.isEmpty)
      #expect(page.requests == [self.page.absoluteString])
      #expect(try page.accessibleNames(of: "svg, path") == ["an arrow", ""])
      #expect(throws: BrowserError.self) { try page.perform("nothing.at.all") }
    }
  }

  @Test func nothingIsLeftOfAnEarlierLoan() throws {
    defer { tool.remove() }
    for _ in 1...2 {
      try Browser.lend { browser in
        let page = try browser.newPage()
        try page.load(self.page)
        #expect(try page.evaluate("localStorage.getItem('kept')", as: String?.self) == nil)
        try page.perform("localStorage.setItem('kept', 'yes')")
        #expect(try page.evaluate("localStorage.getItem('kept')") == "yes")
      }
    }
  }

  @Test func aBrowserInWhichSomethingWasThrownGoesWithItsProfile() throws {
    defer { tool.remove() }
    var profile: URL?
    #expect(throws: CocoaError.self) {
      try Browser.lend { browser in
        profile = browser.profile
        #expect(FileManager.default.fileExists(atPath: browser.profile.path()))
        throw CocoaError(.userCancelled)
      }
    }
    let path = try #require(profile).path()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try Browser.lend { $0.profile.path() } != path, "it was lent again")
  }

  @Test func keysReachThePage() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let page = try browser.newPage()
      try page.load(self.page)
      try page.perform("document.getElementById('slider').focus()")
      var values: [String] = []
      for key in [Page.Key.right, .right, .left, .end, .home] {
        try page.press(key)
        values.append(try page.evaluate("document.getElementById('slider').value"))
      }
      #expect(values == ["4", "5", "4", "9", "0"])
    }
  }

  @Test func picturesShowTheSchemeAndTheSize() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let page = try browser.newPage()
      try page.load(self.page)
      for scheme in Page.Look.Scheme.allCases {
        try page.show(Page.Look(width: 390, height: 844, scheme: scheme))
        let picture = try Picture(try page.screenshot(), in: browser)
        #expect(picture.width == 390 && picture.height == 844)
        #expect(picture.colours > 2)
        #expect(picture.ground == (scheme == .light ? 255 : 17))
      }
      #expect(try page.printed().starts(with: Data("%PDF".utf8)))
    }
  }

  @Test func whatAPageDoesWrongIsNoticed() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let page = try browser.newPage()
      let bad = try tool.write(
        """
        <!doctype html><img src="nowhere.png"><script>console.error("no"); oops()</script>
        """, to: "bad.html")
      try page.load(URL(filePath: bad))
      #expect(page.complaints.count >= 3, "\(page.complaints)")
      #expect(page.requests.contains { $0.hasSuffix("/nowhere.png") })
    }
  }
}
