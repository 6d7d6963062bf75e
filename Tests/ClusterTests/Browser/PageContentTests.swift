import Browser
import Foundation
import Testing

/// What a run's page holds in a real browser, counted against the run's trace.
@Suite(
  .browsing,
  .enabled(if: Installation.isTested, "there is no Chromium; CLUSTER_NO_SKIP=1 forbids skipping"))
struct PageContentTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let lostAnswer: BrowsedRuns.Named = (
    "Scenarios/records/lost-answer.json", "last-arrival"
  )

  /// Runs of every kind: sound and naive, with losses, copies, kills, partitions, tokens, files.
  private static let runs: [BrowsedRuns.Named] = {
    let folder = Tool.root.appending(path: "Scenarios")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
    let files = paths.filter { $0.hasSuffix(".json") }.sorted().map { "Scenarios/\($0)" }
    return [
      ("cluster.json", nil), ("cluster.json", "arrival-order"),
      lostAnswer,
    ] + files.map { ($0, nil) }
  }()

  /// The runs in shares, of which all but one come with `CLUSTER_FULL=1`.
  private static let shares = (count: 8, tried: Tool.isFull ? 0..<8 : 0..<1)

  @Test(arguments: shares.tried)
  func everyPageLoadsSilentlyAndShowsWhatTheTraceSays(share: Int) throws {
    let runs = stride(from: share, to: Self.runs.count, by: Self.shares.count).map { Self.runs[$0] }
    try BrowsedRuns(tool, runs).look { page, stored, _, label in
      #expect(page.complaints.isEmpty, "\(label)")
      #expect(page.requests == [stored.page.absoluteString], "\(label)")
      #expect(
        try page.evaluate("document.documentElement.dataset.ready", as: String?.self) == "1",
        "\(label)")
      try expectLanes(of: stored, on: page, label)
      try expectArrows(of: stored, on: page, label)
      try expectChecks(of: stored, on: page, label)
    }
  }

  private func expectLanes(of stored: StoredPage, on page: Page, _ label: String) throws {
    let lanes: [String] = try page.evaluate(
      "[...document.querySelectorAll('[data-lane]')].map(e => e.dataset.lane)")
    let nodes = Set(stored.events.compactMap { $0["node"] as? String })
    #expect(lanes.count == Set(lanes).count, "\(label): each lane once")
    #expect(Set(lanes).isSuperset(of: nodes), "\(label): every node of the trace has a lane")
    #expect(lanes.last == "cloud")
  }

  private func expectArrows(of stored: StoredPage, on page: Page, _ label: String) throws {
    let fates: [String] = try page.evaluate(
      "[...document.querySelectorAll('[data-arrow]')].map(e => e.dataset.fate)")
    func count(_ names: String...) -> Int { fates.count(where: names.contains) }
    let expected = stored.arrows
    #expect(fates.count == expected.all, "\(label)")
    #expect(count("lost") == expected.lost, "\(label)")
    #expect(count("refused") == expected.refused, "\(label)")
    #expect(count("held") == expected.held, "\(label)")
    #expect(count("unheard") == expected.unheard, "\(label)")
    #expect(count("copy") == expected.copies, "\(label)")
    #expect(count("delivered", "late") == expected.arrived, "\(label)")
    let steps: Int = try page.evaluate("document.querySelectorAll('[data-step]').length")
    #expect(steps == stored.events.count, "\(label): a row for each event")
  }

  private func expectChecks(of stored: StoredPage, on page: Page, _ label: String) throws {
    struct Shown: Decodable {
      let name: String
      let text: String
    }
    let shown: [Shown] = try page.evaluate(
      """
      [...document.querySelectorAll('[data-check]')]
        .map(e => ({name: e.dataset.check, text: e.textContent}))
      """)
    #expect(Set(shown.map(\.name)) == Set(stored.checks.keys), "\(label)")
    for (name, verdict) in stored.checks where verdict == "fail" {
      #expect(shown.contains { $0.name == name && $0.text.contains("✗") }, "\(label): \(name)")
    }
  }

  @Test func theSliderMovesByKeyboardAndShowsEachStep() throws {
    try BrowsedRuns(tool, [Self.lostAnswer]).look { page, stored, _, _ in
      try page.perform("document.getElementById('slider').focus()")
      try page.press(.home)
      for step in 1...stored.events.count {
        #expect(try page.evaluate("document.getElementById('slider').value") == "\(step)")
        #expect(
          try page.evaluate(
            "[...document.querySelectorAll('.h.on')].map(e => e.id)") == ["h-\(step)"])
        for change in stored.shown where change.step == step {
          let card: String = try page.evaluate(
            """
            [...document.querySelectorAll('#state section')]
              .find(e => e.querySelector('h3').textContent === '\(change.device)').textContent
            """)
          for value in change.values { #expect(card.contains("\"\(value)\""), "step \(step)") }
        }
        try page.press(.right)
      }
      try page.press(.left)
      #expect(
        try page.evaluate("document.getElementById('slider').value")
          == "\(stored.events.count - 1)")
      try page.press(.home)
      try page.press(.end)
      #expect(
        try page.evaluate("document.getElementById('slider').value") == "\(stored.events.count)")
      #expect(page.complaints.isEmpty)
    }
  }

  @Test func aStepIsReachedFromItsLink() throws {
    try BrowsedRuns(tool, [Self.lostAnswer]).look { page, _, _, _ in
      try page.perform("document.querySelector('a[href=\"#step-12\"]').click()")
      // A link's target is known one turn of the page's loop later.
      let place: String = try page.evaluate(
        """
        new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
          () => done(document.getElementById('slider').value))))
        """)
      #expect(place == "12")
      let isSeen: Bool = try page.evaluate(
        """
        (() => { const box = document.getElementById('step-12').getBoundingClientRect();
          return box.top >= 0 && box.bottom <= innerHeight; })()
        """)
      #expect(isSeen)
    }
  }
}
