import ClusterCore
import ClusterReport
import ClusterTransport

/// The programs behind a scenario's devices: ours, or the user's own.
enum DeviceCommands {
  private static let own = DeviceProgram.own([CurrentProcess.executable, DeviceCommand.name])
  /// What keeps another program from outliving us.
  private static let guardCommand = [CurrentProcess.executable, SpawnGuardCommand.name, "--"]

  static func program(of device: DeviceSetup?, in folder: String) -> DeviceProgram {
    guard let command = device?.command else { return own }
    return foreign(command, in: folder)
  }

  static func foreign(_ command: [String], in folder: String) -> DeviceProgram {
    .foreign(command, relativeTo: folder, guardedBy: guardCommand)
  }

  /// Refuses a command whose program cannot be started.
  static func check(_ command: [String], in folder: String, of place: String) throws(UserMessage) {
    guard let missing = DeviceProgram.missing(command, relativeTo: folder) else { return }
    let isPath = missing.utf8.contains(UInt8(ascii: "/"))
    throw UserMessage(
      what: "\(place): there is no program \(missing)",
      cause: isPath
        ? "no file stands there, or it may not be run"
        : "no folder of PATH has it, and a program in a folder is named with a slash",
      next: isPath
        ? "chmod +x \(RunOptions.quoted(missing)), or name another"
        : "type ./\(missing), or install it")
  }

  /// A scenario file as it has to read in another folder, its commands still the same programs.
  static func moved(_ file: JSONNode, of scenario: Scenario, to folder: String) -> JSONNode {
    guard scenario.hasForeignDevice, case .array(let devices) = file["devices"]?.content else {
      return file
    }
    var moved = file
    let rewritten = devices.map { device -> JSONNode in
      guard case .array(let parts) = device["command"]?.content else { return device }
      let texts = parts.compactMap { part in
        if case .string(let text) = part.content { text } else { nil }
      }
      let command = DeviceProgram.command(texts, from: scenario.folder, writtenIn: folder)
      var device = device
      device.set("command", to: JSONNode(.array(command.map { JSONNode(.string($0)) })))
      return device
    }
    moved.set("devices", to: JSONNode(.array(rewritten)))
    return moved
  }
}

extension UserMessage {
  /// Why a run could not be finished.
  ///
  /// - Parameter log: where all that the device wrote stands; nil where it was not kept.
  init(_ failure: HostFailure, log: String?) {
    // The cloud is no process: what failed there is the run itself.
    var what =
      failure.device == .cloud ? failure.reason : "\(failure.device): \(failure.reason)"
    if !failure.lastFrame.isEmpty { what += "; its last frame: \(failure.lastFrame)" }
    if let advice = failure.advice {
      self.init(what, advice)
      return
    }
    self.init(
      what: what,
      cause: failure.errorOutput.isEmpty
        ? "the device's program ended, hung or broke the protocol"
        : "it said: \(failure.errorOutput)",
      next: log.map { "look at \($0)" }
        ?? "run the scenario with `cluster run`, which keeps what the device says")
  }
}
