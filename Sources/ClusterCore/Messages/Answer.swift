/// What the cloud answers.
package enum Answer: Hashable, Sendable {
  /// Per edit of the save, in its order, what became of it.
  case saved([EditResult])
  /// A page of the feed. Of records whose deletion has a number of up to `pruned` there may be no
  /// trace left: who reads on from before that has to read all anew; 0 where none was ever pruned.
  ///
  /// - Parameter fingerprint: how often the cloud's records have been restored from a backup; nil
  ///   for never.
  case pulled(
    changes: [Change], cursor: Cursor, more: Bool, fingerprint: Int? = nil, pruned: Int = 0)
  /// - Parameter retryAfter: when another try may succeed, where the cloud says so.
  case refused(CloudError, retryAfter: Milliseconds? = nil)
  case chunk(FileChunk)
  case received(FileReceipt)
  /// The order stands in the ledger, as that entry.
  case placed(entry: Int)
  /// The entry of an order that was asked for; nil where there is none.
  case orderState(IntentID, entry: Int?)
  case results(query: Text, items: [Text])
  /// The items that are unread for the device.
  case unread([Text])
  /// Somebody is signed in, or a session was renewed.
  case session(Session)
  /// What was asked for was done, and there is nothing to tell.
  case done
}

/// One entry of the change feed: what a field holds since the change of that number.
package struct Change: Hashable, Sendable {
  package let path: FieldPath
  package let state: FieldState

  package init(path: FieldPath, state: FieldState) {
    self.path = path
    self.state = state
  }
}

/// A refusal by name. Each has one HTTP status and one answer to "did it happen?".
package enum CloudError: String, CaseIterable, Sendable {
  case serviceUnavailable
  case fileNotFound
  /// Another upload of that file runs.
  case fileLocked
  /// What was to be made is there already.
  case alreadyExists
  /// A key came with another body than before.
  case keyReused
  /// The access token is not, or no longer, good.
  case unauthorized
  /// The refresh token is not, or no longer, good: only a new sign-in helps.
  case invalidGrant
  /// Too many requests: another try later may succeed.
  case rateLimited
  /// The record has changed since the change tag that the save is based on.
  case serverRecordChanged
  /// The record was deleted, and even its tombstone is gone.
  case unknownItem
  /// The cursor is too old, or of a feed that is no more: all has to be fetched anew.
  case changeTokenExpired
  /// There is no room for another record.
  case quotaExceeded
  /// The record names a parent that the cloud does not hold.
  case referenceViolation
  /// Nothing is wrong with the record itself: another one of its atomic batch was refused.
  case batchFailed

  package var status: Int {
    switch self {
    case .serviceUnavailable: 503
    case .fileNotFound: 404
    case .fileLocked: 423
    case .alreadyExists: 409
    case .keyReused: 422
    case .unauthorized: 401
    case .invalidGrant: 400
    case .rateLimited: 429
    case .serverRecordChanged: 412
    case .unknownItem: 404
    case .changeTokenExpired: 410
    case .quotaExceeded: 413
    case .referenceViolation: 412
    case .batchFailed: 400
    }
  }

  /// Whether the change that was asked for certainly did not happen.
  package var certainlyNotApplied: Bool {
    switch self {
    case .serviceUnavailable: false
    case .fileNotFound, .fileLocked: true
    case .alreadyExists: true
    case .keyReused: true
    case .unauthorized, .invalidGrant, .rateLimited: true
    case .serverRecordChanged: true
    case .unknownItem: true
    case .changeTokenExpired: true
    case .quotaExceeded, .referenceViolation, .batchFailed: true
    }
  }

  /// Whether the very same request may succeed a little later.
  package var mayPass: Bool {
    switch self {
    case .serviceUnavailable, .rateLimited: true
    case .fileNotFound, .fileLocked, .alreadyExists, .keyReused, .unauthorized, .invalidGrant,
      .serverRecordChanged, .changeTokenExpired, .quotaExceeded, .referenceViolation, .batchFailed,
      .unknownItem:
      false
    }
  }
}

/// Why an attempt ended without an answer.
package enum NetworkFailure: String, CaseIterable, Sendable {
  /// Nothing came back in time: the request may have taken effect.
  case timeout
  /// The link was known to be down: the request certainly did not arrive.
  case offline
}

/// What the cloud tells a device unasked.
package enum Push: Hashable, Sendable {
  /// Something changed; `intent` is the oldest intent that did it.
  case changed(intent: IntentID)
  case notice(Notice)

  /// Nil where it goes back to whatever the cloud has in hand.
  package var intent: IntentID? {
    switch self {
    case .changed(let intent): intent
    case .notice: nil
    }
  }
}

extension CloudError {
  static let keys: JSONKeys = ["error", "status", "certainlyNotApplied"]

  /// Writes the name and what follows from it into the object that is open.
  func writeMembers(to json: inout JSONWriter) {
    json.member("error", rawValue)
    json.member("status", status)
    json.member("certainlyNotApplied", certainlyNotApplied)
  }
}

extension Change: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      path.writeMembers(to: &json)
      state.writeMembers(to: &json)
    }
  }

  static let keys: JSONKeys = ["record", "field"] + FieldState.keys

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Change.keys)
    path = try FieldPath(object)
    state = try FieldState(object)
  }
}

extension Answer: JSONWritable {
  private enum Kind: String, JSONChoice {
    case saved, pulled, refused
    case chunk, received
    case placed, orderState, results, unread
    case session, done

    static let words = JSONWords<Kind>()
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .saved(let results):
        json.member("kind", "saved")
        json.member("results", results)
      case .pulled(let changes, let cursor, let more, let fingerprint, let pruned):
        json.member("kind", "pulled")
        json.member("changes", changes)
        cursor.writeMembers(to: &json)
        json.member("more", more)
        if let fingerprint { json.member("fingerprint", fingerprint) }
        if pruned > 0 { json.member("prunedBefore", pruned) }
      case .refused(let error, let retryAfter):
        json.member("kind", "refused")
        error.writeMembers(to: &json)
        if let retryAfter { json.member("retryAfter", Int(retryAfter.count)) }
      case .chunk(let chunk):
        json.member("kind", "chunk")
        chunk.writeMembers(to: &json)
      case .received(let receipt):
        json.member("kind", "received")
        receipt.writeMembers(to: &json)
      case .placed(let entry):
        json.member("kind", "placed")
        json.member("entry", entry)
      case .orderState(let intent, let entry):
        json.member("kind", "orderState")
        json.member("intent", intent)
        if let entry { json.member("entry", entry) }
      case .results(let query, let items):
        json.member("kind", "results")
        json.member("query", query.string)
        json.member("items", texts: items)
      case .unread(let items):
        json.member("kind", "unread")
        json.member("items", texts: items)
      case .session(let session):
        json.member("kind", "session")
        json.member("session", session)
      case .done: json.member("kind", "done")
      }
    }
  }

  private static let keys: JSONKeys = [
    "kind", "results", "changes", "cursor", "generation", "since", "fingerprint", "more", "error",
    "status", "certainlyNotApplied",
    "file", "offset", "length", "version", "received", "complete", "duplicate",
    "entry", "intent", "query", "items",
    "session",
    "prunedBefore",
    "retryAfter",
  ]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Answer.keys)
    switch try object.required("kind").choice(Kind.self) {
    case .saved:
      let results = try object.required("results").list(EditResult.init)
      self = .saved(results)
    case .pulled:
      let changes = try object.required("changes").list(Change.init)
      self = .pulled(
        changes: changes, cursor: try Cursor(object), more: try object.required("more").bool(),
        fingerprint: try object.optional("fingerprint")?.count(),
        pruned: try object.optional("prunedBefore")?.count() ?? 0)
    case .refused:
      self = .refused(
        try object.required("error").choice(),
        retryAfter: try object.optional("retryAfter").map { delay throws(FormatError) in
          Milliseconds(Int64(try delay.count()))
        })
    case .chunk: self = .chunk(try FileChunk(object))
    case .received: self = .received(try FileReceipt(object))
    case .placed: self = .placed(entry: try object.required("entry").count())
    case .orderState:
      self = .orderState(
        try object.required("intent").identifier(), entry: try object.optional("entry")?.count())
    case .results:
      self = .results(
        query: try object.required("query").text(),
        items: try object.required("items").texts())
    case .unread: self = .unread(try object.required("items").texts())
    case .session: self = .session(try Session(try object.required("session")))
    case .done: self = .done
    }
  }
}

extension Push: JSONWritable {
  private enum Kind: String, JSONChoice {
    case changed
    case notice

    static let words = JSONWords<Kind>()
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .changed(let intent):
        json.member("kind", "changed")
        json.member("intent", intent)
      case .notice(let notice):
        json.member("kind", "notice")
        notice.writeMembers(to: &json)
      }
    }
  }

  private static let keys: JSONKeys = ["kind", "intent"] + Notice.keys

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Push.keys)
    switch try object.required("kind").choice(Kind.self) {
    case .changed: self = .changed(intent: try object.required("intent").identifier())
    case .notice: self = .notice(try Notice(object))
    }
  }
}
