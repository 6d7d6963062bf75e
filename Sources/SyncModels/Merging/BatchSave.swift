/// Why a server refuses one record of a save.
package enum SaveRefusal: Hashable, CaseIterable, Sendable {
  /// It has changed since the tag that the save is based on.
  case changed
  /// It is new, and there is no room for it.
  case noRoom
  /// It names a parent that is not there.
  case noParent
  /// Nothing but that another record of an atomic batch was refused.
  case batch
}

/// What a server that may refuse records goes by.
package struct SaveTerms<RecordID: Hashable> {
  package let rule: SaveRule
  package let isAtomic: Bool
  /// How many records there is room for; `nil` for any number.
  package let room: Int?
  /// The change tags of the records that are there.
  package let tags: [RecordID: Int]

  package init(rule: SaveRule, isAtomic: Bool, room: Int?, tags: [RecordID: Int]) {
    self.rule = rule
    self.isAtomic = isAtomic
    self.room = room
    self.tags = tags
  }
}

/// One save of several records, each based on a tag and perhaps a part of another record.
package struct BatchSave<RecordID: Hashable> {
  package struct Item {
    package let id: RecordID
    /// Each tag that an edit of the record is based on.
    package var bases: Set<Int>
    package var parent: RecordID?

    package init(_ id: RecordID, bases: Set<Int>, parent: RecordID? = nil) {
      self.id = id
      self.bases = bases
      self.parent = parent
    }
  }

  /// In the order of the save, each record once.
  package let items: [Item]

  package init(_ items: [Item]) {
    self.items = items
  }

  /// Why records are refused; those that are taken in do not stand here.
  ///
  /// A record is asked for its tag first, then for its parent, which must be there or be taken in
  /// with it, then for room. In the order of the save, but parents before their children, the
  /// first to come get what room there is.
  package func refusals(under terms: SaveTerms<RecordID>) -> [RecordID: SaveRefusal] {
    var there = Set(terms.tags.keys)
    var refusals: [RecordID: SaveRefusal] = [:]
    for item in items where !isFresh(item, under: terms) { refusals[item.id] = .changed }
    for item in parentsFirst where refusals[item.id] == nil {
      if let parent = item.parent, !there.contains(parent) {
        refusals[item.id] = .noParent
      } else if let room = terms.room, there.count >= room, !there.contains(item.id) {
        refusals[item.id] = .noRoom
      } else {
        there.insert(item.id)
      }
    }
    guard terms.isAtomic, !refusals.isEmpty else { return refusals }
    for item in items where refusals[item.id] == nil { refusals[item.id] = .batch }
    return refusals
  }

  private func isFresh(_ item: Item, under terms: SaveTerms<RecordID>) -> Bool {
    let record = TaggedRecord((), tag: terms.tags[item.id] ?? 0)
    return item.bases.allSatisfy { record.accepts(basedOn: $0, rule: terms.rule) }
  }

  /// The records of the save, before each the line of its parents that come with it.
  private var parentsFirst: [Item] {
    var order: [Item] = []
    for item in items {
      var line: [Item] = []
      var next: Item? = item
      while let one = next, !(order + line).contains(where: { $0.id == one.id }) {
        line.append(one)
        next = one.parent.flatMap { parent in items.first { $0.id == parent } }
      }
      order += line.reversed()
    }
    return order
  }
}

extension BatchSave: Sendable where RecordID: Sendable {}
extension BatchSave.Item: Sendable where RecordID: Sendable {}
extension SaveTerms: Sendable where RecordID: Sendable {}
