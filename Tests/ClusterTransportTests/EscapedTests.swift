import Testing

@testable import ClusterTransport

@Suite struct EscapedTests {
  @Test func `what cannot be printed is written as numbers`() {
    #expect(
      Escaped.end(of: [0, 0x1F, 0x41, 0x0A, 0x09, 0x7E, 0x7F, 0xC3]) == #"\x00\x1fA\n\t~\x7f\xc3"#)
  }

  @Test func `only the end of a long text is shown, with a sign of what is missing`() {
    #expect(Escaped.end(of: Array("abcdef".utf8), limit: 3) == "…def")
    #expect(Escaped.end(of: Array("abc".utf8), limit: 3) == "abc")
  }
}
