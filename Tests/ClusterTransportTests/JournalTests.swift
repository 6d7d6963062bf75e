import ClusterCore
import Testing

@testable import ClusterTransport

@Suite struct JournalTests {
  private static let entries: [StoreEntry] = [
    .cursor(1),
    .made(
      [
        Edit(
          intent: "e1", path: FieldPath("note", "title"), operation: .write(.text("Mil\u{1E}k\n")),
          stamp: nil, base: 0)
      ], clock: Stamp(milliseconds: 5)),
    .settled([EditKey(intent: "e1", path: FieldPath("note", "title"))], fields: []),
    .cursor(22),
  ]

  private func write(_ entries: [StoreEntry], in scratch: Scratch) throws {
    let journal = try Journal.open(in: scratch.path).journal
    for entry in entries { try journal.append(JournalEntry(entry)) }
  }

  private func bytes(in scratch: Scratch) throws -> [UInt8] {
    try FileSystem.read("\(scratch.path)/journal")
  }

  @Test func `an entry is a mark, length, checksum, JSON and a newline`() throws {
    let scratch = try Scratch()
    try write([.cursor(7)], in: scratch)
    // The CRC-32 of the payload is zip's own, from another program.
    let expected = [0x1E] + Array("0000001cecd64e63{\"kind\":\"cursor\",\"cursor\":7}\n".utf8)
    #expect(try bytes(in: scratch) == expected)
  }

  @Test func `the checksum is that of IEEE 802.3`() {
    // The check value that catalogues of CRCs give for "123456789".
    #expect(CRC32.of("123456789".utf8) == 0xCBF4_3926)
  }

  @Test func `what was appended is found again, oldest first`() throws {
    let scratch = try Scratch()
    try write(JournalTests.entries, in: scratch)
    let contents = try Journal.open(in: scratch.path).contents
    #expect(contents.entries.map(\.entry) == JournalTests.entries)
    #expect(contents.note == nil)
  }

  @Test func `no control character of a value reaches the file raw`() throws {
    let scratch = try Scratch()
    try write(JournalTests.entries, in: scratch)
    let bytes = try bytes(in: scratch)
    #expect(bytes.count { $0 == 0x1E } == 4)
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 4)
  }

  @Test func `a journal does not grow past its limit`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/journal"
    let entry = JournalEntry(.cursor(7))
    // An entry of 46 bytes, as the first test has it.
    let journal = try Journal.open(in: scratch.path, limit: 100).journal
    try journal.append(entry)
    try journal.append(entry)
    #expect(throws: JournalError.tooLong(path: path, limit: 100)) { try journal.append(entry) }
    #expect(try Journal.open(in: scratch.path, limit: 92).contents.entries.count == 2)
    #expect(throws: JournalError.tooLong(path: path, limit: 91)) {
      _ = try Journal.open(in: scratch.path, limit: 91)
    }
    let other = try Journal.open(in: scratch.path).journal
    try other.append(entry)
    #expect(throws: JournalError.tooLong(path: path, limit: 100)) { _ = try journal.readOn() }
  }

  /// Where each entry begins, and the end of the last.
  private func boundaries(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == 0x1E } + [bytes.count]
  }

  @Test(arguments: [UInt8(0x01), 0x20, 0x80, 0xFF])
  func `damage at any byte of the last three entries is cut or refused at its entry`(
    flipped: UInt8
  ) throws {
    let scratch = try Scratch()
    try write(JournalTests.entries, in: scratch)
    let whole = try bytes(in: scratch)
    let begins = boundaries(whole)
    for offset in begins[1]..<whole.count {
      var damaged = whole
      damaged[offset] ^= flipped
      try scratch.write(damaged, to: "journal")
      let number = try #require(begins.lastIndex { $0 <= offset })
      if number == 3 {
        let contents = try Journal.open(in: scratch.path).contents
        #expect(
          contents.entries.map(\.entry) == Array(JournalTests.entries[..<3]), "byte \(offset)")
        #expect(contents.note?.contains("at byte \(begins[3])") == true)
        #expect(try bytes(in: scratch) == Array(whole[..<begins[3]]))
      } else {
        let error = #expect(throws: JournalError.self) { _ = try Journal.open(in: scratch.path) }
        let refused = JournalError.damaged(
          path: "\(scratch.path)/journal", offset: begins[number], wholeEntryAt: begins[number + 1])
        #expect(error == refused, "byte \(offset)")
        #expect(try bytes(in: scratch) == damaged, "a refused store is left as it is")
      }
    }
  }

  @Test func `a journal cut at any byte of its last three entries keeps the whole ones`() throws {
    let scratch = try Scratch()
    try write(JournalTests.entries, in: scratch)
    let whole = try bytes(in: scratch)
    let begins = boundaries(whole)
    for length in begins[1]...whole.count {
      try scratch.write(Array(whole[..<length]), to: "journal")
      let contents = try Journal.open(in: scratch.path).contents
      let count = begins.dropFirst().count { $0 <= length }
      #expect(
        contents.entries.map(\.entry) == Array(JournalTests.entries[..<count]), "\(length) bytes")
      #expect((contents.note == nil) == begins.contains(length), "\(length) bytes")
    }
  }

  @Test func `after a torn entry was cut the next one stands where it stood`() throws {
    let scratch = try Scratch()
    let journal = try Journal.open(in: scratch.path).journal
    try journal.append(JournalEntry(.cursor(1)))
    try journal.append(JournalEntry(.cursor(2)), onlyBytes: 9)
    let reopened = try Journal.open(in: scratch.path)
    #expect(reopened.contents.entries.map(\.entry) == [.cursor(1)])
    try reopened.journal.append(JournalEntry(.cursor(3)))
    #expect(
      try Journal.open(in: scratch.path).contents.entries.map(\.entry) == [.cursor(1), .cursor(3)])
  }

  @Test func `a whole entry of another program is refused with its place`() throws {
    let scratch = try Scratch()
    try write([.cursor(1), .foreign(JSONNode(.object([])))], in: scratch)
    let second = 17 + #"{"kind":"cursor","cursor":1}"#.utf8.count + 1
    let error = #expect(throws: JournalError.self) { _ = try Journal.open(in: scratch.path) }
    guard case .unreadable(_, let offset, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(offset == second)
  }

  @Test func `compaction replaces all entries and appending goes on behind them`() throws {
    let scratch = try Scratch()
    let journal = try Journal.open(in: scratch.path).journal
    for number in 1...5 { try journal.append(JournalEntry(.cursor(.number(number)))) }
    try journal.compact(entries: [JournalEntry(.cursor(5))])
    try journal.append(JournalEntry(.cursor(6)))
    #expect(
      try Journal.open(in: scratch.path).contents.entries.map(\.entry) == [.cursor(5), .cursor(6)])
    #expect(try FileSystem.names(in: scratch.path) == ["journal", "journal.synced"])
  }

  private func entries(_ news: Journal.News) -> (list: [StoreEntry], isReplaced: Bool) {
    switch news {
    case .appended(let entries): (entries.map(\.entry), false)
    case .replaced(let entries): (entries.map(\.entry), true)
    }
  }

  @Test func `one process reads on what another has appended, torn, cut or compacted`() throws {
    let scratch = try Scratch()
    let app = try Journal.open(in: scratch.path).journal
    let other = try Journal.open(in: scratch.path).journal
    try other.append(JournalEntry(.cursor(1), by: "phone.extension"))
    guard case .appended(let first) = try app.readOn() else {
      Issue.record("nothing was written anew")
      return
    }
    #expect(first == [JournalEntry(.cursor(1), by: "phone.extension")])
    #expect(entries(try app.readOn()) == ([], false))
    // What a dying one has left incomplete is cut, and the next entry stands where it stood.
    try other.append(JournalEntry(.cursor(2)), onlyBytes: 9)
    #expect(entries(try app.readOn()) == ([], false))
    try app.append(JournalEntry(.cursor(3)))
    let again = try Journal.open(in: scratch.path)
    #expect(again.contents.note == nil && again.contents.entries.count == 2)
    try again.journal.compact(entries: [JournalEntry(.cursor(3))])
    try again.journal.append(JournalEntry(.cursor(4)))
    #expect(entries(try app.readOn()) == ([.cursor(3), .cursor(4)], true))
    try app.append(JournalEntry(.cursor(5)))
    #expect(entries(try again.journal.readOn()) == ([.cursor(5)], false))
  }

  @Test func `damage in what another has appended is refused with its place in the file`() throws {
    let scratch = try Scratch()
    try write([.cursor(1)], in: scratch)
    let journal = try Journal.open(in: scratch.path).journal
    let begin = try bytes(in: scratch).count
    try write([.cursor(2), .cursor(3)], in: scratch)
    var damaged = try bytes(in: scratch)
    damaged[begin + 20] ^= 1
    try scratch.write(damaged, to: "journal")
    let error = #expect(throws: JournalError.self) { _ = try journal.readOn() }
    guard case .damaged(_, let offset, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(offset == begin)
  }

  @Test func `a power loss leaves what was synced last`() throws {
    let scratch = try Scratch()
    let journal = try Journal.open(in: scratch.path).journal
    try journal.append(JournalEntry(.cursor(1)))
    try journal.sync()
    try journal.append(JournalEntry(.cursor(2)))
    try Journal.losePower(in: scratch.path)
    #expect(try Journal.open(in: scratch.path).contents.entries.map(\.entry) == [.cursor(1)])
  }

  @Test func `with durability power every entry outlives a power loss`() throws {
    let scratch = try Scratch()
    let journal = try Journal.open(in: scratch.path, durability: .power).journal
    try journal.append(JournalEntry(.cursor(1)))
    try journal.append(JournalEntry(.cursor(2)))
    try journal.append(JournalEntry(.cursor(3)), onlyBytes: 30)
    try Journal.losePower(in: scratch.path)
    let contents = try Journal.open(in: scratch.path).contents
    #expect(contents.entries.map(\.entry) == [.cursor(1), .cursor(2)])
    #expect(contents.note == nil)
  }

  @Test func `a power loss before any sync leaves nothing`() throws {
    let scratch = try Scratch()
    try write([.cursor(1)], in: scratch)
    try Journal.losePower(in: scratch.path)
    #expect(try bytes(in: scratch).isEmpty)
  }
}
