import ClusterCore
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    #"{"a":1,"b":[true,false,null],"c":{"d":"e"}}"#, "[]", "{}", "-0.5", "1e3", #""\u0000\"\\""#,
    "[1.10,100000000000000000000]",
  ])
  func whatIsReadIsWrittenTheSame(text: String) throws {
    #expect(try JSONParser.parse(text).json == text)
  }

  @Test func escapesAreRead() throws {
    let node = try JSONParser.parse(#""\ud83d\ude00\n\t\/\u00e9""#)
    guard case .string(let text) = node.content else { throw Wrong.kind }
    #expect(Text(text) == Text("😀\n\t/é"))
  }

  private enum Wrong: Error { case kind }

  /// The offset is that of the first byte that cannot stand there.
  @Test(arguments: [
    ("", 0), ("{", 1), (#"{"a" 1}"#, 5), (#"{"a":1,}"#, 7), ("[1,]", 3), ("01", 2), ("1.", 2),
    ("1e", 2), ("tru", 0), (#""\x""#, 3), (#""\ud800""#, 7), ("\"a\nb\"", 2), ("[1] 2", 4),
    (#"{"a":1,"a":2}"#, 7), ("\"", 1),
  ])
  func brokenTextIsRefusedWithItsPlace(text: String, offset: Int) {
    do {
      _ = try JSONParser.parse(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.offset == offset, "\(text): \(error.problem)")
    }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func nestingIsBounded() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(deep) }
  }

  /// RFC 7396, the examples of its appendix A.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func aMergePatchIsAppliedAsRFC7396Says(target: String, patch: String, result: String) throws {
    let merged = try JSONParser.parse(target).merged(with: JSONParser.parse(patch))
    #expect(merged.json == result)
  }
}
