/// What a device asks of the cloud.
package enum Request: Hashable, Sendable {
  case save([Edit])
  /// The changes after `cursor`, a feed number; 0 for all there are.
  case pull(cursor: Int)

  package var kind: MessageKind {
    switch self {
    case .save: .save
    case .pull: .pull
    }
  }

  /// The intents it carries; values merely carried along bring none.
  package var intents: [IntentID] {
    switch self {
    case .save(let edits): edits.filter { !$0.isCarried }.map(\.intent)
    case .pull: []
    }
  }
}

extension Request: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      switch self {
      case .save(let edits): json.member("edits", edits)
      case .pull(let cursor): json.member("cursor", cursor)
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["kind", "edits", "cursor"])
    switch try object.required("kind").choice(MessageKind.self) {
    case .save:
      let edits = try object.required("edits").list(Edit.init)
      guard !edits.isEmpty else {
        throw reader.error("a save has no edit", allowed: "at least one edit")
      }
      self = .save(edits)
    case .pull: self = .pull(cursor: try object.required("cursor").count())
    case .push:
      throw reader.error("a device cannot send a push", allowed: "a request: save, pull")
    }
  }
}
