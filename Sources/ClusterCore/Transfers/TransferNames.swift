// The names of transfer services and of what goes to and from them.
extension Identifier where Kind == NodeKind {
  /// The device of an actor, `phone` of `phone.app`; itself where it is none.
  package var home: NodeID {
    guard let dot = string.utf8.firstIndex(of: UInt8(ascii: ".")) else { return self }
    return NodeID(String(string[..<dot]))
  }

  private static var transferSuffix: String { ".transfers" }

  /// The lane of a device's transfer service, `phone.transfers`; no device has a dot in its name.
  package var transferService: NodeID { NodeID(string + NodeID.transferSuffix) }

  /// The device whose transfer service this is; nil where it is none.
  package var transferOwner: NodeID? {
    guard string.hasSuffix(NodeID.transferSuffix) else { return nil }
    return NodeID(String(string.dropLast(NodeID.transferSuffix.count)))
  }
}

extension MessageKind {
  /// Bytes of files, between a transfer service and the cloud.
  package var isTransfer: Bool {
    switch self {
    case .fetch, .put: true
    case .save, .pull, .push, .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks, .order,
      .readOrder, .search, .register, .markRead, .unread, .call, .refresh, .signIn, .signOut:
      false
    }
  }

  /// What the cloud answers.
  package var isRequest: Bool { self != .push && !isLocal }

  /// Between an app and its own system: never lost, and never doubled.
  package var isLocal: Bool {
    switch self {
    case .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks: true
    case .save, .pull, .push, .fetch, .put, .order, .readOrder, .search, .register, .markRead,
      .unread, .call, .refresh, .signIn, .signOut:
      false
    }
  }
}

extension MessageName {
  /// The device that sends or receives it, whose transfer service may be meant.
  package var device: NodeID {
    let end = sender == .cloud ? receiver : sender
    return kind.isTransfer || kind.isLocal ? end.transferOwner ?? end : end
  }
}

/// How a file's row stands on a device's screen.
package enum FileState: String, CaseIterable, Sendable {
  /// Wanted, and not under way.
  case wanted
  case transferring
  case done
  case failed
  case cancelled
}

/// How a device's wish for a file ended, in its journal.
package enum TransferEnd: String, CaseIterable, Sendable {
  case done, failed, cancelled
}
