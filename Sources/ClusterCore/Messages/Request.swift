/// What a device asks of the cloud.
package enum Request: Hashable, Sendable {
  case save([Edit])
  /// The changes after `cursor`; 0 for all there are.
  case pull(cursor: Cursor)
  /// A range of a file.
  case fetch(FileRange)
  /// A part of a file that is uploaded.
  case put(FilePart)
  case order(Order)
  /// What became of an order.
  case readOrder(IntentID)
  /// The results of a query; `number` counts the searches of the device.
  case search(Text, number: Int)
  /// Pushes are to be sent to this token too.
  case register(Text)
  /// These items have been read.
  case markRead([Text], intent: IntentID)
  /// Which items are unread for the device.
  case unread
  case call(Text, intent: IntentID, access: Token)
  case refresh(Token)
  case signIn(UserID, intent: IntentID)
  case signOut(Token, intent: IntentID)

  package var kind: MessageKind {
    switch self {
    case .save: .save
    case .pull: .pull
    case .fetch: .fetch
    case .put: .put
    case .order: .order
    case .readOrder: .readOrder
    case .search: .search
    case .register: .register
    case .markRead: .markRead
    case .unread: .unread
    case .call: .call
    case .refresh: .refresh
    case .signIn: .signIn
    case .signOut: .signOut
    }
  }

  /// The intents it carries; values merely carried along bring none.
  package var intents: [IntentID] {
    switch self {
    case .save(let edits): edits.filter { !$0.isCarried }.map(\.intent)
    case .pull: []
    case .fetch(let range): [range.intent]
    case .put(let part): [part.range.intent]
    case .order(let order): [order.intent]
    case .readOrder(let intent): [intent]
    case .markRead(_, let intent): [intent]
    case .search, .register, .unread: []
    case .call(_, let intent, _): [intent]
    case .refresh: []
    case .signIn(_, let intent): [intent]
    case .signOut(_, let intent): [intent]
    }
  }
}

extension MessageKind {
  /// Reads what the cloud is asked.
  init(ofRequest reader: JSONReader) throws(FormatError) {
    guard let kind = try reader.word(MessageKind.self), kind.isRequest else {
      let text = try reader.string()
      let requests = MessageKind.allCases.filter(\.isRequest)
      throw reader.error(
        "the cloud is asked nothing by the name \"\(text)\"",
        allowed: Suggestion.among(requests.map(\.rawValue), for: text))
    }
    self = kind
  }
}

extension Request: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      switch self {
      case .save(let edits): json.member("edits", edits)
      case .pull(let cursor): cursor.writeMembers(to: &json)
      case .fetch(let range): range.writeMembers(to: &json)
      case .put(let part): part.writeMembers(to: &json)
      case .order(let order): order.writeMembers(to: &json)
      case .readOrder(let intent): json.member("intent", intent)
      case .search(let query, let number):
        json.member("query", query.string)
        json.member("number", number)
      case .register(let token): json.member("token", token.string)
      case .markRead(let items, let intent):
        json.member("items", texts: items)
        json.member("intent", intent)
      case .unread: break
      case .call(let name, let intent, let access):
        json.member("call", name.string)
        json.member("intent", intent)
        json.member("token", access)
      case .refresh(let token): json.member("token", token)
      case .signIn(let user, let intent):
        json.member("user", user)
        json.member("intent", intent)
      case .signOut(let token, let intent):
        json.member("token", token)
        json.member("intent", intent)
      }
    }
  }

  private static let keys: JSONKeys =
    ["kind", "edits", "query", "number", "token", "items", "call", "user"]
    + Order.keys + FilePart.keys + Cursor.keys

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Request.keys)
    switch try MessageKind(ofRequest: try object.required("kind")) {
    case .save:
      let edits = try object.required("edits").list(Edit.init)
      guard !edits.isEmpty else {
        throw reader.error("a save has no edit", allowed: "at least one edit")
      }
      self = .save(edits)
    case .pull: self = .pull(cursor: try Cursor(object))
    case .fetch: self = .fetch(try FileRange(object))
    case .put: self = .put(try FilePart(object))
    case .push, .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks:
      throw reader.mismatch(expected: "a request")
    case .order: self = .order(try Order(object))
    case .readOrder: self = .readOrder(try object.required("intent").identifier())
    case .search:
      self = .search(
        try object.required("query").text(), number: try object.required("number").count())
    case .register: self = .register(try object.required("token").text())
    case .markRead:
      self = .markRead(
        try object.required("items").texts(), intent: try object.required("intent").identifier())
    case .unread: self = .unread
    case .call:
      self = .call(
        try object.required("call").text(),
        intent: try object.required("intent").identifier(),
        access: try Token(try object.required("token")))
    case .refresh: self = .refresh(try Token(try object.required("token")))
    case .signIn:
      self = .signIn(
        try object.required("user").identifier(),
        intent: try object.required("intent").identifier())
    case .signOut:
      self = .signOut(
        try Token(try object.required("token")),
        intent: try object.required("intent").identifier())
    }
  }
}
