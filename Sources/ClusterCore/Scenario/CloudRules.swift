/// How the cloud merges: the rules that every device of the app knows too.
package struct CloudRules: Hashable, Sendable {
  /// Takes in nothing, as ``Policy`` does: the rules of a run never change.
  package func hash(into hasher: inout Hasher) {}

  /// Which of two writes of a scalar field stays.
  package enum Scalars: String, CaseIterable, Sendable {
    case lastArrival, highestStamp
  }

  /// Which of two writes with equal stamps stays: the later to arrive, or the larger.
  package enum Tie: String, CaseIterable, Sendable {
    case arrival, device, value
  }

  package enum Sets: String, CaseIterable, Sendable {
    /// A save carries the whole set, and the last to arrive stays.
    case replace
    /// Adds only; nothing can be removed.
    case union
    /// A remove takes out the adds it has seen, and no other.
    case observedRemove
  }

  /// How a number is counted up that several devices add to.
  package enum Counters: String, CaseIterable, Sendable {
    /// A device reads the number, adds, and saves the sum as it saves any value.
    case replace
    /// A save carries what is added; the counter is the sum of all that was added, each once.
    case sum
  }

  /// What settles a deletion against the updates of the record that it meets.
  package enum Deletes: String, CaseIterable, Sendable {
    /// The higher stamp; the deletion wins ties.
    case highest
    /// The deletion, whatever the stamps.
    case deleteWins
    /// An update that whoever deleted the record had not seen, whatever the stamps.
    case updateWins
  }

  /// Whether a save needs the change tag of the record it is based on.
  package enum Saves: String, CaseIterable, Sendable {
    /// Every save is taken in and merged.
    case merge
    /// A record whose tag has moved on is refused, and the rest of the save is taken in.
    case ifTagMatches
  }

  /// What becomes of the records of a save when one of them is refused.
  package enum Batch: String, CaseIterable, Sendable {
    /// The others are taken in.
    case perRecord
    /// None is.
    case atomic
  }

  package var scalars: Scalars
  package var tie: Tie
  package var sets: Sets
  package var saves = Saves.merge
  package var counters = Counters.sum
  package var deletes = Deletes.highest
  /// How long after a deletion has arrived the cloud forgets the record and that it was deleted;
  /// nil for never.
  package var retention: Milliseconds?
  package var batch = Batch.perRecord
  /// The field in which a record names its parent, whose record has to be there first; nil where
  /// records have none.
  package var parent: FieldName?
  /// Whether the other devices are told of a change by a push.
  package enum Pushes: String, CaseIterable, Sendable {
    case changes, none
  }

  /// How many changes one answer to a pull holds at most.
  package var page: Int
  package var pushes: Pushes
  package var files = FileRules.standard
  package var orders = OrderRules.standard
  package var notices = NoticeRules.standard
  /// How tokens are issued.
  package var tokens = TokenRules()

  package static let standard = CloudRules(
    scalars: .highestStamp, tie: .device, sets: .observedRemove, page: 100,
    pushes: .changes)

  package init(scalars: Scalars, tie: Tie, sets: Sets, page: Int, pushes: Pushes) {
    self.scalars = scalars
    self.tie = tie
    self.sets = sets
    self.page = page
    self.pushes = pushes
  }
}

extension CloudRules: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rule", scalars.rawValue)
      json.member("tie", tie.rawValue)
      json.member("sets", sets.rawValue)
      json.member("page", page)
      json.member("pushes", pushes.rawValue)
      if saves != .merge { json.member("saves", saves.rawValue) }
      if counters != .sum { json.member("counters", counters.rawValue) }
      if deletes != .highest { json.member("deletes", deletes.rawValue) }
      if let retention {
        json.key("tombstones")
        json.object { $0.member("retention", retention.description) }
      }
      if batch != .perRecord { json.member("batch", batch.rawValue) }
      if let parent { json.member("parent", parent) }
      if files != .standard { json.member("files", files) }
      if orders != .standard { json.member("orders", orders) }
      if notices != .standard { json.member("notices", notices) }
      if tokens != TokenRules() { json.member("tokens", tokens) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: [
      "rule", "tie", "sets", "page", "pushes", "orders", "notices", "tokens", "files",
      "saves", "batch", "parent",
      "counters", "deletes", "tombstones",
    ])
    let standard = CloudRules.standard
    scalars = try object.optional("rule")?.choice() ?? standard.scalars
    tie = try object.optional("tie")?.choice() ?? standard.tie
    sets = try object.optional("sets")?.choice() ?? standard.sets
    saves = try object.optional("saves")?.choice() ?? standard.saves
    counters = try object.optional("counters")?.choice() ?? standard.counters
    deletes = try object.optional("deletes")?.choice() ?? standard.deletes
    retention = try object.optional("tombstones")?.object(allowing: ["retention"])
      .required("retention").delay()
    batch = try object.optional("batch")?.choice() ?? standard.batch
    parent = try object.optional("parent")?.identifier()
    page = try object.optional("page")?.count(in: 1...10_000) ?? standard.page
    pushes = try object.optional("pushes")?.choice() ?? standard.pushes
    files = try object.optional("files").map(FileRules.init) ?? standard.files
    orders = try object.optional("orders").map(OrderRules.init) ?? standard.orders
    notices = try object.optional("notices").map(NoticeRules.init) ?? standard.notices
    tokens = try object.optional("tokens").map(TokenRules.init) ?? standard.tokens
  }
}
