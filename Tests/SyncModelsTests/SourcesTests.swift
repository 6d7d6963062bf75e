import Foundation
import SyncModels
import Testing

@Suite("The sources of SyncModels")
struct SourcesTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/SyncModels")

  /// Paths below the folder, with their text.
  private static func sources() throws -> [(path: String, text: String)] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }

  private static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import"),
        words[..<keyword].allSatisfy({ $0.hasPrefix("@") || $0.allSatisfy(\.isLetter) })
      else { return nil }
      return words[(keyword + 1)...].joined(separator: " ")
    }
  }

  @Test("import the standard library only, but Dispatch for queues and Foundation for JSON")
  func imports() throws {
    let sources = try Self.sources()
    #expect(sources.count > 30)
    let found = sources.map { ($0.path, Self.imports(in: $0.text)) }.filter { !$0.1.isEmpty }
    #expect(
      Dictionary(uniqueKeysWithValues: found) == [
        "Concurrency/QueuesLesson.swift": ["Dispatch"],
        "Network/JSONLesson.swift": ["FoundationEssentials", "Foundation"],
      ])
  }

  @Test("an import is found however it is written")
  func importsAreFound() {
    let text = "@preconcurrency import A\nprivate import struct B.C\n  import D\n// no import\n"
    #expect(Self.imports(in: text) == ["A", "struct B.C", "D"])
  }

  @Test("hold one file a lesson, in the folder of its area")
  func oneFileALesson() throws {
    let sources = try Self.sources()
    for area in Lesson.Area.allCases {
      let lessons = Catalogue.lessons.filter { $0.area == area }
      let folder = area.rawValue.capitalized + "/"
      let files = sources.filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix("Lesson.swift") }
      #expect(files.count == lessons.count)
      for lesson in lessons {
        #expect(files.count { $0.text.contains("\"\(lesson.name)\"") } == 1)
      }
    }
  }
}
