/// The kinds of link, by what may happen on them.
@frozen
@usableFromInline
package enum LinkKind: String, CaseIterable, Sendable {
  /// Requests can be lost, late, doubled and overtake each other; an attempt has at most one
  /// answer.
  case http
  /// Any number of copies; only the last is kept while the device is offline.
  case push
  /// Bytes of files: slow, cut, resumed.
  case transfer
  /// Between an app and its own system; it has no weather.
  case local
}

/// One directed pair's link.
@frozen
@usableFromInline
package struct LinkID: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline package let sender: NodeID
  @usableFromInline package let receiver: NodeID
  @usableFromInline package let kind: LinkKind

  @inlinable
  package init(sender: NodeID, receiver: NodeID, kind: LinkKind) {
    self.sender = sender
    self.receiver = receiver
    self.kind = kind
  }

  @inlinable
  package static func == (left: LinkID, right: LinkID) -> Bool {
    left.sender == right.sender && left.receiver == right.receiver && left.kind == right.kind
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(sender)
    hasher.combine(receiver)
    hasher.combine(kind)
  }

  /// The link that carries this message.
  package init(of message: MessageName) {
    self.init(
      sender: message.origin, receiver: message.destination,
      kind: message.kind == .push ? .push : LinkKind(notPush: message.kind))
  }

  /// Whether a message on it can arrive more than once: an answer cannot.
  package var canDouble: Bool { kind == .push || (kind == .http && receiver == .cloud) }

  /// `phone>cloud`, `cloud>phone`, `cloud>phone/push`.
  @usableFromInline package var description: String {
    kind == .push ? "\(sender)>\(receiver)/\(kind.rawValue)" : "\(sender)>\(receiver)"
  }
}

/// The weather of every link: a default, and what differs from it.
package struct LinkPlan: Hashable, Sendable {
  package var weather: [LinkID: Weather]

  package init(weather: [LinkID: Weather]) {
    self.weather = weather
  }

  package subscript(link: LinkID) -> Weather { weather[link] ?? .standard }

  /// The links of a device: to the cloud, from it, and its pushes.
  package static func links(of device: NodeID) -> [LinkID] {
    [
      LinkID(sender: device, receiver: .cloud, kind: .http),
      LinkID(sender: .cloud, receiver: device, kind: .http),
      LinkID(sender: .cloud, receiver: device, kind: .push),
    ]
  }
}

extension LinkPlan {
  /// The links of a device's transfer service: to the cloud, and from it.
  package static func transferLinks(of device: NodeID) -> [LinkID] {
    let service = device.transferService
    return [
      LinkID(sender: service, receiver: .cloud, kind: .transfer),
      LinkID(sender: .cloud, receiver: service, kind: .transfer),
    ]
  }
}

extension LinkKind {
  init(notPush kind: MessageKind) {
    self = kind.isTransfer ? .transfer : kind.isLocal ? .local : .http
  }
}
