/// The kinds of link, by what may happen on them.
package enum LinkKind: String, CaseIterable, Sendable {
  /// Requests can be lost, late, doubled and overtake each other; an attempt has at most one
  /// answer.
  case http
  /// Any number of copies; only the last is kept while the device is offline.
  case push
}

/// One directed pair's link.
package struct LinkID: Hashable, Sendable, CustomStringConvertible {
  package let sender: NodeID
  package let receiver: NodeID
  package let kind: LinkKind

  package init(sender: NodeID, receiver: NodeID, kind: LinkKind) {
    self.sender = sender
    self.receiver = receiver
    self.kind = kind
  }

  /// The link that carries this message.
  package init(of message: MessageName) {
    self.init(
      sender: message.origin, receiver: message.destination,
      kind: message.kind == .push ? .push : .http)
  }

  /// Whether a message on it can arrive more than once: an answer cannot.
  package var canDouble: Bool { kind == .push || receiver == .cloud }

  /// `phone>cloud`, `cloud>phone`, `cloud>phone/push`.
  package var description: String {
    kind == .http ? "\(sender)>\(receiver)" : "\(sender)>\(receiver)/\(kind.rawValue)"
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
