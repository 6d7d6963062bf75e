import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, directory, socket or pipe; closed when the last reference goes.
final class Descriptor {
  private(set) var number: Int32
  /// What it was opened on, for error messages.
  let subject: String

  init(_ number: Int32, _ subject: String) {
    self.number = number
    self.subject = subject
  }

  deinit { close() }

  /// How a file is opened; every way closes it in a child process.
  enum Mode {
    case read
    /// For a lock on a directory.
    case directory
    /// Made, with mode 0600, if it is not there; each write goes to the end.
    case append
    /// Made, with mode 0600, or emptied.
    case replace

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      case .append: O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW
      case .replace: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      }
    }
  }

  convenience init(opening path: String, _ mode: Mode) throws(SystemError) {
    let number = cluster_open(path, mode.flags, 0o600)
    guard number >= 0 else { throw SystemError("open", path) }
    self.init(number, path)
  }

  /// The two ends of a pipe, both closed in a child process.
  static func pipe(_ purpose: String) throws(SystemError) -> (
    reading: Descriptor, writing: Descriptor
  ) {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw SystemError("pipe", purpose) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(ends[0], "a pipe \(purpose)"), Descriptor(ends[1], "a pipe \(purpose)"))
  }

  /// Gives the number away; whoever has it closes it.
  func release() -> Int32 {
    defer { number = -1 }
    return number
  }

  func close() {
    guard number >= 0 else { return }
    // Linux frees the number whatever close(2) says, so there is nothing to do again.
    #if canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Darwin.close(number)
    #endif
    number = -1
  }

  /// Writes all the bytes, in as few calls as the system allows.
  func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    let contiguous = Array(bytes)
    var done = 0
    while done < contiguous.count {
      let count = contiguous.withUnsafeBytes { systemWrite(number, $0[done...]) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write", subject) }
      done += count
    }
  }

  /// Reads until the end of the file, or until so many bytes are there.
  func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(1 << 16, max(1, limit)))
    while content.count < limit {
      let count = chunk.withUnsafeMutableBytes { systemRead(number, $0) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", subject) }
      guard count > 0 else { return content }
      content.append(contentsOf: chunk[..<min(count, limit - content.count)])
    }
    return content
  }

  var length: Int {
    get throws(SystemError) {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw SystemError("fstat", subject) }
      return Int(status.st_size)
    }
  }

  func seek(to offset: Int) throws(SystemError) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw SystemError("lseek", subject) }
  }

  func truncate(to length: Int) throws(SystemError) {
    guard ftruncate(number, off_t(length)) == 0 else { throw SystemError("ftruncate", subject) }
  }

  /// Waits until the system says that what was written is on the disk.
  func sync() throws(SystemError) {
    guard fsync(number) == 0 else { throw SystemError("fsync", subject) }
  }

  /// Takes the lock that all processes share on this file; false if another holds it.
  func lock() throws(SystemError) -> Bool {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw SystemError("flock", subject) }
    }
    return true
  }

  /// Whether `path` still leads to this very file.
  func stands(at path: String) -> Bool {
    var here = stat()
    var there = stat()
    return fstat(number, &here) == 0 && lstat(path, &there) == 0
      && here.st_ino == there.st_ino && here.st_dev == there.st_dev
  }
}

/// `pipe` of the system, which a member of that name hides.
private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

private func systemWrite(_ number: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let part = UnsafeRawBufferPointer(rebasing: bytes)
  #if canImport(Glibc)
    return Glibc.write(number, part.baseAddress, part.count)
  #else
    return Darwin.write(number, part.baseAddress, part.count)
  #endif
}

private func systemRead(_ number: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
  #if canImport(Glibc)
    return Glibc.read(number, room.baseAddress, room.count)
  #else
    return Darwin.read(number, room.baseAddress, room.count)
  #endif
}
