import ClusterCore
import Testing

@Suite struct TokenTests {
  private let token = Token(kind: .refresh, number: 2, secret: "0123456789abcdef")

  @Test func `a token is written with its secret, and without it where secrets are redacted`() {
    #expect(token.json == #""refresh#2:0123456789abcdef""#)
    #expect(token.redactedJSON == #""refresh#2""#)
    #expect("\(token)" == "refresh#2")
  }

  @Test func `a token is read with and without its secret`() throws {
    let live = try Token(JSONReader(try JSONParser.parse(token.json)))
    #expect(live == token)
    let name = try Token(JSONReader(try JSONParser.parse(token.redactedJSON)))
    #expect(name == Token(kind: .refresh, number: 2, secret: ""))
  }

  @Test(arguments: ["refresh", "refresh#0", "refresh#x", "other#1", "#1", "refresh#1#2"])
  func `what is no token is refused`(_ text: String) {
    #expect(throws: FormatError.self) {
      try Token(JSONReader(JSONNode(.string(text))))
    }
  }

  @Test func `secrets are taken out of text from elsewhere`() {
    let text = #"{"a":"access#12:0123456789abcdef","b":"refresh#3:ff00","c":"note #1: x"}"#
    #expect(
      Token.redacting(text) == #"{"a":"access#12","b":"refresh#3","c":"note #1: x"}"#)
    #expect(Token.redacting("w1#2 and a#") == "w1#2 and a#")
    #expect(JSONNode(.string("access#1:abc")).redactedJSON == #""access#1""#)
  }

  @Test func `a trace names tokens and keeps their secrets`() {
    let item = VaultItem(
      Session(
        user: "u1", family: 1, access: Token(kind: .access, number: 1, secret: "5ec7e7"),
        refresh: token, serial: nil, lifetime: 1000, expiresAt: 1000), since: 0)
    let step = Step(
      node: "phone", name: .entry("q1"), event: .operation(.signOut, intent: "q1"), clock: nil,
      effects: [PerformedEffect(.vault(item), .done)], pending: 0)
    var encoder = TraceEncoder()
    let line = encoder.line(
      for: TraceEvent(number: 1, at: .start, cause: nil, root: "q1", kind: .step(step)))
    let text = String(decoding: line, as: UTF8.self)
    #expect(text.contains("access#1") && text.contains("refresh#2"))
    #expect(!text.contains("5ec7e7") && !text.contains("0123456789abcdef"))
  }

  @Test func `what a vault holds goes into a frame whole`() throws {
    let item = VaultItem(
      Session(
        user: "u1", family: 1, access: Token(kind: .access, number: 1, secret: "5ec7e7"),
        refresh: token, serial: 2, lifetime: 1000, expiresAt: 1000), since: -5)
    for reading in [VaultReading.empty, .locked, .holds(item)] {
      let frame = HostFrame.event(
        .link(isUp: true), number: 1,
        surroundings: Surroundings(
          clock: ClockReading(wall: 1, continuous: 2), vault: reading), cut: nil)
      #expect(try HostFrame(JSONReader(try JSONParser.parse(frame.json))) == frame)
    }
  }
}
