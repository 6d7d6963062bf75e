import ClusterCore

/// One device as the trace shows it: what its user sees, what it was told, what it has seen.
struct Replica: Sendable {
  struct Field: Sendable {
    var shown: FieldValue?
    /// The step in which it came to be shown; 0 from the start.
    var shownStep = 0
    var shownBy: EventName?
    /// Which two values its user is asked to choose from; nil where nothing is asked.
    var asked: Question?
    /// The feed number of the newest state it was told; 0 for none.
    var told = 0
    /// Its own edits that no answer has named, oldest first.
    var unanswered: [EditIndex] = []

    var isAsked: Bool { asked != nil }
  }

  let id: NodeID
  private(set) var sight: Sight
  /// Its process now, among all that there have been.
  private(set) var life: LifeIndex
  /// Whether its process is over, and none has begun since.
  private(set) var isDead = false
  /// Edits made in a step that a kill cut before they showed; they may come back at the start.
  var cutOff: [EditIndex] = []
  private var unstored = Unstored()
  /// Up to which feed number it was told that deletions may be forgotten.
  var toldPruned = 0
  /// Operations that edited something.
  var turns = 0
  /// By ``FieldIndex``.
  var fields: [Field] = []
  /// The records of which it tells its user that the cloud does not take them.
  var refusals: [RecordID: CloudError] = [:]

  /// What it came to know since it last stored something, and what a death takes away again.
  private struct Unstored: Sendable {
    /// What it had seen then; nil where it has seen nothing since.
    var sight: Sight?
    /// Fields it was told of, with the number it had been told before.
    var told: [(field: FieldIndex, before: Int)] = []
    var answered: [EditIndex] = []

    func weigh(into state: inout StateDigest) {
      state.combine(sight == nil)
      sight?.weigh(into: &state)
      state.combine(told.count)
      for told in told {
        state.combine(told.field)
        state.combine(told.before)
      }
      state.combine(answered)
    }

    /// Forgets, and keeps the memory: it happens at every store.
    mutating func clear() {
      sight = nil
      if !told.isEmpty { told.removeAll(keepingCapacity: true) }
      if !answered.isEmpty { answered.removeAll(keepingCapacity: true) }
    }
  }

  /// What it came to know by pages that it has not stored: one that reads everything anew stores
  /// them with the last, and a death before that takes them away, whatever else it has stored.
  private struct Pages: Sendable {
    /// What it has seen without them; nil where there are none.
    var others: Sight?
    var told: [(field: FieldIndex, number: Int, before: Int)] = []

    func weigh(into state: inout StateDigest) {
      state.combine(others == nil)
      others?.weigh(into: &state)
      state.combine(told.count)
      for told in told {
        state.combine(told.field)
        state.combine(told.number)
        state.combine(told.before)
      }
    }
  }

  private var pages = Pages()
  /// Whether it is told of such a page in the step in hand.
  var isReadingPage = false

  init(_ id: NodeID, life: LifeIndex, devices: Int) {
    self.id = id
    self.life = life
    sight = Sight(lives: devices)
  }

  func weigh(into state: inout StateDigest) {
    sight.weigh(into: &state)
    state.combine(life)
    state.combine(isDead)
    state.combine(cutOff)
    state.combine(turns)
    state.combine(toldPruned)
    state.combine(fields.count)
    for field in fields {
      state.combine(field.shown)
      state.combine(field.told)
      state.combine(field.unanswered)
      state.combine(field.asked?.own)
      state.combine(field.asked?.cloud)
    }
    unstored.weigh(into: &state)
    pages.weigh(into: &state)
    state.combine(refusals)
  }

  mutating func see(_ change: (inout Sight) -> Void) {
    if isReadingPage {
      if pages.others == nil { pages.others = sight }
    } else {
      if unstored.sight == nil { unstored.sight = pages.others ?? sight }
      if var others = pages.others {
        change(&others)
        pages.others = others
      }
    }
    change(&sight)
  }

  mutating func tell(_ number: Int, of field: FieldIndex) {
    let before = fields[field].told
    if isReadingPage {
      pages.told.append((field, number, before))
    } else {
      unstored.told.append((field, before))
    }
    fields[field].told = max(before, number)
  }

  mutating func answer(_ edit: EditIndex, of field: FieldIndex) {
    guard let place = fields[field].unanswered.firstIndex(of: edit) else { return }
    fields[field].unanswered.remove(at: place)
    unstored.answered.append(edit)
  }

  /// It has stored something: what it knows now, a death leaves it, but for pages that are stored
  /// with the last. What another program stores, nobody can tell.
  mutating func store(_ entry: StoreEntry) {
    unstored.clear()
    switch entry {
    case .refetched, .foreign: pages = Pages()
    case .made, .settled, .cursor, .forgotten, .seeded, .transferWanted, .transferEnded, .ordered,
      .orderSettled, .registered, .read, .counted, .asked, .answered, .signedOut, .renewing,
      .renewed:
      break
    }
  }

  /// Its process is over, and what it had not stored is forgotten.
  mutating func die(next life: LifeIndex, _ ledger: EditLedger) {
    self.life = life
    isDead = true
    sight = unstored.sight ?? pages.others ?? sight
    for told in unstored.told.reversed() { fields[told.field].told = told.before }
    for told in pages.told.reversed() where fields[told.field].told == told.number {
      fields[told.field].told = told.before
    }
    for edit in unstored.answered { fields[ledger[edit].field].unanswered.append(edit) }
    for edit in unstored.answered { fields[ledger[edit].field].unanswered.sort() }
    unstored = Unstored()
    pages = Pages()
  }

  /// Its store is gone too: it knows what was there from the start, and owes nothing.
  mutating func forgetAll(start: Int, lives: Int) {
    sight = Sight(lives: lives)
    unstored = Unstored()
    pages = Pages()
    for field in fields.indices {
      fields[field].told = field < start ? field + 1 : 0
      fields[field].unanswered = []
    }
  }

  /// A process begins, and shows what was there from the start until it shows something else.
  mutating func begin(_ start: [Change], at step: Int, _ name: EventName) {
    isDead = false
    refusals = [:]
    for field in fields.indices {
      fields[field].shown = field < start.count ? start[field].state.shown.inOrder : nil
      fields[field].shownStep = step
      fields[field].shownBy = name
      fields[field].asked = nil
    }
  }
}

extension FieldValue {
  /// With the members of a set in the order of their bytes, whoever wrote it.
  var inOrder: FieldValue {
    guard case .set(let members) = self, members.count > 1 else { return self }
    return .set(members.sorted())
  }
}
