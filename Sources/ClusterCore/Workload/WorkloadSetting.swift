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

  /// Why no operation of that kind can be drawn; nil where one can.
  func refusal(of kind: RandomWorkload.Kind) -> Refusal? {
    switch kind {
    case .remove: refusalOfRemoves
    case .delete: refusalOfDeletes
    case .increment: refusalOfIncrements
    case .write, .add, .create, .sync, .order, .search, .call, .open, .register, .markRead,
      .signIn, .signOut, .download, .upload, .cancelTransfer, .publish, .notify, .answer,
      .expireTokens, .revoke, .rateLimit, .quota, .expireCursors:
      nil
    }
  }

  /// Why no fault of that kind can be drawn; nil where one can.
  func refusal(of fault: RandomWorkload.Fault) -> Refusal? {
    switch fault {
    case .power: refusalOfPower
    case .kill, .suspend, .lock, .clock, .skew, .partition: nil
    }
  }

  private var refusalOfRemoves: Refusal? {
    guard rules.sets == .union else { return nil }
    return Refusal(
      problem: "a set under \"union\" cannot lose a member",
      allowed: "\"cloud\": {\"sets\": \"observedRemove\"}, or no \"remove\"")
  }

  private var refusalOfDeletes: Refusal? {
    guard rules.sets == .union, emptiesRecords else { return nil }
    return Refusal(
      problem: "a device deletes by emptying fields, and a set under \"union\" cannot be emptied",
      allowed: "\"policy\": {\"delete\": \"tombstone\"}, or other \"sets\"")
  }

  private var refusalOfIncrements: Refusal? {
    guard rules.counters == .sum, emptiesRecords else { return nil }
    return Refusal(
      problem: "a device deletes by emptying fields, and a counter cannot be emptied",
      allowed:
        "\"policy\": {\"delete\": \"tombstone\"}, or \"cloud\": {\"counters\": \"replace\"}")
  }

  private var refusalOfPower: Refusal? {
    guard poweredHomes.isEmpty else { return nil }
    return Refusal(
      problem: "no device's store has to survive a loss of power",
      allowed: "\"durability\": \"power\" for a device, or no \"power\"")
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
