#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files and directories by path. Directories are made with mode 0700.
enum FileSystem {
  enum Kind {
    case file, directory, link, other
  }

  struct Status {
    let kind: Kind
    let owner: UInt32
    /// Who may do what, without the kind.
    let permissions: UInt32
    let length: Int
  }

  /// What stands at a path, a link not followed; nil where nothing does.
  static func status(of path: String) throws(SystemError) -> Status? {
    var found = stat()
    guard lstat(path, &found) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError("lstat", path)
    }
    let kind: Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    return Status(
      kind: kind, owner: found.st_uid,
      permissions: UInt32(found.st_mode & 0o7777), length: Int(found.st_size))
  }

  /// What stands at a path or, where that is a link, where it leads; nil where nothing does.
  static func kindBehindLinks(of path: String) -> Kind? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return switch found.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .other
    }
  }

  static func makeDirectory(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) == 0 else { throw SystemError("mkdir", path) }
  }

  /// Makes a directory and those above it; what is there already stays.
  static func makeDirectories(_ path: String) throws(SystemError) {
    do {
      try makeDirectory(path)
    } catch  where error.isMissing {
      let parent = directory(of: path)
      guard parent != path else { throw error }
      try makeDirectories(parent)
      do {
        try makeDirectory(path)
      } catch  where error.alreadyExists {}
    } catch  where error.alreadyExists {
      // A link to a directory serves as well as one.
      var found = stat()
      guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else {
        throw SystemError("mkdir", path, number: ENOTDIR)
      }
    }
  }

  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a directory whose name ends in six letters that no other has.
  static func makeTemporaryDirectory(_ prefix: String) throws(SystemError) -> String {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", prefix) }
    return template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// The names in a directory, in the order of their bytes.
  ///
  /// - Parameter prefix: how they begin; the others of a large directory are not sorted.
  static func names(in path: String, prefix: String = "") throws(SystemError) -> [String] {
    guard let stream = opendir(path) else { throw SystemError("opendir", path) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != "..", name.hasPrefix(prefix) { names.append(name) }
    }
    return names.sorted { strcmp($0, $1) < 0 }
  }

  /// Removes a file or a link; one that is gone already is no error.
  static func removeFile(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("unlink", path) }
  }

  static func removeEmptyDirectory(_ path: String) throws(SystemError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw SystemError("rmdir", path) }
  }

  /// Removes a directory and all that is in it; links are removed, not followed. Others may
  /// be removing it at the same time.
  static func removeTree(_ path: String) throws(SystemError) {
    guard let status = try status(of: path) else { return }
    guard status.kind == .directory else { return try removeFile(path) }
    let names: [String]
    do {
      names = try self.names(in: path)
    } catch  where error.isMissing {
      return
    }
    for name in names { try removeTree("\(path)/\(name)") }
    try removeEmptyDirectory(path)
  }

  static func rename(_ old: String, to new: String) throws(SystemError) {
    #if canImport(Glibc)
      let result = Glibc.rename(old, new)
    #else
      let result = Darwin.rename(old, new)
    #endif
    guard result == 0 else { throw SystemError("rename", "\(old) to \(new)") }
  }

  static func makeLink(_ path: String, to target: String) throws(SystemError) {
    guard symlink(target, path) == 0 else { throw SystemError("symlink", path) }
  }

  /// Where a link leads; nil where there is none.
  static func target(ofLink path: String) -> String? {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = room.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return -1 }
      return readlink(path, base, bytes.count)
    }
    return count < 0 ? nil : String(decoding: room[..<count], as: UTF8.self)
  }

  /// All of a file; one longer than the limit, or without an end, is refused (EFBIG).
  static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor(opening: path, .read)
    let tooLong = SystemError("read", path, number: EFBIG)
    // What is too long need not be read to be refused; what has no end says no length.
    guard try file.length <= limit else { throw tooLong }
    let bytes = try file.readAll(atMost: limit + 1)
    guard bytes.count <= limit else { throw tooLong }
    return bytes
  }

  /// The last bytes of a file from `start` on, at most `limit`; empty where it cannot be read.
  static func end(of path: String, from start: Int, limit: Int) -> [UInt8] {
    guard let file = try? Descriptor(opening: path, .read), let length = try? file.length,
      (try? file.seek(to: max(start, length - limit))) != nil
    else { return [] }
    return (try? file.readAll(atMost: limit)) ?? []
  }

  /// A path that does not depend on the working directory.
  static func absolute(_ path: String) throws(SystemError) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let here = getcwd(nil, 0) else { throw SystemError("getcwd", ".") }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }

  /// Whether a file stands there, links followed.
  static func isFile(_ path: String) -> Bool { kindBehindLinks(of: path) == .file }

  /// Whether this user may run what stands there.
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// A path without links, `.` and `..`; nil where nothing stands there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The way from one folder to another, both without links: `../../Examples`.
  static func way(from place: String, to goal: String) -> String {
    let here = place.split(separator: "/")
    let there = goal.split(separator: "/")
    let shared = zip(here, there).prefix { $0 == $1 }.count
    let steps = here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared).map(String.init)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}
