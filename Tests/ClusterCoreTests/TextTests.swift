import Testing

@testable import ClusterCore

@Suite struct TextTests {
  @Test func composedAndDecomposedLettersDiffer() {
    #expect("\u{E9}" == "e\u{301}", "Swift takes them for equal")
    #expect(Text("\u{E9}") != Text("e\u{301}"))
    #expect(Set([Text("\u{E9}"), Text("e\u{301}")]).count == 2)
  }

  @Test func orderIsThatOfBytes() {
    // U+E9 is C3 A9 and so above every ASCII letter; its decomposed form begins with "e".
    #expect(Text("z") < Text("\u{E9}"))
    #expect(Text("e\u{301}") < Text("f"))
    #expect(Text("a") < Text("ab"))
  }

  @Test func equalBytesAreOneText() {
    #expect(Text("title") == Text(["t", "itle"].joined()))
    #expect(Text("") == Text(String()) && Text("") < Text("a"))
  }

  @Test func thousandsOfTextsAreFoundAgain() {
    let strings = (0..<5000).map { "text-\($0)-\(String(repeating: "x", count: $0 % 40))" }
    let texts = strings.map { Text($0) }
    #expect(texts.map(\.string) == strings)
    #expect(strings.map { Text($0) } == texts)
    #expect(Set(texts).count == strings.count)
    #expect(texts.allSatisfy { $0.fold == StableHash.of($0.string) })
  }

  @Test func threadsThatMeetATextAtOnceGetTheSameOne() async {
    let made = await withTaskGroup(of: [Text].self) { group in
      for _ in 0..<8 { group.addTask { (0..<3000).map { Text("met at once \($0)") } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(made.allSatisfy { $0 == made[0] })
  }
}

@Suite struct MessageNameTests {
  @Test func theFoldIsTheHashOfTheDescription() {
    let request = MessageName(
      sender: "phone", receiver: .cloud, kind: .readOrder, root: "start#1", count: 4_003_020_107)
    for name in [request, request.answer] {
      #expect(name.fold == StableHash.of(name.description))
      #expect(MessageName(parsing: name.description) == name)
    }
    #expect(request != request.answer && request.answer.request == request)
  }
}
