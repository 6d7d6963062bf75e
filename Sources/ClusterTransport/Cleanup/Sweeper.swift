/// Removes what crashed coordinators left.
package enum Sweeper {
  /// Removes this user's private directories whose coordinator is dead, and says which. It
  /// kills nothing: devices end when their socket closes, other programs by the parent-death
  /// signal. What it cannot remove it leaves for the next time.
  @discardableResult
  package static func sweep(
    temporary: String? = CurrentProcess.environment("TMPDIR")
  ) -> [String] {
    var removed: [String] = []
    for base in RunDirectory.bases(temporary: temporary) {
      for name in (try? FileSystem.names(in: base, prefix: RunDirectory.prefix)) ?? [] {
        let path = "\(base)/\(name)"
        if (try? removeIfAbandoned(path)) == true { removed.append(path) }
      }
    }
    return removed
  }

  /// Removes a private directory if nobody holds its lock.
  private static func removeIfAbandoned(_ path: String) throws(SystemError) -> Bool {
    guard let status = try FileSystem.status(of: path), status.kind == .directory,
      status.owner == CurrentProcess.user
    else { return false }
    let lock = try Descriptor(opening: path, .directory)
    guard try lock.lock() else { return false }
    try FileSystem.removeTree(path)
    return true
  }

  /// How often, and how long apart, a device looks whether its coordinator's lock is gone: a
  /// dying process closes its sockets and its lock one after the other, on a loaded machine
  /// seconds apart.
  private static let looks = 200
  private static let pause: Int32 = 50

  /// What a device does whose host has vanished: removes its own directory, and the private
  /// directory around it if the coordinator is dead, whatever dead devices left in it
  /// included.
  ///
  /// - Parameter onlyPrivate: leaves alone a directory that no coordinator made.
  static func leave(_ directory: String, onlyPrivate: Bool = false) {
    let parent = FileSystem.directory(of: directory)
    let isPrivate =
      parent.split(separator: "/").last?.hasPrefix(RunDirectory.prefix) == true
    guard isPrivate || !onlyPrivate else { return }
    try? FileSystem.removeTree(directory)
    guard isPrivate else {
      try? FileSystem.removeEmptyDirectory(parent)
      return
    }
    for _ in 0..<looks {
      if (try? removeIfAbandoned(parent)) == true { return }
      guard let found = try? FileSystem.status(of: parent), found.kind == .directory else { return }
      _ = Poll.readable([], milliseconds: pause)
    }
  }
}
