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

  /// Someone else's program, from a folder that its command is seen from.
  ///
  /// Parts of the command that name a file from there become absolute; the program itself only
  /// if it is written with a slash, for a plain name is looked up on PATH. With a guard, the
  /// command that leads to ``ParentDeathGuard/exec(_:)`` (`[executable, "spawn-guard", "--"]`),
  /// it cannot outlive the coordinator.
  package static func foreign(
    _ command: [String], relativeTo folder: String, guardedBy guardCommand: [String] = []
  ) -> DeviceProgram {
    let parts = moved(command) { part in
      FileSystem.isFile("\(folder)/\(part)") ? try? FileSystem.absolute("\(folder)/\(part)") : nil
    }
    return DeviceProgram(command: guardCommand + parts, isForeign: true)
  }

  /// The command as it has to be written in a file of another folder to mean the same.
  package static func command(
    _ command: [String], from folder: String, writtenIn other: String
  ) -> [String] {
    moved(command) { part in
      guard FileSystem.isFile("\(folder)/\(part)"), let file = FileSystem.resolved(folder),
        let place = FileSystem.resolved(other)
      else { return nil }
      return FileSystem.way(from: place, to: file) + "/" + part
    }
  }

  /// The program of a command where it cannot be started; nil where it can.
  package static func missing(_ command: [String], relativeTo folder: String) -> String? {
    guard let program = foreign(command, relativeTo: folder).command.first else { return "" }
    if program.utf8.contains(UInt8(ascii: "/")) {
      return FileSystem.isFile(program) && FileSystem.isExecutable(program) ? nil : program
    }
    let folders = CurrentProcess.searchPath.split(separator: ":")
    return folders.contains { FileSystem.isExecutable("\($0)/\(program)") } ? nil : program
  }

  private static func moved(
    _ command: [String], _ move: (String) -> String?
  ) -> [String] {
    command.enumerated().map { index, part in
      let isPlainName = index == 0 && !part.utf8.contains(UInt8(ascii: "/"))
      guard !part.isEmpty, !part.hasPrefix("/"), !isPlainName else { return part }
      return move(part) ?? part
    }
  }
}

/// How much wall-clock time a device process may take; see ``Patience`` for what does not count.
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
