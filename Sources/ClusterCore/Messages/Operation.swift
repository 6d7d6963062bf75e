/// What the user of a device does.
package enum Operation: Hashable, Sendable {
  /// Writes of scalar fields, in the order of their paths.
  case write([FieldPath: Value])
  case add([FieldPath: [Value]])
  case remove([FieldPath: [Value]])
  /// Makes records; of one that the device knows it writes the fields.
  case create([FieldPath: FieldValue])
  /// Adds to whole numbers, as the rule for counters has it: by an increment, or by reading each
  /// number, adding, and writing the sum; a field that shows none counts as 0.
  case increment([FieldPath: Int64])
  /// Deletes records, in the order of their ids.
  case delete([RecordID])
  /// Settles what the user was asked of these fields; where nothing was, an ordinary write.
  case resolve([FieldPath: Value])
  /// Settles all that the user is asked on this device, by one side's values; nothing where
  /// nothing is asked.
  case resolveAll(Question.Side)
  /// Push what is pending, then pull all pages.
  case sync
  case download([FileName])
  case upload([UploadedFile])
  /// Gives up a transfer of that file, whichever way it goes.
  case cancelTransfer(FileName)
  case order(OrderWish)
  /// Another query for the list on the screen.
  case search(Text)
  /// The system gave the app this token for pushes.
  case register(Text)
  /// The app is opened, by a tap on the push of that id or from its icon.
  case open(push: Text?)
  case markRead([Text])
  /// Any request that needs a signed-in user; `preparing` is how long the app works on it
  /// between taking it up and asking for a token.
  case call(Text, preparing: Milliseconds)
  case signIn(UserID)
  case signOut

  package enum Verb: String, JSONChoice {
    case write, add, remove, sync
    case create, increment, resolve
    case delete
    case order, search, register, open, markRead
    case call, signIn, signOut
    case download, upload, cancelTransfer

    package static let words = JSONWords<Verb>()
  }

  package var verb: Verb {
    switch self {
    case .write: .write
    case .add: .add
    case .remove: .remove
    case .create: .create
    case .increment: .increment
    case .delete: .delete
    case .resolve, .resolveAll: .resolve
    case .sync: .sync
    case .download: .download
    case .upload: .upload
    case .cancelTransfer: .cancelTransfer
    case .order: .order
    case .search: .search
    case .register: .register
    case .open: .open
    case .markRead: .markRead
    case .call: .call
    case .signIn: .signIn
    case .signOut: .signOut
    }
  }
}

extension Operation {
  /// Writes `"write": {"note-1": {"title": "Milk"}}` into the object that is open.
  package func writeMember(to json: inout JSONWriter) {
    switch self {
    case .write(let values):
      Operation.write(values, as: Verb.write.rawValue, to: &json) { $0.value($1) }
    case .add(let values):
      Operation.write(values, as: Verb.add.rawValue, to: &json) { json, members in
        json.array(members) { $0.value($1) }
      }
    case .remove(let values):
      Operation.write(values, as: Verb.remove.rawValue, to: &json) { json, members in
        json.array(members) { $0.value($1) }
      }
    case .create(let values):
      Operation.write(values, as: Verb.create.rawValue, to: &json) { $0.value($1) }
    case .increment(let amounts):
      Operation.write(amounts, as: Verb.increment.rawValue, to: &json) { $0.integer($1) }
    case .delete(let records):
      json.key(Verb.delete.rawValue)
      if records.count == 1 { return json.string(records[0].string) }
      json.array(records) { $0.string($1.string) }
    case .resolve(let values):
      Operation.write(values, as: Verb.resolve.rawValue, to: &json) { $0.value($1) }
    case .resolveAll(let side): json.member(Verb.resolve.rawValue, side.rawValue)
    case .sync: json.member("sync", true)
    case .download(let files): Operation.write(downloads: files, to: &json)
    case .upload(let files): Operation.write(uploads: files, to: &json)
    case .cancelTransfer(let file): json.member("cancelTransfer", file)
    case .order(let wish): json.member("order", wish)
    case .search(let query): json.member("search", query.string)
    case .register(let token): json.member("register", token.string)
    case .open(nil): json.member("open", true)
    case .open(let push?):
      json.key("open")
      json.object { $0.member("push", push.string) }
    case .markRead(let items): json.member("markRead", texts: items)
    case .call(let name, let preparing):
      guard preparing > .zero else { return json.member("call", name.string) }
      json.key("call")
      json.object { json in
        json.member("name", name.string)
        json.member("prepare", preparing.description)
      }
    case .signIn(let user): json.member("signIn", user)
    case .signOut: json.member("signOut", true)
    }
  }

  /// Writes `NAME: {"note-1": {"title": "Milk"}}`.
  static func writeFields(
    _ values: [FieldPath: Value], as name: String, to json: inout JSONWriter
  ) {
    write(values, as: name, to: &json) { $0.value($1) }
  }

  /// Reads `{"note-1": {"title": "Milk"}}`.
  static func values(_ reader: JSONReader) throws(FormatError) -> [FieldPath: Value] {
    try fields(reader) { value throws(FormatError) in
      if case .array = value.node.content {
        throw value.mismatch(
          expected: "one value; what is in a set goes in by \"add\" and out by \"remove\"")
      }
      return try Value(value)
    }
  }

  private static func write<Content>(
    _ values: [FieldPath: Content], as name: String, to json: inout JSONWriter,
    content: (inout JSONWriter, Content) -> Void
  ) {
    json.key(name)
    json.object { json in
      var record: RecordID?
      var fields: [(FieldName, Content)] = []
      func flush(_ json: inout JSONWriter) {
        guard let record else { return }
        json.key(record.string)
        json.object { json in
          for (field, value) in fields {
            json.key(field.string)
            content(&json, value)
          }
        }
      }
      for (path, value) in values.sorted(by: { $0.key < $1.key }) {
        if path.record != record {
          flush(&json)
          record = path.record
          fields = []
        }
        fields.append((path.field, value))
      }
      flush(&json)
    }
  }

  /// Reads the operation whose verb is a key of `object`.
  package init(_ verb: Verb, _ reader: JSONReader) throws(FormatError) {
    switch verb {
    case .write: self = .write(try Operation.values(reader))
    case .add: self = .add(try Operation.fields(reader, Operation.members))
    case .remove: self = .remove(try Operation.fields(reader, Operation.members))
    case .create:
      self = .create(
        try Operation.fields(reader) { value throws(FormatError) in try FieldValue(value) })
    case .increment:
      self = .increment(
        try Operation.fields(reader) { amount throws(FormatError) in
          try amount.integer(in: Counter.amounts)
        })
    case .delete: self = .delete(try Operation.records(reader))
    case .resolve:
      guard reader.kind == .string else {
        self = .resolve(try Operation.values(reader))
        return
      }
      self = .resolveAll(try reader.choice())
    case .sync:
      try reader.affirmed()
      self = .sync
    case .download: self = .download(try Operation.downloads(reader))
    case .upload: self = .upload(try Operation.uploads(reader))
    case .cancelTransfer: self = .cancelTransfer(try reader.identifier())
    case .order: self = .order(try OrderWish(reader))
    case .search: self = .search(try reader.text())
    case .register: self = .register(try reader.text())
    case .open:
      if reader.kind == .object {
        let push = try reader.object(allowing: ["push"]).required("push")
        self = .open(push: try push.text())
      } else {
        try reader.affirmed()
        self = .open(push: nil)
      }
    case .markRead: self = .markRead(try reader.texts())
    case .call: self = try Operation.call(reader)
    case .signIn: self = .signIn(try reader.identifier())
    case .signOut:
      try reader.affirmed()
      self = .signOut
    }
  }

  /// `"call": "feed"`, or `"call": {"name": "feed", "prepare": "3s"}`.
  private static func call(_ reader: JSONReader) throws(FormatError) -> Operation {
    if reader.kind == .string { return .call(try reader.text(), preparing: .zero) }
    let object = try reader.object(allowing: ["name", "prepare"])
    return .call(
      try object.required("name").text(),
      preparing: try object.optional("prepare")?.delay() ?? .zero)
  }

  /// `"note-1"`, or `["note-1", "note-2"]`.
  private static func records(_ reader: JSONReader) throws(FormatError) -> [RecordID] {
    guard reader.kind == .array else { return [try RecordID(reader)] }
    let records = try reader.list(RecordID.init)
    guard !records.isEmpty, Set(records).count == records.count else {
      throw reader.mismatch(expected: "at least one record, each once: [\"note-1\", …]")
    }
    return records.sorted()
  }

  private static func members(_ reader: JSONReader) throws(FormatError) -> [Value] {
    guard reader.kind == .array else { return [try Value(reader)] }
    let values = try reader.list(Value.init)
    guard !values.isEmpty else { throw reader.mismatch(expected: "at least one value") }
    return values
  }

  private static func fields<Content>(
    _ reader: JSONReader, _ content: (JSONReader) throws(FormatError) -> Content
  ) throws(FormatError) -> [FieldPath: Content] {
    var values: [FieldPath: Content] = [:]
    for record in try reader.entries() {
      for field in try record.value.entries() {
        guard !field.name.isEmpty else {
          throw record.value.error("a field has no name", allowed: "a name of at least one letter")
        }
        values[FieldPath(RecordID(record.name), FieldName(field.name))] = try content(field.value)
      }
    }
    guard !values.isEmpty else {
      throw reader.mismatch(
        expected: "at least one field of a record: {\"note-1\": {\"title\": …}}")
    }
    return values
  }
}

extension Operation {
  /// The fields it edits, in the order of their paths.
  package var editedPaths: [FieldPath] {
    switch self {
    case .write(let values), .resolve(let values): values.keys.sorted()
    case .add(let values), .remove(let values): values.keys.sorted()
    case .create(let values): values.keys.sorted()
    case .increment(let amounts): amounts.keys.sorted()
    case .delete(let records): records.map(FieldPath.init(lifeOf:))
    case .resolveAll, .sync, .download, .upload, .cancelTransfer: []
    case .order, .search, .register, .open, .markRead: []
    case .call, .signIn, .signOut: []
    }
  }
}
