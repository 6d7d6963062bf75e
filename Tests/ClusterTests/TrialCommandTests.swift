import Foundation
import Testing

@Suite(.waiting) struct TrialCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func rows(_ run: Tool.Outcome) throws -> [[String: Any]] {
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [[String: Any]])
  }

  @Test func allRowsAgreeOnProcessesAndInMemoryAlike() throws {
    defer { tool.remove() }
    let run = try tool.run("trial", "--json")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(tool.leftovers.isEmpty)
    let rows = try rows(run)
    #expect(rows.count == 33)
    for row in rows {
      #expect(row["agrees"] as? Bool == true, "\(row["label"] ?? "")")
      #expect(row["late"] is String)
      let cluster = try #require(row["cluster"] as? [String: String])
      let model = try #require(row["model"] as? [String: String])
      for key in ["once", "twice", "forward", "backward", "class"] {
        #expect(cluster[key] != nil)
        #expect(cluster[key] == model[key])
      }
    }
    #expect(try tool.run("trial", "--json", "--hosts", "memory").output == run.output)
  }

  @Test func aNamedRowIsPrintedBesideItsModel() throws {
    defer { tool.remove() }
    let run = try tool.run("trial", "kural-damga", "--hosts", "memory")
    #expect(run.status == 0)
    let state = "bir=theme=koyu@1 iki=theme=koyu@1 ab=theme=acik@2 ba=theme=acik@2 -> saglam"
    #expect(run.output.contains("  model    \(state)"))
    #expect(run.output.contains("  cluster  \(state)"))
    #expect(run.output.hasSuffix("1 row in memory: agrees with the model\n"))
  }

  @Test(arguments: ["stok-okuma", "kural-damgaa"])
  func aRowThatIsNotThereIsRefused(label: String) throws {
    defer { tool.remove() }
    let run = try tool.run("trial", label)
    #expect(run.status == 64)
    #expect(run.errors.contains(label))
    #expect(run.errors.contains("next:"))
  }
}
