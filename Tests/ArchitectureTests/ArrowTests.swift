import Foundation
import Testing

/// The rooms of the house and the only ways between them.
@Suite struct ArrowTests {
  /// Who may know whom; `docs/architecture.md` tells why.
  private static let allowed: [String: Set<String>] = [
    "SyncModels": [],
    "ClusterCore": [],
    "ClusterNodes": ["ClusterCore"],
    "ClusterChecker": ["ClusterCore", "SyncModels"],
    "ClusterEngine": ["ClusterCore", "ClusterNodes", "ClusterChecker"],
    "ClusterReport": ["ClusterCore", "ClusterChecker"],
    "ClusterPlatform": [],
    "ClusterTransport": ["ClusterCore", "ClusterNodes", "ClusterPlatform"],
    "ClusterTesting": [
      "SyncModels", "ClusterCore", "ClusterChecker", "ClusterEngine", "ClusterReport",
    ],
    "cluster": [
      "SyncModels", "ClusterCore", "ClusterNodes", "ClusterChecker", "ClusterEngine",
      "ClusterReport", "ClusterTransport",
    ],
  ]

  /// What may come from outside, and in which folder; nothing else is imported anywhere.
  private static let outside: [String: [String]] = [
    "Foundation": ["SyncModels/Network/JSONLesson.swift", "ClusterTesting/"],
    "FoundationEssentials": ["SyncModels/Network/JSONLesson.swift"],
    "Dispatch": ["SyncModels/Concurrency/QueuesLesson.swift", "ClusterTransport/Platform/"],
    "Synchronization": [
      "ClusterCore/Basics/TextTable.swift", "cluster/Composition/Soak.swift",
      "ClusterTesting/Client/", "ClusterTransport/Platform/",
    ],
    "Glibc": ["ClusterTransport/Platform/"],
    "Darwin": ["ClusterTransport/Platform/"],
  ]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Import {
    let room: String
    let file: String
    let module: String
  }

  private static func imports() throws -> [Import] {
    let sources = root.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path())
    return try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      return text.split(separator: "\n").compactMap { line -> Import? in
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1,
          place == 0 || words[0].hasPrefix("@") || words[0] == "package"
        else { return nil }
        let room = path.split(separator: "/").first.map(String.init) ?? path
        return Import(room: room, file: path, module: String(words[place + 1]))
      }
    }
  }

  @Test func everyImportIsAnArrowThatIsAllowed() throws {
    let imports = try Self.imports()
    #expect(imports.count > 100, "the sources were not found")
    for one in imports {
      if let places = Self.outside[one.module] {
        #expect(places.contains { one.file.hasPrefix($0) }, "\(one.file) imports \(one.module)")
      } else {
        #expect(
          Self.allowed[one.room]?.contains(one.module) == true,
          "\(one.file) imports \(one.module)")
      }
    }
  }

  /// SwiftPM does not always refuse an import that the manifest does not declare.
  @Test func theManifestDeclaresWhatIsImportedAndNothingMore() throws {
    let declared = try Self.manifestArrows()
    #expect(Set(declared.keys) == Set(Self.allowed.keys), "rooms of the manifest")
    var used: [String: Set<String>] = [:]
    for one in try Self.imports() where Self.outside[one.module] == nil {
      used[one.room, default: []].insert(one.module)
    }
    for (room, arrows) in declared {
      #expect(arrows.isSubset(of: Self.allowed[room] ?? []), "\(room) declares \(arrows)")
      #expect(used[room] ?? [] == arrows, "\(room) imports other rooms than it declares")
    }
  }

  /// Reads `room("Name", ["Other"])` and the two targets that are written out.
  private static func manifestArrows() throws -> [String: Set<String>] {
    let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    guard let begin = text.range(of: "targets: [\n"), let end = text.range(of: "tests(\"") else {
      throw CocoaError(.fileReadCorruptFile)
    }
    var arrows: [String: Set<String>] = [:]
    let body = text[begin.upperBound..<end.lowerBound]
    for target in body.split(separator: "\n    ").map(String.init).joined(separator: " ")
      .components(separatedBy: /room\(|\.target\(|\.executableTarget\(/)
    {
      let names = target.matches(of: /"([A-Za-z]+)"/).map { String($0.1) }
      guard let room = names.first else { continue }
      arrows[room] = Set(names.dropFirst())
    }
    return arrows
  }
}

extension String {
  fileprivate func components(separatedBy pattern: Regex<Substring>) -> [String] {
    split(separator: pattern).map(String.init)
  }
}
