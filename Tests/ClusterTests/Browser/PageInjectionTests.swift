import Browser
import Foundation
import Testing

/// Whatever stands in a scenario or comes from a device stays text on a page.
@Suite(
  .browsing,
  .enabled(if: Installation.isTested, "there is no Chromium; CLUSTER_NO_SKIP=1 forbids skipping"))
struct PageInjectionTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Attempts to leave a text, an attribute, a comment, a script or a style.
  private static let attempts = [
    "<img src=x onerror=\"window.taken=1\">", "</script><script>window.taken=1</script>",
    "</title><svg onload=window.taken=1>", "\"><b data-lane=cloud data-arrow=x>",
    "' onload='taken=1",
    "<!--", "-->", "<!--<script>", "]]><x>", "</style><style>*{display:none}</style>",
    "\u{2028}window.taken=1", "javascript:window.taken=1", "&lt;b&gt;&quot;", "\u{202E}txet",
    "\u{1B}]8;;http://x\u{7}link", "${window.taken=1}", "`+(window.taken=1)+`", "\\\"};taken=1;//",
  ]

  private func scenario() throws -> String {
    let writes = Self.attempts.enumerated().map { index, text -> [String: Any] in
      [
        "id": "w\(index)", "at": "\(index + 1)s", "device": index % 2 == 0 ? "phone" : "tablet",
        "write": ["note": ["title": text, text: "x"]],
      ]
    }
    let file: [String: Any] = [
      "format": 1, "name": "nasty", "about": Self.attempts.joined(separator: " "),
      "devices": [["name": "phone"], ["name": "tablet"]],
      "start": ["records": ["note": ["title": Self.attempts[0]]]], "timeline": writes,
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: file), as: UTF8.self)
  }

  @Test func nothingOfARunBecomesMarkupOrScript() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let plain = try StoredPage(tool, "Scenarios/records/lost-answer.json")
      let nasty = try StoredPage(tool, try tool.write(scenario()))
      var elements: [Set<String>] = []
      for stored in [plain, nasty] {
        let page = try browser.newPage()
        try page.load(stored)
        #expect(page.complaints.isEmpty)
        #expect(page.requests == [stored.page.absoluteString])
        elements.append(
          try page.evaluate(
            "[...new Set([...document.querySelectorAll('*')].map(e => e.localName))]"))
        #expect(try page.evaluate("document.scripts.length") == 2)
        #expect(try page.evaluate("typeof window.taken") == "undefined")
        #expect(try page.evaluate("document.querySelectorAll('[data-lane=cloud]').length") == 1)
        let handlers: Int = try page.evaluate(
          """
          [...document.querySelectorAll('*')].flatMap(e => [...e.attributes])
            .filter(a => a.name.startsWith('on')).length
          """)
        #expect(handlers == 0)
      }
      // Nothing stands in it that does not in a page without attempts.
      #expect(elements[1].subtracting(elements[0]) == [])
    }
  }

  @Test func attemptsAreShownAsTheyAreWritten() throws {
    defer { tool.remove() }
    try Browser.lend { browser in
      let stored = try StoredPage(tool, try tool.write(scenario()))
      let page = try browser.newPage()
      try page.load(stored)
      let text: String = try page.evaluate("document.body.textContent")
      for attempt in [
        "<img src=x onerror=", "</script><script>", "&lt;b&gt;&quot;", "<!--<script>",
      ] {
        #expect(text.contains(attempt), "\(attempt)")
      }
      let harmful = text.unicodeScalars.filter {
        [0x1B, 0x7, 0x202E, 0x2028].contains($0.value)
      }
      #expect(harmful.isEmpty, "what could steer or reorder is escaped")
    }
  }
}
