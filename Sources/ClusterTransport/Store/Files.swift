/// The user's own files: scenarios to be read, and what is written for them.
package enum Files {
  package enum Kind: Sendable {
    case file, directory
  }

  /// What stands at a path, links followed; nil where nothing does.
  package static func kind(of path: String) -> Kind? {
    if (try? FileSystem.names(in: path)) != nil { return .directory }
    guard let status = try? FileSystem.status(of: path) else { return nil }
    return status.kind == .directory ? .directory : .file
  }

  /// A path without links, `.` and `..`, as it is where nothing stands there.
  package static func resolved(_ path: String) -> String { FileSystem.resolved(path) ?? path }

  /// The folder that a file stands in.
  package static func folder(of path: String) -> String { FileSystem.directory(of: path) }

  /// The folder that a file is to stand in, made with those above it if need be.
  package static func makeFolder(of path: String) throws(StoreError) -> String {
    let folder = FileSystem.directory(of: path)
    try StoreError.wrapping(folder) { () throws(SystemError) in
      try FileSystem.makeDirectories(folder)
    }
    return folder
  }

  package static func read(_ path: String) throws(SystemError) -> [UInt8] {
    try FileSystem.read(path)
  }

  /// The first bytes of a file, which may have no end.
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
}
