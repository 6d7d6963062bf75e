import Foundation
import Testing

/// Which tool `run-cluster.sh` builds and starts, in a tree whose `swift` only writes a tool that
/// tells its build and what it was given.
@Suite(.waiting) struct ScriptTests {
  private let tool: Tool
  private let tree: URL

  init() throws {
    tool = try Tool()
    tree = tool.folder.appending(path: "tree")
    try write("// package\n", to: "Package.swift")
    try write("// source\n", to: "Sources/main.swift")
    let script = try String(
      contentsOf: Tool.root.appending(path: "run-cluster.sh"), encoding: .utf8)
    try write(script, to: "run-cluster.sh", isProgram: true)
    try write(
      """
      #!/bin/sh
      echo "$@" >> \(tree.path())/built
      [ ! -e \(tree.path())/broken ] || { echo "main.swift:1: no such thing"; exit 1; }
      for word; do case $word in debug|release) build=$word;; esac; done
      mkdir -p \(tree.path())/.build/$build
      printf '#!/bin/sh\\necho %s "$@"\\n' $build > \(tree.path())/.build/$build/cluster
      chmod +x \(tree.path())/.build/$build/cluster
      """, to: "bin/swift", isProgram: true)
  }

  private func write(_ text: String, to name: String, isProgram: Bool = false) throws {
    let file = tree.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    if isProgram {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path())
    }
  }

  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    let path = ["PATH": "\(tree.path())/bin:/usr/bin:/bin"]
    return try tool.run(
      program: "\(tree.path())/run-cluster.sh", arguments,
      environment: path.merging(environment) { $1 })
  }

  /// How often something was built.
  private func builds() throws -> Int {
    let log = try? String(contentsOf: tree.appending(path: "built"), encoding: .utf8)
    return (log ?? "").split(separator: "\n").count
  }

  @Test func theFirstAnswerDoesNotWaitForTheOptimiser() throws {
    defer { tool.remove() }
    let first = try run()
    #expect(first.output == "debug run \(tree.path())/cluster.json\n")
    #expect(first.errors == "building the tool, about a minute\n")
    let second = try run("run", "mine.json", "--seed", "7")
    #expect(second.output == "debug run mine.json --seed 7\n")
    #expect(second.errors.isEmpty)
    #expect(try builds() == 1)
  }

  @Test(arguments: ["audit", "bench", "explore", "shrink", "soak", "trial"])
  func whatMakesThousandsOfRunsIsOptimised(command: String) throws {
    defer { tool.remove() }
    #expect(try run("run", "mine.json").output == "debug run mine.json\n")
    let search = try run(command, "mine.json")
    #expect(search.output == "release \(command) mine.json\n")
    #expect(search.errors == "building the tool, optimised: some minutes, this once\n")
    // From here on the faster one serves for all.
    #expect(try run("run", "mine.json").output == "release run mine.json\n")
    #expect(try builds() == 2)
  }

  @Test func aChangedSourceIsBuiltAnew() throws {
    defer { tool.remove() }
    _ = try run("soak", "mine.json")
    let later = Date(timeIntervalSinceNow: 60)
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: tree.appending(path: "Sources/main.swift").path())
    #expect(try run("run", "mine.json").output == "debug run mine.json\n")
    #expect(try builds() == 2)
  }

  @Test func theEnvironmentSaysWhichBuild() throws {
    defer { tool.remove() }
    let debug = try run("soak", "mine.json", environment: ["CLUSTER_BUILD": "debug"])
    #expect(debug.output == "debug soak mine.json\n")
    let release = try run("run", "mine.json", environment: ["CLUSTER_BUILD": "release"])
    #expect(release.output == "release run mine.json\n")
    let wrong = try run("run", "mine.json", environment: ["CLUSTER_BUILD": "fast"])
    #expect(wrong.status == 64 && wrong.hasThreeParts)
    #expect(wrong.errors.contains("fast"))
  }

  @Test func sourcesThatDoNotCompileAreShown() throws {
    defer { tool.remove() }
    try write("", to: "broken")
    let failed = try run("run", "mine.json")
    #expect(failed.status == 70 && failed.hasThreeParts)
    #expect(failed.errors.contains("main.swift:1: no such thing"))
    #expect(failed.output.isEmpty)
  }
}
