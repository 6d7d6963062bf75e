import Testing

@testable import ClusterTesting

@Suite struct PrintedValueTests {
  private enum Operation {
    case open
    case write(String, at: Int)
    case tag(String)
  }

  private struct Note {
    var title = "Milk"
    var tags: Set<String> = ["b", "a", "c"]
    var counts = ["y": 2, "x": 1]
    var due: Int?
  }

  private struct Named: CustomStringConvertible {
    let description = "as it says"
  }

  @Test func whatHasNoOrderIsSorted() {
    #expect(
      PrintedValue.line(Note())
        == #"Note(title: "Milk", tags: {"a", "b", "c"}, counts: ["x": 1, "y": 2], due: nil)"#)
    #expect(PrintedValue.line([String: Int]()) == "[:]")
  }

  @Test func casesPrintWithTheirValues() {
    #expect(PrintedValue.line(Operation.open) == "open")
    #expect(PrintedValue.line(Operation.tag("shop")) == #"tag("shop")"#)
    #expect(PrintedValue.line(Operation.write("Milk", at: 3)) == #"write("Milk", at: 3)"#)
  }

  @Test func aDescriptionOfItsOwnStands() {
    #expect(PrintedValue.line([Named()]) == "[as it says]")
    #expect(PrintedValue.line(Optional(3) as Any) == "3")
  }

  @Test func nothingSteersATerminalAndLongTextIsCut() {
    struct Odd: CustomStringConvertible {
      let description = "a\u{1b}[2J\nb"
    }
    #expect(PrintedValue.line(Odd()) == "a\\u{1b}[2J\\nb")
    let long = PrintedValue.line(String(repeating: "x", count: 500))
    #expect(long.hasSuffix("x.. (102 characters more)"))
  }
}

@Suite struct StateDifferenceTests {
  private struct Note {
    var title = "Milk"
    var tags: Set<String> = []
    var fields: [String: [Int]] = [:]
    var due: Int?
  }

  private func told(_ one: Any, _ other: Any) -> [String] {
    StateDifference.between(one, other).map { "\($0.path): \($0.one) / \($0.other)" }
  }

  @Test func onlyTheDifferingPlacesAreNamed() {
    let one = Note(title: "Milk", tags: ["a", "b"], fields: ["x": [1, 2], "y": []], due: 1)
    let other = Note(title: "Eggs", tags: ["b", "c"], fields: ["x": [1, 3, 4]], due: nil)
    #expect(
      told(one, other) == [
        #"title: "Milk" / "Eggs""#, #"tags, member: "a" / nothing"#,
        #"tags, member: nothing / "c""#, #"fields["x"][1]: 2 / 3"#,
        #"fields["x"][2]: nothing / 4"#, #"fields["y"]: [] / nothing"#, "due: 1 / nil",
      ])
  }

  @Test func atomsDifferAsAWhole() {
    #expect(told(1, 2) == [": 1 / 2"])
    #expect(told(Set([1]), Set([1])).isEmpty)
  }
}
