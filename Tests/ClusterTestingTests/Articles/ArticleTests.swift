import Testing

/// The Swift of the articles is the Swift of the tests in this folder.
@Suite struct ArticleTests {
  @Test(arguments: [
    "Checking-a-merge-function", "Writing-a-scenario-test", "Driving-your-own-client",
  ])
  func everyExampleIsATest(_ name: String) throws {
    let article = try Article(name)
    #expect(article.blocks("swift").count >= 3)
    #expect(try article.examplesInNoTest() == [])
  }
}
