import Foundation
import Testing

/// What differs between systems stands in one folder; the rest builds without conditions.
@Suite struct PortabilityTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder; the helper of its tests, which plays devices that misbehave at the system's own
  /// calls; and a lesson on coders that asks which parts Foundation comes in.
  private static let places = [
    "Sources/ClusterTransport/Platform/", "Tests/Support/TransportProbe/",
    "Sources/SyncModels/Network/JSONLesson.swift",
  ]

  private static func conditions(in place: String) throws -> [String] {
    let folder = root.appending(path: place)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
      .flatMap { path in
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .filter { isCondition($0.element) }.map { "\(place)/\(path):\($0.offset + 1)" }
      }
  }

  /// `#if`, `#elseif`, `@available` and what asks for a system while it runs.
  private static func isCondition(_ line: Substring) -> Bool {
    let words = line.drop { $0 == " " }
    return ["#if", "#elseif", "@available("].contains { words.hasPrefix($0) }
      || line.contains("#available(") || line.contains("#unavailable(")
  }

  @Test func conditionsStandInOneFolder() throws {
    let found = try ["Sources", "Tests", "Examples"].flatMap(Self.conditions)
    #expect(found.contains { $0.hasPrefix(Self.places[0]) }, "the folder was not found")
    let astray = found.filter { place in
      // This file tells what it looks for.
      !Self.places.contains { place.hasPrefix($0) } && !place.contains("PortabilityTests.swift")
    }
    #expect(astray.isEmpty, "\(astray)")
  }
}
