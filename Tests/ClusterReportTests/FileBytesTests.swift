import ClusterCore
import Testing

@testable import ClusterReport

@Suite("What transfers cost") struct FileBytesTests {
  private func puts(_ ranges: [(FileName, Range<Int>)]) -> FileBytes {
    var trace = TraceBuilder()
    for (count, (file, range)) in ranges.enumerated() {
      let put = MessageName(
        sender: "phone", receiver: .cloud, kind: .put, root: "scan", count: count + 1)
      let part = FilePart(
        task: 1,
        range: FileRange(
          file: file, offset: range.lowerBound, length: range.count, intent: "scan"),
        version: FileVersion(size: 3000, checksum: file.string))
      trace.request(put, .put(part), at: Int64(count))
    }
    return FileBytes(trace.events)
  }

  @Test("Bytes that come a second time are counted, and no others")
  func again() {
    let once = puts([("a", 0..<1000), ("a", 1000..<2000), ("b", 0..<1000)])
    #expect(once.all == 3000 && once.again == 0 && once.waste == nil)
    let twice = puts([("a", 0..<1000), ("a", 500..<2000), ("a", 0..<2000)])
    #expect(twice.all == 4500 && twice.again == 2500)
    #expect(twice.waste == "2,500 of 4,500 bytes of files arrived once more than needed")
  }
}

@Suite("How two scenarios differ") struct ScenarioDifferenceTests {
  @Test("By behaviours, devices together, and by whatever else their files set")
  func rows() throws {
    let left = try TraceBuilder.scenario(extra: #", "cloud": {"tokens": {"refreshGrace": "2m"}}"#)
    var right = try TraceBuilder.scenario(
      extra: #", "about": "other", "cloud": {"tokens": {"refreshGrace": "0s"}}"#)
    for index in 0...1 { right.devices[index].policy.reenqueue = .blind }
    let difference = ScenarioDifference(left, right)
    #expect(
      difference.rows == [
        .init(what: "phone, tablet: reenqueue", left: "byIdentifier", right: "blind"),
        .init(what: "cloud.tokens.refreshGrace", left: "2m", right: "0s"),
      ])
    #expect(ScenarioDifference(left, left).rows.isEmpty)
  }
}
