/// Where something stands that is no record: on a screen, on an icon, or at the cloud.
package struct AppPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What it is, by its key in `expect.final` and in the results of a run, in their order.
  package enum Kind: String, CaseIterable, Sendable {
    /// The items of the orders that the cloud has taken, in their order.
    case ledger
    /// What a device tells its user of an order.
    case orders
    /// What a device tells its user of a call, a sign-in or a sign-out.
    case calls
    case signedIn
    /// The results on a device's screen, in their order.
    case lists
    /// The number on a device's icon.
    case badge
    /// The items that are unread for a device at the cloud.
    case unread
    /// How a file's row stands on a device; the version of a file at the cloud.
    case files
    /// The records of a device's list, in their order.
    case threads
  }

  package let kind: Kind
  package let node: NodeID
  /// The entry or the file that it is about; nil where a node has one of the kind.
  package let name: Text?

  package init(_ kind: Kind, at node: NodeID = .cloud, _ name: Text? = nil) {
    self.kind = kind
    self.node = node
    self.name = name
  }

  package var description: String {
    let name = name.map { " \($0)" } ?? ""
    return "\(kind.words)\(name)" + (kind == .ledger ? "" : " at \(node)")
  }

  package static func < (left: AppPath, right: AppPath) -> Bool {
    guard left.kind == right.kind else { return left.kind.place < right.kind.place }
    guard left.node == right.node else { return left.node < right.node }
    return left.name ?? "" < right.name ?? ""
  }
}

extension AppPath.Kind {
  /// As a row or a sentence names one of them.
  package var words: String {
    switch self {
    case .ledger: "ledger"
    case .orders: "order"
    case .calls: "call"
    case .signedIn: "signed in"
    case .lists: "list"
    case .badge: "badge"
    case .unread: "unread"
    case .files: "file"
    case .threads: "thread"
    }
  }

  /// Whether a node has several of the kind, each with a name.
  package var isNamed: Bool {
    switch self {
    case .orders, .calls, .files: true
    case .ledger, .signedIn, .lists, .badge, .unread, .threads: false
    }
  }

  fileprivate var place: Int {
    switch self {
    case .ledger: 0
    case .orders: 1
    case .calls: 2
    case .signedIn: 3
    case .lists: 4
    case .badge: 5
    case .unread: 6
    case .files: 7
    case .threads: 8
    }
  }
}

/// What stands there.
package enum AppValue: Hashable, Sendable, CustomStringConvertible {
  case number(Int)
  /// A status, or a user.
  case word(Text)
  case items([Text])
  case version(FileVersion)

  package var description: String {
    switch self {
    case .number(let number): String(number)
    case .word(let word): word.string
    case .items(let items): "[" + items.map(\.string).joined(separator: ", ") + "]"
    case .version(let version): "\(version.size) bytes \(version.checksum)"
    }
  }
}

/// What apps show and the cloud has beside records.
package typealias AppState = [AppPath: AppValue]

extension AppValue: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): json.integer(number)
    case .word(let word): json.string(word.string)
    case .items(let items): json.array(items) { $0.string($1.string) }
    case .version(let version): version.write(to: &json)
    }
  }

  /// What may stand at that path; null is read elsewhere.
  init(_ reader: JSONReader, at path: AppPath) throws(FormatError) {
    switch path.kind {
    case .ledger, .lists, .unread, .threads: self = .items(try reader.texts())
    case .orders: self = .word(Text(try reader.choice(OrderStatus.self).rawValue))
    case .calls: self = .word(Text(try reader.choice(CallStatus.self).rawValue))
    case .signedIn:
      let user: UserID = try reader.identifier()
      self = .word(user.text)
    case .badge: self = .number(try reader.count())
    case .files:
      guard path.node == .cloud, let name = path.name else {
        self = .word(Text(try reader.choice(FileState.self).rawValue))
        return
      }
      self = .version(try FileVersion(reader, of: FileName(name.string)))
    }
  }
}

extension JSONWriter {
  /// A member for each kind, also where there is nothing of it: `"badge": {"phone": 3}`.
  package mutating func members(_ state: AppState) {
    let paths = state.keys.sorted()
    for kind in AppPath.Kind.allCases {
      let ofKind = paths.filter { $0.kind == kind }
      key(kind.rawValue)
      if kind == .ledger {
        (state[AppPath(.ledger)] ?? .items([])).write(to: &self)
      } else {
        object { json in json.nodes(ofKind, state) }
      }
    }
  }

  private mutating func nodes(_ paths: [AppPath], _ state: AppState) {
    var start = paths.startIndex
    while start < paths.endIndex {
      let node = paths[start].node
      let end = paths[start...].firstIndex { $0.node != node } ?? paths.endIndex
      key(node.string)
      if paths[start].kind.isNamed {
        object { json in
          for path in paths[start..<end] {
            json.key(path.name?.string ?? "")
            state[path]?.write(to: &json)
          }
        }
      } else {
        state[paths[start]]?.write(to: &self)
      }
      start = end
    }
  }
}
