/// One entry of the timeline: something that happens at an instant.
package struct Entry: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case operation(Operation, device: NodeID)
    case partition(Partition)
    /// A device's wall clock jumps, forward or back.
    case clock(device: NodeID, jump: Milliseconds)
  }

  package let id: EntryID
  package let at: Instant
  package let action: Action

  package init(id: EntryID, at: Instant, action: Action) {
    self.id = id
    self.at = at
    self.action = action
  }

  /// When it is over: its own instant, or the end of its interval.
  package var end: Instant {
    switch action {
    case .partition(let partition): at + partition.length
    case .operation, .clock: at
    }
  }

  /// How many entries a scenario may have.
  package static let most = 100_000
}

/// A time in which some devices cannot reach the cloud.
package struct Partition: Hashable, Sendable {
  package enum Traffic: String, CaseIterable, Sendable {
    /// What is sent vanishes; nobody notices at once.
    case drop
    /// What is sent is delivered when the partition ends.
    case hold
    /// What is sent is refused at once, and the device is told that the link is down.
    case refuse
  }

  package let devices: [NodeID]
  package let traffic: Traffic
  package let length: Milliseconds

  package init(devices: [NodeID], traffic: Traffic, length: Milliseconds) {
    self.devices = devices
    self.traffic = traffic
    self.length = length
  }
}

extension Entry: JSONWritable {
  /// An entry as a file writes it, its id always written out.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("at", at.description)
      switch action {
      case .operation(let operation, let device):
        json.member("device", device)
        operation.writeMember(to: &json)
      case .partition(let partition):
        json.key("partition")
        json.array(partition.devices) { $0.string($1.string) }
        json.member("traffic", partition.traffic.rawValue)
        json.member("for", partition.length.description)
      case .clock(let device, let jump):
        json.member("device", device)
        json.key("clock")
        json.object { $0.member("jump", jump.description) }
      }
    }
  }
}
