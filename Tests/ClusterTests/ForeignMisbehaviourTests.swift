import Foundation
import Testing

/// A program that breaks a rule ends the run as unknown, and is named with what it did.
@Suite(.waiting, .enabled(if: Python.isThere, "there is no python3"))
struct ForeignMisbehaviourTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let kind: String
    let rule: String
    /// The bytes it sent, as they are shown; empty where it sent none.
    var bytes = ""

    var testDescription: String { kind }
  }

  static let cases = [
    Case(kind: "exits", rule: "exited with status 3 before it connected"),
    Case(
      kind: "garbage", rule: "answered event 1 with something that is no JSON",
      bytes: #"its last frame: \x01 what?\n"#),
    Case(
      kind: "half", rule: "sent only 12 bytes of a frame within 4.0 seconds",
      bytes: #"its last frame: {"type":"eff"#),
    Case(
      kind: "half-and-exit", rule: "exited with status 4 in the middle of a frame",
      bytes: #"its last frame: {"type":"eff"#),
    Case(
      kind: "too-large", rule: "sent a frame longer than 1048576 bytes",
      bytes: "its last frame: …" + String(repeating: "x", count: 200)),
    Case(
      kind: "unknown-type",
      rule: "a frame that breaks the protocol at type: \"hello\" is none of the words",
      bytes: #"its last frame: {"type":"hello"}\n"#),
    Case(
      kind: "two-frames", rule: "sent more than one frame", bytes: #""pending": 0}\n{"type""#),
    Case(
      kind: "other-number", rule: "answered event 1 with the number 77", bytes: #""number": 77"#),
    Case(
      kind: "foreign-intent",
      rule: "it sent an edit of \"nobody\", an intent it was never given"),
    Case(kind: "dies", rule: "was ended by SIGTERM when its answer to event 1 was due"),
    Case(kind: "silent", rule: "sent no frame within 4.0 seconds"),
  ]

  @Test(arguments: cases)
  func theRunIsUnknownAndSaysWhy(test: Case) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let program = try tool.write(Python.rogue, to: "rogue.py")
    let path = try tool.write(try Python.scenario(["python3", program, test.kind]))
    // Only those that hang are waited for; a loaded machine may need the usual time for others.
    let limit = ["half", "silent"].contains(test.kind) ? "4" : "10"
    let run = try tool.run("run", path, "--answer-limit", limit, "--json")
    #expect(run.status == 2, "\(run.output)\(run.errors)")
    #expect(try run.json()["verdict"] as? String == "unknown")
    #expect(run.errors.hasPrefix("error: phone: "), "\(run.errors)")
    #expect(run.errors.contains(test.rule), "\(run.errors)")
    #expect(test.bytes.isEmpty || run.errors.contains(test.bytes), "\(run.errors)")
    if test.kind != "foreign-intent" {
      #expect(run.errors.contains("it said: I am \(test.kind)"), "\(run.errors)")
    }
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func aSearchAndAShrinkEndAsUnknownToo() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let program = try tool.write(Python.rogue, to: "rogue.py")
    let path = try tool.write(try Python.scenario(["python3", program, "garbage"]))
    for command in ["explore", "shrink"] {
      let run = try tool.run(command, path)
      #expect(run.status == 2, "\(command): \(run.output)\(run.errors)")
      #expect(run.errors.contains("something that is no JSON"))
    }
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func aKilledCoordinatorLeavesNoneOfSuchPrograms() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let program = try tool.write(Python.rogue, to: "rogue.py")
    let path = try tool.write(try Python.scenario(["python3", program, "silent"]))
    let (process, _, _) = try tool.start(["run", path, "--quiet"])
    #expect(Tool.wait { tool.devices.count >= 2 }, "no devices came up")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(Tool.wait { tool.devices.isEmpty }, "\(tool.leftovers)")
  }
}
