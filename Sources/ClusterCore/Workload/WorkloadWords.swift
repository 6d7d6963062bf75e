/// The names that a drawn workload uses: few, so that devices meet at the same things.
enum WorkloadWords {
  static let title: FieldName = "title"
  static let body: FieldName = "body"
  static let tags: FieldName = "tags"
  static let count: FieldName = "count"

  static let goods = ["Milk", "Eggs", "Bread", "Cheese", "Rice"]
  static let members: [Value] = ["home", "shop", "work"].map { .text($0) }
  static let wares: [Text] = ["book", "pen", "lamp"]
  static let queries: [Text] = ["m", "mi", "milk"]
  static let calls: [Text] = ["feed", "inbox", "profile"]
  static let tokens = 2
  static let sizes = [100_000, 300_000, 700_000]

  /// Requests that a device makes again when the cloud was not up to them.
  static let repeated: [MessageKind] = [
    .save, .pull, .order, .search, .register, .markRead, .unread, .call, .refresh, .signIn,
  ]

  /// How far clocks are off: from less than a message takes to a day.
  static let offsets: [Milliseconds] = [
    50, .seconds(2), .seconds(60), .seconds(3600), .seconds(24 * 3600),
  ]

  static func record(_ number: Int) -> RecordID { RecordID("note-\(number)") }
}

extension RandomWorkload {
  /// One operation of each kind that edits records, on every field that it may come to edit.
  ///
  /// What kind of field each is must not depend on what is drawn.
  var editsOfAllFields: [Operation] {
    let records = (1...records).map(WorkloadWords.record)
    func each<Content>(_ content: [FieldName: Content]) -> [FieldPath: Content] {
      var values: [FieldPath: Content] = [:]
      for record in records {
        for (field, value) in content { values[FieldPath(record, field)] = value }
      }
      return values
    }
    let texts: [FieldName: Value] = [
      WorkloadWords.title: .text(""), WorkloadWords.body: .text(""),
    ]
    let members = each([WorkloadWords.tags: WorkloadWords.members])
    return kinds.compactMap { kind in
      switch kind {
      case .write: .write(each(texts))
      case .add: .add(members)
      case .remove: .remove(members)
      case .create:
        .create(
          each([
            WorkloadWords.title: .scalar(.text("")),
            WorkloadWords.tags: .set(WorkloadWords.members),
          ]))
      case .increment: .increment(each([WorkloadWords.count: 1]))
      case .delete: .delete(records)
      case .sync, .order, .search, .call, .open, .register, .markRead, .signIn, .signOut,
        .download, .upload, .cancelTransfer, .publish, .notify, .answer, .expireTokens, .revoke,
        .rateLimit, .quota, .expireCursors:
        nil
      }
    }
  }
}

extension RandomWorkload.Kind {
  /// How many lots it has where the kind of an operation is drawn.
  var lots: Int {
    switch self {
    case .write: 6
    case .call: 4
    case .add, .order, .publish: 3
    case .remove, .create, .increment, .delete, .search, .register, .markRead, .download, .upload,
      .answer, .expireTokens:
      2
    case .sync, .open, .signIn, .signOut, .cancelTransfer, .notify, .revoke, .rateLimit,
      .quota, .expireCursors:
      1
    }
  }
}
