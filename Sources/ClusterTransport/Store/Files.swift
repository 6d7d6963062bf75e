/// The user's own files: scenarios to be read, and what is written for them.
package enum Files {
  package enum Kind: Sendable {
    case file, directory
  }

  /// What stands at a path, links followed; nil where nothing does. Whatever else can be read, such
  /// as a pipe, counts as a file.
  package static func kind(of path: String) -> Kind? {
    switch FileSystem.kindBehindLinks(of: path) {
    case .directory: .directory
    case .file, .link, .other: .file
    case nil: nil
    }
  }

  /// Whether a whole file stands there, or a link to one, and nothing that has no end.
  package static func isRegular(_ path: String) -> Bool { FileSystem.isFile(path) }

  /// Whether a folder stands there itself, and no link to one.
  package static func isFolder(_ path: String) -> Bool {
    (try? FileSystem.status(of: path))?.kind == .directory
  }

  /// A path without links, `.` and `..`, as it is where nothing stands there.
  package static func resolved(_ path: String) -> String { FileSystem.resolved(path) ?? path }

  /// The folder that a file stands in.
  package static func folder(of path: String) -> String { FileSystem.directory(of: path) }

  /// Makes a folder with those above it if need be, and gives it back.
  package static func makeFolder(_ folder: String) throws(StoreError) -> String {
    try StoreError.wrapping(folder) { () throws(SystemError) in
      try FileSystem.makeDirectories(folder)
    }
    return folder
  }

  /// All of a file; one longer than the limit, or without an end, is refused as too long.
  package static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    try FileSystem.read(path, atMost: limit)
  }

  /// The names in a directory, in the order of their bytes.
  package static func names(in path: String) throws(SystemError) -> [String] {
    try FileSystem.names(in: path)
  }

  /// Writes a file anew, directories above it included.
  package static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    try StoreError.wrapping(path) { () throws(SystemError) in
      try FileSystem.makeDirectories(FileSystem.directory(of: path))
      try Descriptor(opening: path, .replace).write(bytes)
    }
  }

  /// How many files of one name are told apart by a number.
  private static let mostAlike = 10_000

  /// Writes what was found into a folder and gives its path. A file of that name with other
  /// content stays; this one then has a number behind its name.
  package static func keep(
    _ bytes: [UInt8], in folder: String, named name: String, suffix: String = ".json"
  ) throws(StoreError) -> String {
    var path = "\(folder)/\(name)\(suffix)"
    for number in 2...mostAlike {
      guard (try? FileSystem.status(of: path)) != nil,
        (try? read(path, atMost: bytes.count)) != bytes
      else { break }
      path = "\(folder)/\(name)-\(number)\(suffix)"
    }
    try write(bytes, to: path)
    return path
  }
}
