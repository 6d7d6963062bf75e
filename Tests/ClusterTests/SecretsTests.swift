import ClusterCore
import ClusterEngine
import Foundation
import Testing

/// A token's secret stands in live frames, a device's own store and its vault, and in nothing
/// that a run leaves or prints.
@Suite(.waiting) struct SecretsTests {
  private static let file = Tool.root.appending(path: "Scenarios/mixed/busy-morning.json")

  /// The secrets of the tokens that go back and forth in a run, from its live events.
  private static func secrets(_ text: String) throws -> Set<String> {
    var secrets: Set<String> = []
    _ = try JudgedRun.inMemory(RunSetup(ScenarioFile(Array(text.utf8)).scenario())) { event in
      for match in event.json.matches(of: #/(access|refresh)#[0-9]+:([0-9a-f]+)/#) {
        secrets.insert(String(match.2))
      }
    }
    return secrets
  }

  /// Every file below a folder.
  private static func files(below folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter { file in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: file.path(), isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }

  @Test(arguments: ["pass", "fail"])
  func noSecretIsLeftOrPrinted(verdict: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    // A naive vault and credentials, and an expectation that does not hold: it is told at length.
    if verdict == "fail" {
      text = text.replacing(
        #""timeout": "10s"}"#, with: #""timeout": "10s", "policy": {"tokens": "naive"}}"#)
    }
    let secrets = try Self.secrets(text)
    #expect(secrets.count > 6 && secrets.allSatisfy { $0.utf8.count == 16 })
    let path = try tool.write(text)
    for arguments in [["--json"], ["--twice"], ["--quiet"]] {
      let run = try tool.run(["run", path] + arguments)
      #expect(run.status == (verdict == "pass" ? 0 : 1), "\(run.errors)")
      for secret in secrets {
        #expect(!run.output.contains(secret) && !run.errors.contains(secret))
      }
    }
    let left = Self.files(below: tool.folder.appending(path: "store"))
    let names = Set(left.map(\.lastPathComponent))
    #expect(
      names.isSuperset(of: [
        "trace.jsonl", "schedule.jsonl", "results.json", "messages.txt", "run.json",
      ]))
    for file in left {
      let bytes = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(!secrets.contains { bytes.contains($0) }, "\(file.lastPathComponent)")
    }
    #expect(tool.leftovers.isEmpty)
  }
}
