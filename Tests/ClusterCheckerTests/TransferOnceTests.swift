import ClusterCore
import Testing

@testable import ClusterChecker

/// A phone downloads a.zip of 200 bytes in two ranges, or sends b.jpg of 100 bytes in one.
@Suite struct TransferOnceTests {
  private static let file = FileVersion(size: 200, checksum: "aa")
  private static let photo = FileVersion(size: 100, checksum: "bb")
  private static let down = TransferTask(
    key: TransferKey(.download, "a.zip"), intent: "w1", version: nil)
  private static let up = TransferTask(
    key: TransferKey(.upload, "b.jpg"), intent: "w2", version: photo)

  private struct Files {
    var trace: TraceBuilder
    private var calls = 0
    private var requests = 0

    init() throws {
      trace = try TraceBuilder(
        #""start": {"files": {"a.zip": {"size": 200, "checksum": "aa"}}}"#)
    }

    mutating func want(_ task: TransferTask) {
      let operation: ClusterCore.Operation =
        task.version.map { .upload([UploadedFile(file: task.key.file, version: $0)]) }
        ?? .download([task.key.file])
      trace.make("phone", task.intent, operation, shows: [.file(task.key, .transferring)])
    }

    mutating func enqueue(_ task: TransferTask) {
      calls += 1
      let name = message(.enqueue, task.intent, calls)
      trace.step(
        lane, .delivery(name, copy: 1), .transferCall(.enqueue(task)), [], root: task.intent)
    }

    /// The service asks for a range and gets it, or a cut.
    mutating func fetch(_ offset: Int, _ length: Int, isCut: Bool = false) {
      requests += 1
      let range = FileRange(file: "a.zip", offset: offset, length: length, intent: "w1")
      let name = message(.fetch, "w1", requests)
      trace.step(
        lane, .timer(TimerName(device: lane, kind: "resume", root: "w1", count: requests)),
        .timer("task/1"),
        [PerformedEffect(.send(.fetch(range), number: requests), .sent(name, .copies([10])))],
        root: "w1")
      let chunk = FileChunk(file: "a.zip", offset: offset, length: length, version: file)
      hear(name, isCut ? nil : .chunk(chunk))
    }

    mutating func put(isTaken: Bool = true, isCut: Bool = false) {
      requests += 1
      let range = FileRange(file: "b.jpg", offset: 0, length: 100, intent: "w2")
      let part = FilePart(task: 1, range: range, version: photo)
      let name = message(.put, "w2", requests)
      trace.step(
        lane, .timer(TimerName(device: lane, kind: "resume", root: "w2", count: requests)),
        .timer("task/1"),
        [PerformedEffect(.send(.put(part), number: requests), .sent(name, .copies([10])))],
        root: "w2")
      let receipt = FileReceipt(
        file: "b.jpg", received: 100, isComplete: true, isDuplicate: false)
      if isTaken {
        trace.step(
          .cloud, .delivery(name, copy: 1), .request(.put(part), from: lane),
          [PerformedEffect(.answer(.received(receipt)), .sent(name.answer, .copies([10])))],
          root: "w2")
      }
      hear(name, isCut ? nil : .received(receipt))
    }

    private mutating func hear(_ name: MessageName, _ answer: Answer?) {
      guard let answer else {
        trace.step(
          lane, .failure(name), .failure(.timeout, of: requests), [], root: name.root)
        return
      }
      trace.step(
        lane, .delivery(name.answer, copy: 1), .answer(answer, to: requests), [], root: name.root)
    }

    mutating func finish(_ task: TransferTask, moves: Bool = true, shows state: FileState? = .done)
    {
      let notice = TransferNotice.finished(1, task, isDuplicate: false)
      requests += 1
      let name = message(.finished, task.intent, requests)
      trace.step(
        lane, .timer(TimerName(device: lane, kind: "end", root: task.intent, count: requests)),
        .timer("end"), [PerformedEffect(.notify(notice), .sent(name, .copies([0])))],
        root: task.intent)
      var effects: [PerformedEffect] = []
      if moves { effects.append(PerformedEffect(.moveFile(1), .done)) }
      if let state { effects.append(PerformedEffect(.show([.file(task.key, state)]), .done)) }
      trace.step(
        "phone", .delivery(name, copy: 1), .transferNotice(notice), effects, root: task.intent)
    }

    mutating func end() {
      trace.calm()
      trace.end([])
    }

    private var lane: NodeID { "phone.transfers" }

    private func message(_ kind: MessageKind, _ root: RootID, _ count: Int) -> MessageName {
      switch kind {
      case .enqueue:
        MessageName(sender: "phone", receiver: lane, kind: kind, root: root, count: count)
      case .finished:
        MessageName(sender: lane, receiver: "phone", kind: kind, root: root, count: count)
      case .save, .pull, .push, .fetch, .put, .cancelTask, .listTasks, .failed, .tasks, .order,
        .readOrder, .search, .register, .markRead, .unread, .call, .refresh, .signIn, .signOut:
        MessageName(sender: lane, receiver: .cloud, kind: kind, root: root, count: count)
      }
    }
  }

  private func verdict(_ files: Files, _ reason: String? = nil) -> Verdict? {
    let result = files.trace.result(.transferOnce)
    if let reason { #expect(result?.signature.hasSuffix("|\(reason)") == true) }
    return result?.verdict
  }

  @Test func `a file fetched whole, moved and shown passes`() throws {
    var files = try Files()
    files.want(Self.down)
    files.enqueue(Self.down)
    files.fetch(0, 100)
    files.fetch(100, 100, isCut: true)
    files.fetch(100, 100)
    files.finish(Self.down)
    files.end()
    #expect(verdict(files) == .pass)
    #expect(files.trace.result(.transferOnce)?.witnesses == 1)
  }

  @Test func `an upload that the cloud has, and that is shown so, passes`() throws {
    var files = try Files()
    files.want(Self.up)
    files.enqueue(Self.up)
    files.put(isCut: true)
    files.put()
    files.finish(Self.up, moves: false)
    files.end()
    #expect(verdict(files) == .pass)
  }

  @Test func `two transfers of one file at a time fail`() throws {
    var files = try Files()
    files.want(Self.down)
    files.enqueue(Self.down)
    files.enqueue(Self.down)
    #expect(verdict(files, "two at a time") == .fail)
    let words = files.trace.result(.transferOnce)?.explanation ?? ""
    #expect(words.contains("a.zip on phone") && words.contains("step 2"))
  }

  @Test func `bytes sent again without a cut fail`() throws {
    var files = try Files()
    files.want(Self.down)
    files.enqueue(Self.down)
    files.fetch(0, 100)
    files.fetch(50, 100)
    #expect(verdict(files, "bytes sent again") == .fail)
  }

  @Test func `a system's death takes nothing from what was carried over, a user's does`() throws {
    for (death, expected) in [(Death.system, Verdict.fail), (.user, .pass)] {
      var files = try Files()
      files.want(Self.down)
      files.enqueue(Self.down)
      files.fetch(0, 100)
      files.trace.add(.died(device: "phone", death))
      files.enqueue(Self.down)
      for offset in [0, 100] { files.fetch(offset, 100) }
      files.finish(Self.down)
      files.end()
      #expect(verdict(files) == expected)
    }
  }

  @Test func `done is shown too early where the file was not moved, or is not whole`() throws {
    for (length, moves) in [(200, false), (100, true)] {
      var files = try Files()
      files.want(Self.down)
      files.enqueue(Self.down)
      files.fetch(0, length)
      files.finish(Self.down, moves: moves)
      #expect(verdict(files, "shown done too early") == .fail)
    }
    var upload = try Files()
    upload.want(Self.up)
    upload.enqueue(Self.up)
    upload.put(isTaken: false)
    upload.finish(Self.up, moves: false)
    #expect(verdict(upload, "shown done too early") == .fail)
  }

  @Test func `an upload that the cloud has and the app does not know of fails`() throws {
    var files = try Files()
    files.want(Self.up)
    files.enqueue(Self.up)
    files.put()
    files.finish(Self.up, moves: false, shows: .failed)
    files.end()
    #expect(verdict(files, "not known as done") == .fail)
  }

  @Test func `what still runs in the end, or never ran, fails`() throws {
    var files = try Files()
    files.want(Self.down)
    files.enqueue(Self.down)
    files.end()
    #expect(verdict(files, "still runs") == .fail)
    var idle = try Files()
    idle.want(Self.down)
    idle.end()
    #expect(verdict(idle, "not done") == .fail)
  }

  @Test func `a transfer that the list has given up and the system has not fails`() throws {
    var files = try Files()
    files.want(Self.down)
    files.enqueue(Self.down)
    files.trace.make(
      "phone", "c", .cancelTransfer("a.zip"), shows: [.file(Self.down.key, .cancelled)])
    files.end()
    #expect(verdict(files, "still runs") == .fail)
  }

  @Test func `without files there is nothing to judge, and without an end no verdict`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end(title: milk)
    #expect(trace.verdict(.transferOnce) == .notJudged)
    var files = try Files()
    files.want(Self.down)
    #expect(verdict(files) == .unknown)
  }
}
