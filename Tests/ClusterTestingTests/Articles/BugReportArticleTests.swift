import ClusterTesting
import Foundation
import Testing

/// `From-a-bug-report-to-a-scenario.md`; its commands are run by `ArticleCommandTests`.
@Suite struct BugReportArticleTests {
  private let article: Article

  init() throws { article = try Article("From-a-bug-report-to-a-scenario") }

  @Test func itsScenariosAreTheFiles() throws {
    let files = try ["story", "start-up-fetch"].map { name in
      try String(
        contentsOf: Article.root.appending(path: "Examples/bug-report/\(name).json"),
        encoding: .utf8)
    }
    #expect(article.blocks("json").map { $0 + "\n" } == files)
  }

  @Test func itsExpectationHolds() throws {
    let line = try #require(article.blocks("swift").first)
    #expect(
      line == """
        try ScenarioTest(file: "Examples/bug-report/start-up-fetch.json").verify(deviations: 1)
        """)
    let file = Article.root.appending(path: "Examples/bug-report/start-up-fetch.json")
    // As many as `explore` says.
    #expect(try ScenarioTest(file: file).verify(deviations: 1).runs == 26)
  }
}

/// `Putting-a-program-in-the-cluster.md`.
@Suite struct ProgramArticleTests {
  @Test func itsFrameIsOneOfTheProtocol() throws {
    let page = try String(
      contentsOf: Article.root.appending(path: "docs/protocol.md"), encoding: .utf8)
    let frame = try #require(
      try Article("Putting-a-program-in-the-cluster").blocks("json").first)
    #expect(page.contains(frame))
  }
}
