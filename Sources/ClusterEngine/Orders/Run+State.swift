import ClusterCore

// What tells one state of a run from another, for a search that matches them.
extension Run {
  /// Takes in all that decides how the run may go on: each node's memory and store, what is
  /// under way, open attempts and timers, entries still to come, who is cut off or dead.
  ///
  /// Instants are told from now on. Left out is what can only name things: numbers of events
  /// and steps, and, where the scope says so, the names of messages.
  ///
  /// - Parameter calm: when the calm begins; nil where it waits for every timer.
  mutating func weigh(
    into state: inout StateDigest, _ scope: StateScope, until calm: Instant?
  ) {
    state.combine(calm.map { $0 - now })
    state.combine(weighCloud(scope))
    weighNodes(into: &state, scope)
  }

  /// What a run of one device adds to a state; and what tells it from other such runs, which is
  /// all that, what time it is, and in which order things came up that wait.
  func weighLane(place: Int, _ scope: StateScope) -> (weight: Fingerprint, identity: Fingerprint) {
    var state = StateDigest()
    weighNodes(into: &state, scope)
    let weight = state.fingerprint
    var identity = StateDigest()
    identity.combine(place)
    identity.combine(weight)
    identity.combine(now)
    naming.weighIntents(into: &identity)
    let terms = terms(scope)
    for ticket in queue.tickets {
      guard let (at, rank, item) = queue.entry(ticket: ticket) else { continue }
      identity.combine(rank)
      weigh(item, dueAt: at, into: &identity, terms)
    }
    return (weight, identity.fingerprint)
  }

  /// All but the cloud.
  private func weighNodes(into state: inout StateDigest, _ scope: StateScope) {
    if scope.keepsInstants { state.combine(now) }
    if scope.keepsNames {
      state.combine(naming)
      held.weigh(into: &state)
    }
    let terms = terms(scope)
    for device in setup.devices {
      guard let host = hosts[device] as? MemoryHost else { continue }
      state.combine(host.weight(withJournal: scope.keepsStores).fingerprint)
    }
    for device in setup.devices { weigh(lifeOf: device, into: &state, terms) }
    services.weigh(into: &state)
    network.weigh(into: &state, at: now)
    state.combine(badges)
    state.combine(vaults)
    state.combine(locks)
    state.combine(taken)
    weighQueue(into: &state, terms)
  }

  func terms(_ scope: StateScope) -> StateTerms {
    var terms = StateTerms(scope: scope)
    for device in setup.devices {
      guard let host = hosts[device] as? MemoryHost else { continue }
      terms.origins[device] = host.weight(withJournal: scope.keepsStores).origin
    }
    return terms
  }

  private func weigh(
    lifeOf device: NodeID, into state: inout StateDigest, _ terms: StateTerms
  ) {
    let life = life(of: device)
    state.combine(life.state)
    state.combine(life.toldLinkUp)
    state.combine(life.lastDeath)
    state.combine(life.isWakePlanned)
    state.combine(life.deferred.count)
    for item in life.deferred { weigh(item, dueAt: nil, into: &state, terms) }
    state.combine(armed[device]?.cut)
    state.combine(keptPushes[device]?.payload)
  }

  /// What is under way lies in no order, but on a link that keeps one; and links lie in none.
  private func weighQueue(
    into state: inout StateDigest, _ terms: StateTerms
  ) {
    var unordered = Fingerprint()
    var links: [LinkID: [Place]] = [:]
    var appointments: [Place] = []
    queue.forEach { at, rank, ticket, item in
      let place = Place(at: at, rank: rank, ticket: ticket, item: item)
      guard case .delivery(let delivery) = item else { return appointments.append(place) }
      if delivery.tag?.isFirstInFirstOut == true {
        links[LinkID(of: delivery.message), default: []].append(place)
      } else {
        unordered = unordered + weight(of: [place], terms)
      }
    }
    for places in links.values { unordered = unordered + weight(of: places.sorted(), terms) }
    state.combine(appointments.count)
    for place in appointments.sorted() {
      weigh(place.item, dueAt: place.at, into: &state, terms)
    }
    state.combine(unordered)
  }

  private struct Place: Comparable {
    let at: Instant
    let rank: Int
    let ticket: Int
    let item: Item

    static func < (left: Place, right: Place) -> Bool {
      (left.at, left.rank, left.ticket) < (right.at, right.rank, right.ticket)
    }

    static func == (left: Place, right: Place) -> Bool { left.ticket == right.ticket }
  }

  private func weight(of places: [Place], _ terms: StateTerms) -> Fingerprint {
    var state = StateDigest()
    for place in places { weigh(place.item, dueAt: place.at, into: &state, terms) }
    return state.fingerprint
  }

  /// - Parameter at: nil where it waits for no instant.
  private func weigh(
    _ item: Item, dueAt at: Instant?, into state: inout StateDigest, _ terms: StateTerms
  ) {
    if case .delivery(let delivery) = item {
      state.combine(at.map { max(.zero, earliest(delivery, dueAt: $0) - now) })
      return weigh(delivery, into: &state, terms)
    }
    state.combine(at.map { $0 - now })
    switch item {
    case .start(let device), .restart(let device, _), .wake(let device, _),
      .resume(let device, _):
      state.combine(device)
    case .entry(let index): state.combine(index)
    case .partitionEnd(let id), .unlock(_, let id): state.combine(id)
    case .timer(let device, let key, let name, _):
      state.combine(device)
      state.combine(key)
      if terms.scope.keepsNames { state.combine(name) }
    case .failure(let request, let failure):
      state.combine(failure)
      weighAttempt(of: request, into: &state, terms)
    case .delivery, .calm, .round: break
    }
  }

  func weigh(
    _ delivery: Delivery, into state: inout StateDigest, _ terms: StateTerms
  ) {
    state.combine(delivery.tag?.weight ?? Fingerprint())
    state.combine(delivery.isCopy)
    guard delivery.message.kind != .push else { return }
    weighAttempt(of: delivery.message.request, into: &state, terms)
  }

  /// A message with what a search wants to know of it.
  func tagged(_ delivery: Delivery, _ scope: StateScope) -> Delivery {
    let message = delivery.message
    var state = StateDigest()
    state.combine(message.sender)
    state.combine(message.receiver)
    state.combine(message.kind)
    state.combine(message.part)
    state.combine(delivery.payload)
    if scope.keepsNames { state.combine(message) }
    var tagged = delivery
    tagged.tag = Delivery.Tag(
      weight: state.fingerprint, floor: network.floor(of: message),
      isFirstInFirstOut: network.isFirstInFirstOut(LinkID(of: message)))
    return tagged
  }

  /// The cloud's machine, and the names of its pushes.
  mutating func weighCloud(_ scope: StateScope) -> Fingerprint {
    if let cloudWeight { return cloudWeight }
    var state = StateDigest()
    state.combine(cloud)
    if scope.keepsInstants { state.combine(cloud.acceptedAt) }
    if scope.keepsNames { state.combine(pushNaming) }
    cloudWeight = state.fingerprint
    return state.fingerprint
  }

  /// Every attempt that is open has its timeout in the queue, so none is passed over. Of one that
  /// is over nothing matters but whether it had its answer.
  private func weighAttempt(
    of request: MessageName, into state: inout StateDigest, _ terms: StateTerms
  ) {
    guard let attempt = attempts[request] else { return state.combine(0) }
    state.combine(attempt.isAnswered ? 1 : 2)
    state.combine(attempt.isOpen)
    guard attempt.isOpen else { return }
    state.combine(attempt.device)
    state.combine(attempt.number - (terms.origins[attempt.device] ?? 0))
  }
}

/// How things are told in a state.
struct StateTerms {
  let scope: StateScope
  /// The number that each device's requests are counted from.
  var origins: [NodeID: RequestNumber] = [:]
}
