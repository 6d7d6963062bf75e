/// The private directory of one coordinator: its sockets and its devices' stores.
///
/// It is named `cluster-<uid>-<pid>-XXXXXX`, has mode 0700 and is removed at any end. As long
/// as its coordinator lives, it is locked; the lock goes with the process, so that a sweeper
/// can tell a directory that a crash left even where the process number is in use again.
package final class RunDirectory {
  package let path: String
  private let lock: Descriptor
  private var socketCount = 0
  private var isRemoved = false

  /// The longest name of a socket in it: `/` and up to eight digits, and `.s`.
  private static let longestSocketName = 11
  private static let attempts = 16

  /// Makes it under `TMPDIR`, or under `/tmp` where that is not set, not writable, or so long
  /// that a socket's path would not fit.
  package init(temporary: String? = CurrentProcess.environment("TMPDIR")) throws(SystemError) {
    (path, lock) = try RunDirectory.make(in: RunDirectory.bases(temporary: temporary))
  }

  deinit { try? remove() }

  /// Where private directories may stand, the preferred place first.
  static func bases(temporary: String?) -> [String] {
    guard var base = temporary, base.hasPrefix("/") else { return ["/tmp"] }
    while base.hasSuffix("/") && base.utf8.count > 1 { base.removeLast() }
    return base == "/tmp" ? ["/tmp"] : [base, "/tmp"]
  }

  /// What the name of a private directory of this user begins with.
  static var prefix: String { "cluster-\(CurrentProcess.user)-" }

  private static func make(in bases: [String]) throws(SystemError) -> (String, Descriptor) {
    var reason = SystemError.tooLong("mkdtemp", bases.joined(separator: ", "))
    for base in bases {
      let prefix = "\(base)/\(prefix)\(CurrentProcess.identifier)-"
      guard prefix.utf8.count + 6 + longestSocketName <= UnixSocket.longestPath else { continue }
      do {
        return try makeLocked(prefix)
      } catch {
        reason = error
      }
    }
    throw reason
  }

  /// A sweeper may come between making and locking and take the directory away; then another
  /// is made.
  private static func makeLocked(_ prefix: String) throws(SystemError) -> (String, Descriptor) {
    var reason = SystemError("flock", prefix, number: 0)
    for _ in 0..<attempts {
      let path = try FileSystem.makeTemporaryDirectory(prefix)
      do {
        let lock = try Descriptor(opening: path, .directory)
        if try lock.lock(), lock.stands(at: path) { return (path, lock) }
      } catch {
        reason = error
      }
    }
    throw reason
  }

  /// A path for a new socket, used once.
  func nextSocketPath() -> String {
    socketCount += 1
    return "\(path)/\(socketCount).s"
  }

  /// Where a device keeps its store; the directory is made if need be.
  package func makeDeviceDirectory(_ name: String) throws(SystemError) -> String {
    let directory = "\(path)/\(name).d"
    try FileSystem.makeDirectories(directory)
    return directory
  }

  /// Removes it with all that is in it.
  package func remove() throws(SystemError) {
    guard !isRemoved else { return }
    try FileSystem.removeTree(path)
    isRemoved = true
    lock.close()
  }
}
