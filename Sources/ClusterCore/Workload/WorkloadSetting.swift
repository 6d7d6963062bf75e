/// What a drawn workload has to fit: who takes part, how the cloud merges, what is there.
package struct WorkloadSetting: Sendable {
  package let devices: [DeviceSetup]
  package let rules: CloudRules
  package let start: StartState

  package init(devices: [DeviceSetup], rules: CloudRules, start: StartState) {
    self.devices = devices
    self.rules = rules
    self.start = start
  }

  /// Why a kind or a fault means nothing here, and what would.
  struct Refusal {
    let problem: String
    let allowed: String
  }

  /// - Parameter word: a kind or a fault as files write it.
  func refusal(of word: String) -> Refusal? {
    if word == RandomWorkload.Kind.remove.rawValue, rules.sets == .union {
      return Refusal(
        problem: "a set under \"union\" cannot lose a member",
        allowed: "\"cloud\": {\"sets\": \"observedRemove\"}, or no \"remove\"")
    }
    if word == RandomWorkload.Kind.delete.rawValue, rules.sets == .union, emptiesRecords {
      return Refusal(
        problem: "a device deletes by emptying fields, and a set under \"union\" cannot be emptied",
        allowed: "\"policy\": {\"delete\": \"tombstone\"}, or other \"sets\"")
    }
    if word == RandomWorkload.Kind.increment.rawValue, rules.counters == .sum, emptiesRecords {
      return Refusal(
        problem: "a device deletes by emptying fields, and a counter cannot be emptied",
        allowed:
          "\"policy\": {\"delete\": \"tombstone\"}, or \"cloud\": {\"counters\": \"replace\"}")
    }
    if word == RandomWorkload.Fault.power.rawValue, poweredHomes.isEmpty {
      return Refusal(
        problem: "no device's store has to survive a loss of power",
        allowed: "\"durability\": \"power\" for a device, or no \"power\"")
    }
    return nil
  }

  private var emptiesRecords: Bool { devices.contains { $0.policy.delete == .asWrite } }

  /// The devices as wholes, each once, in the order of the file.
  var homes: [NodeID] {
    var homes: [NodeID] = []
    for device in devices where !homes.contains(device.home) { homes.append(device.home) }
    return homes
  }

  /// The devices that lose nothing they have stored when their power goes. Of any other it is no
  /// fault of the app's that something is lost.
  var poweredHomes: [NodeID] {
    homes.filter { home in
      devices.contains { $0.home == home && $0.durability == .power }
    }
  }

  /// Who may be signed in somewhere: those who are at the start, and two more.
  var users: [UserID] {
    var users: [UserID] = ["u1", "u2"]
    for token in start.tokens where !users.contains(token.user) { users.append(token.user) }
    return users.sorted()
  }

  /// The files that are moved: those the cloud has, and some that devices make.
  var files: [FileName] { Set(start.files.keys).union(WorkloadSetting.madeFiles).sorted() }

  static let madeFiles: [FileName] = ["photo-1.jpg", "photo-2.jpg"]
}
