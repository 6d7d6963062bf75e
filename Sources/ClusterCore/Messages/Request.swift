/// What a device asks of the cloud.
package enum Request: Hashable, Sendable {
  case save([Edit])
  /// The changes after `cursor`, a feed number; 0 for all there are.
  case pull(cursor: Int)
  /// A range of a file.
  case fetch(FileRange)
  /// A part of a file that is uploaded.
  case put(FilePart)

  package var kind: MessageKind {
    switch self {
    case .save: .save
    case .pull: .pull
    case .fetch: .fetch
    case .put: .put
    }
  }

  /// The intents it carries; values merely carried along bring none.
  package var intents: [IntentID] {
    switch self {
    case .save(let edits): edits.filter { !$0.isCarried }.map(\.intent)
    case .pull: []
    case .fetch(let range): [range.intent]
    case .put(let part): [part.range.intent]
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
      case .fetch(let range): range.writeMembers(to: &json)
      case .put(let part): part.writeMembers(to: &json)
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["kind", "edits", "cursor"] + FilePart.keys)
    switch try object.required("kind").choice(MessageKind.self) {
    case .save:
      let edits = try object.required("edits").list(Edit.init)
      guard !edits.isEmpty else {
        throw reader.error("a save has no edit", allowed: "at least one edit")
      }
      self = .save(edits)
    case .pull: self = .pull(cursor: try object.required("cursor").count())
    case .fetch: self = .fetch(try FileRange(object))
    case .put: self = .put(try FilePart(object))
    case .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks:
      throw reader.error("that is said within a device", allowed: "a request: save, pull")
    case .push:
      throw reader.error("a device cannot send a push", allowed: "a request: save, pull")
    }
  }
}
