/// Dosya Sistemi: lines appended to files, files replaced whole, directories that have to exist.
package enum FilesLesson {
  /// Directories and files, printed `dizin:… dosya:…`, a file's lines joined by `+`.
  package struct FileTree: Equatable, CustomStringConvertible {
    package private(set) var directories: Set<Text> = []
    package private(set) var files: [Text: [Text]]

    package init(files: [Text: [Text]] = [:]) {
      self.files = files
    }

    /// Appends a line, to a new file if there is none.
    package mutating func append(_ line: Text, to file: Text) {
      files[file, default: []].append(line)
    }

    /// Appends a line only to a file that exists.
    package mutating func appendIfExists(_ line: Text, to file: Text) {
      files[file]?.append(line)
    }

    /// Replaces the file by one line, whole.
    package mutating func replace(_ file: Text, by line: Text) {
      files[file] = [line]
    }

    package mutating func ensureDirectory(_ directory: Text) {
      directories.insert(directory)
    }

    package var description: String {
      let lines = files.printedEntries { $0.map(\.string).joined(separator: "+") }
      return "dizin:\(directories.sorted().joinedOrDash()) dosya:\(lines.joinedOrDash())"
    }
  }

  static let lesson = Lesson(
    "Dosya Sistemi", .persistence,
    rows: [
      .main("ekle-ayni-satir") { Trial(from: FileTree(), a: { $0.append("a1", to: "log") }) },
      .main("ekle-iki-satir") {
        Trial(
          from: FileTree(), a: { $0.append("a1", to: "log") }, b: { $0.append("b2", to: "log") })
      },
      .main("atomik-yaz") {
        Trial(
          from: FileTree(),
          a: { $0.replace("settings", by: "v1") }, b: { $0.replace("settings", by: "v2") })
      },
      .main("dizin-olustur") {
        Trial(
          from: FileTree(),
          a: { $0.ensureDirectory("cache") }, b: { $0.ensureDirectory("docs") })
      },
      .limiting("ekle-varsa-bos") {
        Trial(from: FileTree(), a: { $0.appendIfExists("x", to: "log") })
      },
      .limiting("ekle-varsa-dolu") {
        Trial(from: FileTree(files: ["log": ["a1"]]), a: { $0.appendIfExists("x", to: "log") })
      },
    ])
}
