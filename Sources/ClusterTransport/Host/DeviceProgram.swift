import ClusterCore

/// What is started as a device: a program and its arguments, without a shell.
///
/// `--socket PATH --directory DIR` is appended; the environment says the same in
/// `CLUSTER_SOCKET` and `CLUSTER_DIRECTORY`.
package struct DeviceProgram: Hashable, Sendable {
  /// A path or a name to be found on `PATH`, then arguments. The program runs in the device's
  /// own directory, so a relative path in it would lead nowhere.
  package let command: [String]
  /// Someone else's program: it is killed by its host rather than by itself.
  package let isForeign: Bool

  private init(command: [String], isForeign: Bool) {
    precondition(!command.isEmpty, "a device's command is empty")
    self.command = command
    self.isForeign = isForeign
  }

  /// This program's own device: `<executable> device`, or what else leads to
  /// ``DeviceProcess/run(socket:directory:machine:)``.
  package static func own(_ command: [String]) -> DeviceProgram {
    DeviceProgram(command: command, isForeign: false)
  }

  /// Someone else's program. Parts of the command that name a file relative to `base` become
  /// absolute. With a guard, the command that leads to ``ParentDeathGuard/exec(_:)``
  /// (`[executable, "spawn-guard", "--"]`), it cannot outlive the coordinator.
  package static func foreign(
    _ command: [String], relativeTo base: String, guardedBy guardCommand: [String] = []
  ) -> DeviceProgram {
    let parts = command.enumerated().map { index, part in
      let isPlainName = index == 0 && !part.utf8.contains(UInt8(ascii: "/"))
      guard !part.hasPrefix("/"), !isPlainName,
        let status = try? FileSystem.status(of: "\(base)/\(part)"), status.kind != .directory,
        let path = try? FileSystem.absolute("\(base)/\(part)")
      else { return part }
      return path
    }
    return DeviceProgram(command: guardCommand + parts, isForeign: true)
  }
}

/// How much wall-clock time a device process may take.
package struct HostLimits: Hashable, Sendable {
  /// From its start to its connection.
  package var connect: Duration
  /// From a frame sent to the whole frame that answers it.
  package var frame: Duration
  /// From a stop, or from its last frame, to its end.
  package var end: Duration

  package init(
    connect: Duration = .seconds(10), frame: Duration = .seconds(10), end: Duration = .seconds(2)
  ) {
    self.connect = connect
    self.frame = frame
    self.end = end
  }
}
