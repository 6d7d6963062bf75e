import ClusterCore
import Testing

/// What is read part by part, without a tree.
@Suite struct JSONTapeTests {
  @Test(arguments: [
    #"{"a":1,"b":[true,false,null],"c":{"d":"e","f":[]},"g":-0.5e3}"#, "[[],[{}],{\"\":\"\"}]",
    #"{"":[],"0123456789":{"01234567":"01234567","012345678":"x"}}"#, "\"é😀\"",
  ])
  func partsReadAsTheTreeOfTheirText(text: String) throws {
    let reader = JSONReader(try JSONParser.tape(Array(text.utf8)))
    #expect(reader.node.json == text)
    #expect(JSONReader(reader.node).node.json == text)
  }

  @Test func aPartOfABufferIsReadWhereItStands() throws {
    let buffer = Array(#"xx{"a":tru}xx"#.utf8)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONParser.tape(buffer[2..<(buffer.count - 2)])
    }
    // Counted from the beginning of the text, not of the buffer.
    #expect(error?.offset == 5)
    let list = Array("xx[1,2]xx".utf8)
    #expect(JSONReader(try JSONParser.tape(list[2..<7])).node.json == "[1,2]")
  }

  /// The first eight bytes and the length are compared first.
  @Test(arguments: [
    (#"{"01234567x":1}"#, "01234567y"), (#"{"01234567":1}"#, "012345678"),
    (#"{"ab\u0000":1}"#, "ab"), (#"{"A":1}"#, "a"), (#"{"\u00c4":1}"#, "A\u{308}"),
  ])
  func keysThatDifferAreToldApart(text: String, key: String) throws {
    let reader = JSONReader(try JSONParser.tape(Array(text.utf8)))
    #expect(reader.member(key) == nil)
    #expect(throws: FormatError.self) { try reader.object(allowing: [key]) }
  }

  @Test(arguments: [
    (#"{"t\u0079pe":"inspect"}"#, "inspect"), (#"{"type":"\u0073top"}"#, "stop"),
    (#"{ "reason" : "a\/b", "type" : "refused" }"#, "refused"),
  ])
  func aFrameWithEscapesMeansTheSame(text: String, type: String) throws {
    let frame = try HostFrame(JSONReader(try JSONParser.tape(Array(text.utf8))))
    #expect(try JSONReader(try JSONParser.parse(frame.json)).member("type")?.string() == type)
  }

  @Test func aKeyIsFoundTwiceHoweverItIsWritten() {
    let many = (0..<20).map { "\"key-number-\($0)\":\($0)" }.joined(separator: ",")
    let texts = [
      (#"{"a":1,"\u0061":2}"#, 7), (#"{"certainly\n":{"x":1},"certainly\u000a":2}"#, 23),
      (#"{"":0,"":0}"#, 6),
    ]
    for (text, offset) in texts {
      let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
      #expect(error?.offset == offset, "\(text)")
    }
    #expect(throws: Never.self) { try JSONParser.parse("{\(many)}") }
    for number in [0, 15, 16, 19] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONParser.parse("{\(many),\"key-number-\(number)\":0}")
      }
      #expect(error?.problem == "the key \"key-number-\(number)\" stands twice")
      #expect(error?.offset == many.utf8.count + 2)
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", nil), ("1e3", nil),
    ("100000000000000000000", nil), ("\"1\"", nil),
  ])
  func wholeNumbersHaveRoomOrAreRefused(text: String, number: Int64?) throws {
    let reader = JSONReader(try JSONParser.tape(Array(text.utf8)))
    let read = try? reader.integer(in: Int64.min...Int64.max)
    #expect(read == number)
  }

  /// What is wrong is told alike wherever the parts come from, with the way and the place.
  @Test(arguments: [
    (
      #"{"type":"effects","effects":[{"kind":"show","changes":[{"list":1}]}]}"#,
      "effects[0].changes[0].list"
    ),
    (#"{"type":"effects","effects":[{"kind":"shows"}]}"#, "effects[0].kind"),
    (#"{"type":"effects","effects":[],"numbers":1}"#, "numbers"),
    (#"{"type":"effects","effects":{},"number":1,"pending":0}"#, "effects"),
    (#"{"type":"effects","effects":[],"number":1}"#, ""), ("[]", ""),
  ])
  func anErrorSaysWhereItIs(text: String, path: String) throws {
    let tape = try JSONParser.tape(Array(text.utf8))
    let error = #expect(throws: FormatError.self) { try JSONReader.read(tape, DeviceFrame.init) }
    #expect(error?.path == path)
    let other = #expect(throws: FormatError.self) {
      try JSONReader.read(JSONTape(tape.node), DeviceFrame.init)
    }
    #expect(error == other)
  }
}

/// What is written goes into room that was made before.
@Suite struct JSONWriterTests {
  @Test func numbersAndEscapesAreWrittenWhole() {
    var json = JSONWriter()
    json.array { json in
      for number in [Int64.min, -10, -1, 0, 9, 10, Int64.max] { json.integer(number) }
      json.string("\u{0}\u{1F}\u{7F}\"\\/é")
      json.null()
    }
    json.newline()
    let numbers = "-9223372036854775808,-10,-1,0,9,10,9223372036854775807"
    #expect(json.text == "[\(numbers),\"\\u0000\\u001f\\u007f\\\"\\\\/é\",null]\n")
  }

  /// Every length around the first room that is made, and nothing but escapes.
  @Test func roomGrowsWithWhatIsWritten() {
    for count in 240...270 {
      var json = JSONWriter()
      let text = String(repeating: "\u{1}", count: count)
      json.object { $0.member("text", text) }
      json.reset()
      json.array { json in
        json.literal(String(repeating: "7", count: count))
        json.string(text)
        json.integer(7)
      }
      let escapes = String(repeating: "\\u0001", count: count)
      #expect(json.text == "[\(String(repeating: "7", count: count)),\"\(escapes)\",7]")
    }
  }
}
