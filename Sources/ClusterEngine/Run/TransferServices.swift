import ClusterCore
import ClusterNodes

/// The transfer services of a run's devices, each there from the first time it is needed.
struct TransferServices {
  private let rules: FileRules
  private var services: [NodeID: TransferService] = [:]

  init(rules: FileRules) {
    self.rules = rules
  }

  var isEmpty: Bool { services.isEmpty }

  /// Whether none runs anything or has something to tell.
  var areIdle: Bool { services.isEmpty || services.values.allSatisfy(\.isIdle) }

  /// By the lane of the service.
  subscript(lane: NodeID) -> TransferService {
    get { services[lane] ?? TransferService(rules: rules) }
    set { services[lane] = newValue }
  }

  func has(_ lane: NodeID) -> Bool { services[lane] != nil }

  /// What a device's system has under way, the oldest first.
  func tasks(of device: NodeID) -> [TransferTask] {
    services[device.transferService]?.runningTasks ?? []
  }

  func hasUnheard(_ lane: NodeID) -> Bool { services[lane]?.hasUnheard ?? false }

  func isUnheard(_ id: TransferID, at lane: NodeID) -> Bool {
    services[lane]?.isUnheard(id) ?? false
  }

  mutating func handle(_ event: NodeEvent, at lane: NodeID) -> [Effect] {
    self[lane].handle(event)
  }

  mutating func acknowledge(_ id: TransferID, at lane: NodeID) {
    services[lane]?.acknowledge(id)
  }

  /// How long the bytes of a message take on their link, on top of its delay.
  func time(for payload: Run.Payload) -> Milliseconds {
    switch payload {
    case .request(.put(let part)): rules.time(for: part.range.length)
    case .answer(.chunk(let chunk)): rules.time(for: chunk.length)
    case .request, .answer, .push, .notice: .zero
    }
  }
}
