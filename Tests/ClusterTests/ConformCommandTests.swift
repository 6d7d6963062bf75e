import Foundation
import Testing

@Suite(.waiting, .enabled(if: Python.isThere, "there is no python3")) struct ConformCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The names of the cases with a verdict.
  private func cases(_ verdict: String, _ run: Tool.Outcome) throws -> [String] {
    let all = try #require(try run.json()["cases"] as? [[String: Any]])
    return all.filter { $0["verdict"] as? String == verdict }.compactMap { $0["name"] as? String }
  }

  @Test func theExampleDoesAllOfIt() throws {
    defer { tool.remove() }
    let run = try tool.run("conform", "python3", Python.device)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("✓ handshake: connects, and answers init with ready"))
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func soDoesOurOwn() throws {
    defer { tool.remove() }
    let run = try tool.run("conform", Tool.executable.path(), "device", "--json")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  struct Sabotage: CustomTestStringConvertible, Sendable {
    let change: String
    let undone: [String]

    var testDescription: String { undone.joined(separator: ", ") }
  }

  /// What is taken from the example, and the cases that notice.
  static let sabotages = [
    Sabotage(
      change: """
        real = device.Journal.__init__
        def forget(self, directory, syncs):
            real(self, directory, syncs)
            self.entries = []
        device.Journal.__init__ = forget
        """,
      undone: ["kill", "kill-unsent", "kill-unanswered"]),
    Sabotage(
      change: """
        real = Device.failed
        def give_up(self, what):
            before = list(self.effects)
            real(self, what)
            self.effects = before
            self.outbox = []
        Device.failed = give_up
        """,
      undone: ["again", "lost-answer", "pull-again"]),
    Sabotage(
      change: """
        real = Device.handle
        def deaf(self, event):
            if event["kind"] in ("push", "link"):
                event = dict(event, kind="timer", timer="nothing")
            if "sync" in event:
                event = dict(event, sync=False)
            return real(self, event)
        Device.handle = deaf
        """,
      undone: ["sync", "push", "offline", "repeated-push", "kill", "kill-unsent"]),
    Sabotage(
      change: """
        real = Device.answered
        def short(self, what, number, answer):
            real(self, what, number, dict(answer, more=False) if "more" in answer else answer)
        Device.answered = short
        Device.stamp = lambda self, wall: f"{time.monotonic_ns()}.0.{self.name}"
        def main():
            try:
                code = plain()
            except BaseException:
                code = 1
            return 0 if code else 3
        plain, device.main = device.main, main
        """,
      undone: [
        "stop", "event-before-init", "other-protocol", "no-json", "half-a-frame", "unknown-type",
        "unknown-event", "no-number", "pages", "stamp", "alike",
      ]),
  ]

  /// All with `CLUSTER_FULL=1`, else the one that forgets and the one that most cases notice.
  private static let tried = Tool.isFull ? sabotages : [sabotages[0], sabotages[3]]

  @Test(arguments: tried)
  func whatADeviceDoesNotDoIsNamed(sabotage: Sabotage) throws {
    defer { tool.remove() }
    let program = try tool.write(Python.changed(sabotage.change), to: "lacking.py")
    let run = try tool.run("conform", "--json", "python3", program)
    #expect(run.status == 1, "\(run.errors)")
    let undone = try cases("notDone", run)
    #expect(Set(sabotage.undone).isSubset(of: undone), "\(undone)")
    #expect(try cases("done", run).contains("handshake"))
  }

  @Test func aDeviceThatBreaksTheProtocolIsNamedWithTheRule() throws {
    defer { tool.remove() }
    let program = try tool.write(Python.rogue, to: "rogue.py")
    let run = try tool.run("conform", "--json", "python3", program, "unknown-type")
    #expect(run.status == 2, "\(run.errors)")
    #expect(try cases("broke", run) == ["handshake"])
    #expect(try cases("notTried", run).count > 30)
    #expect(run.output.contains(#"\"hello\" is none"#), "\(run.output)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func aCommandThatIsMissingIsRefused() throws {
    defer { tool.remove() }
    #expect(try tool.run("conform").status == 64)
    let run = try tool.run("conform", "./nothing")
    #expect(run.status == 64)
    #expect(run.errors.contains("conform: there is no program"), "\(run.errors)")
  }
}
