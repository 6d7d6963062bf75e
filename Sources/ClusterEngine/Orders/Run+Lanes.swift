import ClusterCore
import ClusterNodes

// A run taken apart into the lanes of its devices, and put together again.
extension Run {
  /// The run with nothing in it but what is of one device: its host, its messages and timers, the
  /// attempts it has open. What concerns several, such as a partition, waits with the first.
  func lane(of device: NodeID) -> Run {
    var lane = self
    let place = setup.devices.firstIndex(of: device)
    lane.queue = queue.filter { self.place(of: $0) ?? 0 == place }
    lane.hosts = hosts.only(device)
    lane.clocks = clocks.only(device)
    lane.pending = pending.only(device)
    lane.lives = lives.only(device)
    lane.armed = armed.filter { $0.key == device }
    lane.timers = timers.filter { $0.key.device == device }
    lane.attempts = attempts.filter { $0.value.device == device }
    lane.keptPushes = keptPushes.filter { $0.key == device }
    lane.badges = badges.filter { $0.key == device }
    lane.taken = taken.filter { $0.device == device }
    lane.naming = naming.names(of: device)
    lane.held = held.messages(of: device)
    lane.openAttempts = lane.attempts.values.count { $0.isOpen }
    lane.flying = lane.queue.tickets.count { lane.queue.item(ticket: $0)?.delivery != nil }
    lane.flying += lane.lives.values.reduce(0) { sum, life in
      sum + life.deferred.count { $0.delivery != nil }
    }
    return lane
  }

  /// All lanes of one state.
  ///
  /// - Parameter queue: what waits in them, under the tickets of the whole.
  init(joining lanes: [Run], _ queue: EventQueue<Item>) {
    self = lanes[0]
    self.queue = queue
    for lane in lanes.dropFirst() {
      hosts.merge(lane.hosts)
      clocks.merge(lane.clocks)
      pending.merge(lane.pending)
      lives.merge(lane.lives)
      armed.merge(lane.armed) { own, _ in own }
      timers.merge(lane.timers) { own, _ in own }
      attempts.merge(lane.attempts) { own, _ in own }
      keptPushes.merge(lane.keptPushes) { own, _ in own }
      badges.merge(lane.badges) { own, _ in own }
      taken.formUnion(lane.taken)
      naming.merge(lane.naming)
      held.merge(lane.held)
      openAttempts += lane.openAttempts
      flying += lane.flying
    }
  }

  mutating func put(_ lane: CloudLane) {
    cloud = lane.machine
    pushNaming = lane.naming
    cloudWeight = lane.weight
  }

  /// Which device's lane something waits in, by its place; nil where it concerns several.
  private func place(of item: Item) -> Int? {
    let device: NodeID? =
      switch item {
      case .start(let device), .restart(let device, _), .wake(let device, _),
        .resume(let device, _), .timer(let device, _, _, _), .unlock(let device, _):
        device
      case .delivery(let delivery): delivery.message.device
      case .failure(let request, _): request.device
      case .entry(let index): setup.scenario.timeline[index].action.onlyDevice
      case .partitionEnd, .calm, .round: nil
      }
    return device.flatMap { setup.devices.firstIndex(of: $0) }
  }

  func lanePlace(ofTicket ticket: Int) -> Int { queue.item(ticket: ticket).flatMap(place) ?? 0 }

  /// What waits here, as a search over every order looks at it.
  var laneEntries: [Lane.Entry] {
    var links: Set<LinkID> = []
    return queue.tickets.compactMap { ticket in
      queue.entry(ticket: ticket).map { at, rank, item in
        let kind: Lane.Entry.Kind =
          if let delivery = item.delivery {
            .flight(flight(delivery, dueAt: at, &links))
          } else {
            .appointment(isTimer: item.isTimer)
          }
        return Lane.Entry(
          ticket: ticket, at: at, rank: rank, kind: kind, isWhole: meetsSeveralLanes(item))
      }
    }
  }

  private func meetsSeveralLanes(_ item: Item) -> Bool {
    guard let delivery = item.delivery else { return place(of: item) == nil }
    return delivery.message.destination == .cloud && !network.active.isEmpty
  }

  /// - Parameter links: those that keep their order and have something before it.
  private func flight(
    _ delivery: Delivery, dueAt at: Instant, _ links: inout Set<LinkID>
  ) -> Lane.Entry.Flight {
    let link = LinkID(of: delivery.message)
    let keepsOrder = delivery.tag?.isFirstInFirstOut == true
    return Lane.Entry.Flight(
      earliest: earliest(delivery, dueAt: at), isCopy: delivery.isCopy,
      canDouble: link.canDouble, canBeLost: !delivery.message.kind.isLocal,
      isFirst: !keepsOrder || links.insert(link).inserted,
      asksCloud: delivery.message.destination == .cloud)
  }

  /// Takes out what was sent to other devices than a lane's own: what the cloud tells them.
  mutating func removePushes(
    beside place: Int
  ) -> [(ticket: Int, lane: Int, at: Instant, delivery: Delivery)] {
    var pushes: [(ticket: Int, lane: Int, at: Instant, delivery: Delivery)] = []
    for ticket in queue.tickets {
      guard let (at, _, item) = queue.entry(ticket: ticket), let delivery = item.delivery,
        let lane = self.place(of: item), lane != place
      else { continue }
      _ = queue.remove(ticket: ticket)
      flying -= 1
      pushes.append((ticket, lane, at, delivery))
    }
    return pushes
  }

  /// A push that another lane had the cloud send.
  mutating func receive(_ push: Delivery, at instant: Instant) {
    queue.push(.delivery(push), at: instant, rank: Rank.other)
    flying += 1
  }
}

extension Run.Item {
  var delivery: Run.Delivery? {
    guard case .delivery(let delivery) = self else { return nil }
    return delivery
  }
}

extension Entry.Action {
  /// The device that an entry is about; nil where it is about several, or the cloud.
  fileprivate var onlyDevice: NodeID? {
    switch self {
    case .operation(_, let device), .clock(let device, _), .suspend(let device, _),
      .reinstall(let device), .power(let device, _), .lock(let device, _):
      device
    case .kill(let kill): kill.device
    case .partition, .cloud: nil
    }
  }
}
