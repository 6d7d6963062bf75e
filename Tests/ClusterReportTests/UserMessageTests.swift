import ClusterCore
import ClusterReport
import Testing

@Suite("What a user is told") struct UserMessageTests {
  private func message(_ json: String) -> UserMessage? {
    let bytes = Array(json.utf8)
    do throws(FormatError) {
      _ = try ScenarioFile(bytes).scenario()
      return nil
    } catch {
      return UserMessage(error, file: "cluster.json", bytes: bytes)
    }
  }

  @Test("A fault in a file is named by line and column, with what is allowed")
  func format() {
    let json = """
      {
        "format": 1, "name": "note",
        "devices": [{"name": "phone", "timeout": 40}]
      }
      """
    let message = message(json)
    #expect(
      message?.what
        == "cluster.json:3:44: devices[0].timeout: the number 40 stands here")
    #expect(message?.cause.hasPrefix("allowed here: a duration with its unit") == true)
    #expect(message?.next == "correct line 3 of cluster.json, then run the same command again")
  }

  @Test("A message has three lines whatever it holds")
  func lines() {
    let message = UserMessage(
      what: "no file\n\u{1B}[2Jx", cause: "a typing error", next: "./run-cluster.sh list")
    #expect(
      message.lines(TextStyle()) == [
        "error: no file\\n\\u{1b}[2Jx", "  cause: a typing error",
        "  next:  ./run-cluster.sh list",
      ])
  }

  @Test("Its JSON has the three parts")
  func json() {
    let message = UserMessage(what: "a", cause: "b", next: "c")
    #expect(message.json == "{\"what\":\"a\",\"cause\":\"b\",\"next\":\"c\"}")
  }

  @Test(
    "Lines and columns count from 1, in characters",
    arguments: [(0, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1), (5, 2, 2), (99, 2, 2), (-1, 1, 1)])
  func places(offset: Int, line: Int, column: Int) {
    // é is two bytes: é at 0, x at 2, the end of the line at 3, y at 4.
    let place = SourcePlace(offset: offset, in: Array("éx\ny".utf8))
    #expect(place.line == line)
    #expect(place.column == column)
  }
}
