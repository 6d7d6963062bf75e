import ClusterCore
import ClusterNodes
import Testing

/// What the cloud answers to range requests, against a file that is a plain list of bytes.
@Suite struct RangeTests {
  private func cloud(_ start: String) throws -> CloudMachine {
    let text = """
      {"format": 1, "name": "ranges", "devices": [{"name": "phone"}], "start": {"files": \(start)}}
      """
    let scenario = try ScenarioFile(Array(text.utf8)).scenario()
    return CloudMachine(
      rules: scenario.rules, devices: ["phone"], start: [], seed: Seed(1), services: scenario.start)
  }

  private func ask(_ range: FileRange, _ cloud: inout CloudMachine) throws -> Answer {
    let effects = cloud.handle(.request(.fetch(range), from: "phone.transfers"), at: .start)
    let answers = effects.compactMap { effect -> Answer? in
      if case .answer(let answer) = effect { answer } else { nil }
    }
    return try #require(answers.first)
  }

  @Test func `any range is answered with the bytes that are there`() throws {
    var generator = Seed(7).generator(for: "ranges")
    for size in [1, 2, 99, 1000] {
      var cloud = try cloud(#"{"a.zip": {"size": \#(size), "checksum": "aa"}}"#)
      let bytes = Array(0..<size)
      for _ in 0..<500 {
        let offset = Int(generator.next() % UInt64(2 * size + 1))
        let length = Int(generator.next() % UInt64(2 * size + 1))
        let range = FileRange(file: "a.zip", offset: offset, length: length, intent: "d")
        guard case .chunk(let chunk) = try ask(range, &cloud) else {
          Issue.record("\(offset), \(length): no bytes")
          continue
        }
        let expected = bytes.dropFirst(offset).prefix(length)
        let given = bytes.dropFirst(chunk.offset).prefix(chunk.length)
        #expect(given == expected && chunk.length == expected.count, "\(offset), \(length)")
        #expect(chunk.version == FileVersion(size: size, checksum: "aa"))
      }
    }
  }

  /// However a file is cut into ranges that follow each other, the parts are the whole, once.
  @Test func `ranges one after the other make the file`() throws {
    var generator = Seed(8).generator(for: "parts")
    var cloud = try cloud(#"{"a.zip": {"size": 1000, "checksum": "aa"}}"#)
    for _ in 0..<100 {
      var parts: [Int] = []
      while parts.count < 1000 {
        let length = Int(generator.next() % 300) + 1
        let range = FileRange(file: "a.zip", offset: parts.count, length: length, intent: "d")
        guard case .chunk(let chunk) = try ask(range, &cloud) else { break }
        parts += chunk.offset..<chunk.offset + chunk.length
      }
      #expect(parts == Array(0..<1000))
    }
  }

  @Test func `a file that is not there is refused`() throws {
    var cloud = try cloud("{}")
    let range = FileRange(file: "b.zip", offset: 0, length: 1, intent: "d")
    #expect(try ask(range, &cloud) == .refused(.fileNotFound))
  }
}
