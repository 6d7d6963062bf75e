import ClusterCore

/// Hosts an app's own client as a device: each event becomes a call or the end of an await, and
/// its jobs are run until none is ready.
final class ClientHost: DeviceHost {
  typealias Factory = @Sendable (ClientDevice) -> any SyncClient

  private let device: NodeID
  private let make: Factory
  private let watch: Watch
  private var order: JobOrder
  private var setup: DeviceInit?
  private var process: ClientProcess?
  private var client: (any SyncClient)?
  /// What the store holds, and what of it a power loss would leave.
  private var store: [String: String] = [:]
  private var synced: [String: String] = [:]
  private var count = 0
  private var event = EventName.entry(StartState.intent)
  private var oldRemarks: [String] = []
  /// Why it cannot be relied on any more.
  private(set) var problem: ClientProblem?

  init(device: NodeID, order: JobOrder, watch: Watch, make: @escaping Factory) {
    self.device = device
    self.order = order
    self.watch = watch
    self.make = make
  }

  /// The turns in which another job than the first was taken.
  var drawn: [DrawnPicks] { order.drawn }

  /// How many jobs were ready at each turn in which several were, by the event.
  var turns: [EventName: [Int]] { order.turns }

  /// Calls of the client that threw, in order.
  var remarks: [String] { oldRemarks + (process?.remarks ?? []) }

  func start(_ setup: DeviceInit) throws(HostFailure) -> String? {
    self.setup = setup
    process = ClientProcess(seed: setup.seed, store: store, count: count)
    return nil
  }

  func announce(_ name: EventName) { event = name }

  func handle(
    _ event: NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?
  ) throws(HostFailure) -> DeviceReply {
    guard let process else {
      preconditionFailure("an event was handed to a client that is not running: \(event)")
    }
    process.begin(surroundings)
    order.begin(self.event)
    watch.begin(device, self.event)
    HandlingThread.handle(process.queue) {
      tell(process, event)
      process.queue.drain { turn, count in order.pick(turn: turn, of: count) }
    }
    watch.end()
    order.end()
    if let leak = process.queue.leak { throw fail(leak, in: self.event) }
    var effects = process.takeEffects()
    if let cut { effects = Array(effects.prefix(cut.afterEffects)) }
    let pending = cut == nil ? process.pending : 0
    if cut != nil { try kill() }
    commit(effects)
    return DeviceReply(effects: effects, pending: pending)
  }

  private func tell(_ process: ClientProcess, _ event: NodeEvent) {
    switch event {
    case .start(let launch):
      let client = make(
        ClientDevice(
          name: device.string, isLinkUp: launch.isLinkUp,
          startRecords: setup?.start.map { FieldChange($0) } ?? [], process: process))
      self.client = client
      process.call(in: self.event, isAwaited: false) { try await client.launch() }
    case .operation(let operation, let intent):
      call(process) { client in
        try await client.perform(UserAction(operation, intent: intent), intent: intent.string)
      }
    case .push(let push): call(process) { try await $0.receive(PushMessage(push)) }
    case .link(let isUp):
      call(process, isAwaited: false) { try await $0.linkChanged(isUp: isUp) }
    case .answer(let answer, let request): process.answer(request, .success(answer))
    case .failure(let failure, let request):
      process.answer(request, .failure(TransportError(failure)))
    case .timer(let key): process.wake(key)
    case .transferNotice: break
    case .request, .transferCall, .cloud:
      preconditionFailure("an event of another node was handed to \(device): \(event)")
    }
  }

  private func call(
    _ process: ClientProcess, isAwaited: Bool = true,
    _ body: @escaping @Sendable (any SyncClient) async throws -> Void
  ) {
    guard let client else { return }
    process.call(in: event, isAwaited: isAwaited) { try await body(client) }
  }

  private func commit(_ effects: [Effect]) {
    for case .store(.foreign(let node)) in effects {
      guard let write = StoreWrite(node) else { continue }
      store[write.key] = write.text
    }
    if setup?.durability == .power { synced = store }
  }

  private func fail(_ leak: Leak, in event: EventName?) -> HostFailure {
    let problem = ClientProblem(device: device.string, event: event?.description, leak: leak)
    self.problem = problem
    return HostFailure(device: device, reason: problem.what)
  }

  func kill() throws(HostFailure) {
    guard let process else { return }
    count = process.count
    oldRemarks += process.remarks
    process.die()
    self.process = nil
    client = nil
  }

  func losePower() throws(HostFailure) { store = synced }

  func eraseStore() throws(HostFailure) {
    store = [:]
    synced = [:]
  }

  /// What it stores; no check reads it.
  func inspect() throws(HostFailure) -> JSONNode {
    let members = store.sorted { Text($0.key) < Text($1.key) }.map { key, text in
      JSONNode.Member(name: key, value: JSONNode(.string(text)))
    }
    return JSONNode(.object(members))
  }

  func stop() { process?.die() }

  /// Looks, once the run is over, whether the client is still in the test's hands.
  func conclude() {
    guard problem == nil, let process else { return }
    if let leak = process.queue.leak {
      _ = fail(leak, in: nil)
    } else if let event = process.stuckCall {
      // What it waits for may show itself; a passing run never comes here.
      process.queue.awaitLeak()
      _ = fail(process.queue.leak ?? .stuck, in: event)
    }
    process.die()
  }
}
