import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterTransport

/// A reader of bytes from outside, as a fuzzer drives it: any bytes may come.
///
/// To refuse them is right. To trap, to hang, to take memory without bound, or to write what was
/// read as something else is not; the last is a failed precondition here.
package enum FuzzSubject: String, CaseIterable, Sendable {
  /// A frame of either direction.
  case frame
  /// A scenario file with all its variants.
  case scenario
  /// A scenario file that is run in memory as far as it gets in a few steps.
  case run
  case schedule
  /// A stored run, its events judged again.
  case trace
  /// A device's store.
  case journal

  /// The folders of its corpus: what can be read can be run.
  package var corpora: [String] {
    self == .run ? [FuzzSubject.run.rawValue, FuzzSubject.scenario.rawValue] : [rawValue]
  }

  package func read(_ bytes: [UInt8]) {
    switch self {
    case .frame: readFrame(bytes)
    case .scenario: _ = Self.scenarios(bytes)
    case .run: run(bytes)
    case .schedule: readSchedule(bytes)
    case .trace: readTrace(bytes)
    case .journal: readJournal(bytes)
    }
  }

  private func readFrame(_ bytes: [UInt8]) {
    guard let tape = try? JSONParser.tape(bytes) else { return }
    let tree = JSONTape(tape.node)
    readFrame(tape, tree, HostFrame.init)
    readFrame(tape, tree, DeviceFrame.init)
  }

  /// As both ends read it, and once more from the tree of its parts: the same or the same error.
  private func readFrame<Frame: JSONWritable>(
    _ tape: JSONTape, _ tree: JSONTape, _ read: (JSONReader) throws(FormatError) -> Frame
  ) {
    do {
      let frame = try JSONReader.read(tape, read)
      expectStable(frame, read)
      let again = try? JSONReader.read(tree, read)
      precondition(again?.json == frame.json, "\(frame.json) reads as \(again?.json ?? "nothing")")
    } catch {
      do {
        let frame = try JSONReader.read(tree, read)
        preconditionFailure("\(frame.json) is read from a tree alone: \(error)")
      } catch let other {
        precondition(error == other, "\(error) is \(other) of a tree")
      }
    }
  }

  /// Every variant that can be meant.
  private static func scenarios(_ bytes: [UInt8]) -> [Scenario] {
    guard let file = try? ScenarioFile(bytes) else { return [] }
    return file.variantNames.prefix(mostVariants).compactMap { try? file.scenario($0) }
  }

  private static let mostVariants = 4
  private static let steps = 300

  private func run(_ bytes: [UInt8]) {
    for scenario in Self.scenarios(bytes) where !scenario.hasForeignDevice {
      guard let run = try? JudgedRun.inMemory(RunSetup(scenario, stepLimit: Self.steps)) else {
        continue
      }
      _ = run.checker.results()
    }
  }

  private func readSchedule(_ bytes: [UInt8]) {
    var schedule = Schedule()
    for line in lines(bytes) {
      guard let node = try? JSONParser.parse(line) else { continue }
      _ = try? schedule.take(JSONReader(node))
    }
    let written = schedule.lines
    var again = Schedule()
    for line in written {
      guard let node = try? JSONParser.parse(line),
        (try? again.take(JSONReader(node))) == true
      else { preconditionFailure("what was written cannot be read: \(line)") }
    }
    precondition(again.lines == written, "a schedule reads as another: \(written)")
  }

  private func readTrace(_ bytes: [UInt8]) {
    let lines = lines(bytes)
    guard let first = lines.first, let node = try? JSONParser.parse(first),
      let scenario = try? TraceHeader(JSONReader(node)).scenario()
    else { return }
    var checker = Checker(scenario: scenario)
    for line in lines.dropFirst() {
      guard let node = try? JSONParser.parse(line), let event = try? TraceEvent(JSONReader(node))
      else { continue }
      expectStable(event, TraceEvent.init)
      checker.observe(event)
    }
    _ = checker.results()
  }

  private func readJournal(_ bytes: [UInt8]) {
    guard let contents = try? Journal.contents(of: bytes) else { return }
    for entry in contents.entries { expectStable(entry, JournalEntry.init) }
  }

  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// What is written reads again as what wrote it.
  private func expectStable<Value: JSONWritable>(
    _ value: Value, _ read: (JSONReader) throws(FormatError) -> Value
  ) {
    let text = value.json
    guard let node = try? JSONParser.parse(text), let again = try? read(JSONReader(node)) else {
      preconditionFailure("what was written cannot be read: \(text)")
    }
    precondition(again.json == text, "\(text) reads as \(again.json)")
  }
}
