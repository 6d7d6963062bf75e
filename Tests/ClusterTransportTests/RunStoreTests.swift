import ClusterCore
import Testing

@testable import ClusterTransport

@Suite struct RunStoreTests {
  private func store(_ scratch: Scratch, at moment: Int64 = 1000) throws -> RunStore {
    try RunStore(
      root: "\(scratch.path)/store", scenario: "notes", startedAt: moment, seed: Seed(7),
      process: 42)
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  @Test func `a run's directory is named by moment, seed and process`() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    #expect(store.directory == "\(scratch.path)/store/notes/1000-7-42")
    #expect(store.log(of: "phone") == "\(store.directory)/devices/phone.log")
    #expect(try FileSystem.names(in: store.directory) == ["devices"])
  }

  @Test func `two runs of one moment get two directories`() throws {
    let scratch = try Scratch()
    _ = try store(scratch)
    #expect(try store(scratch).directory.hasSuffix("/1001-7-42"))
  }

  @Test func `files hold what was given and are for their owner only`() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    try store.write(Array("{}".utf8), to: .results)
    #expect(try read("\(store.directory)/results.json") == "{}")
    let list = try permissions(of: "\(store.directory)/results.json")
    #expect(list == 0o600)
    #expect(try permissions(of: store.directory) == 0o700)
    #expect(try permissions(of: "\(scratch.path)/store") == 0o700)
  }

  @Test func `a trace has its header before any event and its lines after a flush`() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    let trace = try store.begin(.trace, header: Array("head".utf8))
    let path = "\(store.directory)/trace.jsonl"
    #expect(try read(path) == "head\n")
    try trace.append(Array("one".utf8))
    try trace.append(Array("two".utf8))
    #expect(try read(path) == "head\n")
    try trace.flush()
    #expect(try read(path) == "head\none\ntwo\n")
  }

  @Test func `lines are written as the run goes, and the rest when the file is let go`() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999)
    var trace: LineFile? = try store.begin(.trace, header: [])
    for _ in 0..<100 { try trace?.append(line) }
    let path = store.path(of: .trace)
    // 1 byte of header and 65 lines of 1000 stay below 64 KiB of lines; 66 do not.
    #expect(try FileSystem.read(path).count == 1 + 66 * 1000)
    trace = nil
    #expect(try FileSystem.read(path).count == 1 + 100 * 1000)
  }

  @Test func `links lead to the newest run and are replaced, not removed first`() throws {
    let scratch = try Scratch()
    let first = try store(scratch, at: 1)
    let second = try store(scratch, at: 2)
    try first.point(.latest)
    try first.point(.latestFailure)
    try second.point(.latest)
    let directory = "\(scratch.path)/store/notes"
    #expect(FileSystem.target(ofLink: "\(directory)/latest") == "2-7-42")
    #expect(FileSystem.target(ofLink: "\(directory)/latest-failure") == "1-7-42")
    #expect(
      try FileSystem.names(in: directory) == ["1-7-42", "2-7-42", "latest", "latest-failure"])
  }

  @Test func `where the clock went back the latest is still the one that ended last`() throws {
    let scratch = try Scratch()
    let first = try store(scratch, at: 5000)
    try first.point(.latest)
    let second = try store(scratch, at: 1000)
    try second.point(.latest)
    let directory = "\(scratch.path)/store/notes"
    #expect(FileSystem.target(ofLink: "\(directory)/latest") == "1000-7-42")
    // The link keeps it, though by its name it is the oldest.
    #expect(
      try RunStore.prune(root: "\(scratch.path)/store", scenario: "notes", keep: 1).isEmpty)
  }

  @Test func `pruning keeps the newest by moment, what a link leads to, and strangers`() throws {
    let scratch = try Scratch()
    let runs = try [5, 40, 300, 2000].map { try store(scratch, at: $0) }
    try runs[0].point(.latestFailure)
    try FileSystem.makeDirectory("\(scratch.path)/store/notes/mine")
    let removed = try RunStore.prune(root: "\(scratch.path)/store", scenario: "notes", keep: 2)
    #expect(removed == ["40-7-42"])
    #expect(
      try FileSystem.names(in: "\(scratch.path)/store/notes")
        == ["2000-7-42", "300-7-42", "5-7-42", "latest-failure", "mine"])
  }

  @Test func `a store that cannot be written is an error with its path and the reason`() throws {
    let scratch = try Scratch()
    try scratch.write([], to: "store")
    let error = #expect(throws: StoreError.self) { _ = try self.store(scratch) }
    #expect(error?.path == "\(scratch.path)/store/notes")
    #expect(error?.reason == "Not a directory")
  }

  private func permissions(of path: String) throws -> Int {
    let status = try FileSystem.status(of: path)
    return Int(try #require(status).permissions)
  }
}
