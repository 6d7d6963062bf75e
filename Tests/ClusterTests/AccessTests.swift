import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// Nobody else can look in, no file reaches out, and nothing is started or opened but what was named.
@Suite(.waiting) struct AccessTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// What stands in the test's folder, with its permissions.
  private func everything() throws -> [(path: String, permissions: Int, isFolder: Bool)] {
    let root = tool.folder.path()
    return try FileManager.default.subpathsOfDirectory(atPath: root).map { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      return (path, mode, attributes[.type] as? FileAttributeType == .typeDirectory)
    }
  }

  @Test(arguments: ["000", "022"])
  func whatARunLeavesIsItsUsersAlone(mask: String) throws {
    defer { tool.remove() }
    let run = try tool.run(after: "umask \(mask); exec", ["run", scenario, "--quiet"])
    #expect(run.status == 0, "\(run.errors)")
    let left = try everything().filter {
      $0.path.hasPrefix("store") && !$0.path.hasSuffix("latest") && $0.path != "tmp"
    }
    #expect(left.count > 8)
    for (path, permissions, isFolder) in left {
      #expect(permissions == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func whatARunHoldsIsItsUsersAlone() throws {
    defer { tool.remove() }
    let (process, output, errors) = try tool.startLongRun()
    let temporary = tool.folder.appending(path: "tmp").path()
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary)
    #expect(names.count == 1)
    let connected = Tool.wait {
      let held = FileManager.default.subpaths(atPath: temporary) ?? []
      return held.contains { $0.hasSuffix("phone.d/journal") }
        && !held.contains { $0.hasSuffix(".s") }
    }
    #expect(connected, "a socket stands after all are connected")
    let held = try everything().filter { $0.path.hasPrefix("tmp/") }
    for (path, permissions, isFolder) in held {
      #expect(permissions == (isFolder ? 0o700 : 0o600), "\(path)")
    }
    kill(process.processIdentifier, SIGTERM)
    #expect(tool.outcome(of: process, output, errors).status == 130)
  }

  static let names = [
    "../x", "/tmp/x", "a/b", "..", ".", ".hidden", "", "a\\u0000b", "a\\nb", "x y",
    String(repeating: "x", count: 65),
  ]

  @Test(arguments: names, ["name", "variants", "devices"])
  func aNameCannotLeaveTheStore(name: String, place: String) throws {
    defer { tool.remove() }
    let before = Set(try everything().map(\.path))
    let own = place == "name" ? name : "plain"
    let device = place == "devices" ? name : "phone"
    let variants = place == "variants" ? ", \"variants\": {\"\(name)\": {}}" : ""
    let path = try tool.write(
      """
      {"format": 1, "name": "\(own)", "devices": [{"name": "\(device)"}]\(variants)}
      """)
    let run = try tool.run("run", path)
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    #expect(Set(try everything().map(\.path)).subtracting(before) == ["scenario.json"])
  }

  @Test func aLinkInTheStoreIsNotWrittenThrough() throws {
    defer { tool.remove() }
    #expect(try tool.run("run", scenario, "--quiet").status == 0)
    let latest = tool.folder.appending(path: "store/cluster/latest")
    let precious = try tool.write("precious", to: "precious")
    let page = latest.appending(path: "report.html").path()
    try FileManager.default.removeItem(atPath: page)
    try FileManager.default.createSymbolicLink(atPath: page, withDestinationPath: precious)
    let report = try tool.run("report", latest.path())
    #expect(report.status == 74 && report.hasThreeParts, "\(report.errors)")
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
  }

  @Test(.enabled(if: Python.isThere, "there is no python3"))
  func aCommandIsHandedOverWordForWord() throws {
    defer { tool.remove() }
    let words = ["$(touch made)", "; touch made", "`touch made`", "> made", "| touch made", "*"]
    let program = try tool.write(
      """
      import os, sys
      print(repr(sys.argv[1:\(words.count + 1)]), sorted(os.listdir("/proc/self/fd"), key=int),
            oct(os.stat(os.getcwd()).st_mode & 0o777), os.listdir("."), file=sys.stderr)
      """, to: "words.py")
    let path = try tool.write(try Python.scenario(["python3", program] + words))
    let run = try tool.run("run", path, "--json")
    #expect(run.status == 2)
    let log = try String(
      contentsOf: tool.folder.appending(path: "store/foreign/latest/devices/phone.log"),
      encoding: .utf8)
    let said = "[" + words.map { "'\($0)'" }.joined(separator: ", ") + "]"
    // Its three outputs, and the folder it is listing; its own folder, where nothing is yet.
    #expect(log == "\(said) ['0', '1', '2', '3'] 0o700 []\n")
    #expect(try everything().allSatisfy { !$0.path.hasSuffix("made") })
  }

  @Test(.enabled(if: Machine.tracer, Machine.noTracer))
  func noNetworkIsOpenedAndNothingElseIsStarted() throws {
    defer { tool.remove() }
    let run = try tool.run(
      after: "exec strace -f -qq -s 4096 -o calls -e trace=%network,execve",
      ["run", scenario, "--quiet"])
    #expect(run.status == 0, "\(run.errors)")
    let calls = try String(
      contentsOf: tool.folder.appending(path: "calls"), encoding: .utf8
    ).split(separator: "\n")
    let sockets = calls.filter { $0.contains(" socket(") || $0.contains(" socketpair(") }
    #expect(sockets.count >= 6, "three listen and three connect")
    #expect(sockets.allSatisfy { $0.contains("(AF_UNIX, ") }, "\(sockets)")
    let started = calls.filter { $0.contains(" execve(") }
    #expect(started.count == 4, "the tool and three devices: \(started)")
    #expect(
      started.dropFirst().allSatisfy {
        $0.contains("/cluster\", [\"") && $0.contains("/cluster\", \"device\", \"--socket\", ")
      }, "\(started)")
  }
}
