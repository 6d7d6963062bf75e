import SyncModels
import Testing

@Suite("Law: an upsert keeps a row's place")
struct UpsertLawTests {
  struct Row: Equatable {
    let key: Int
    let value: Text
  }

  typealias Model = Behaviour<[Row], Row, [Row]>

  /// A new key goes to the end; a known one is replaced where it stands.
  private let law = Law<[Row], Row, [Row]>.eachStep(
    start: { $0.list(upTo: 4, Self.draw) },
    operation: Self.draw,
    holds: { before, row, after in
      guard before.contains(where: { $0.key == row.key }) else { return after == before + [row] }
      return after == before.map { $0.key == row.key ? row : $0 }
    })

  private static func draw(_ generator: inout SeededGenerator) -> Row {
    Row(key: generator.number(1...4), value: generator.name())
  }

  private let table: Model = arrivals(
    from: TableLesson.Table(),
    apply: { $0.upsert(Text("\($1.key)"), $1.value) },
    seen: { table in
      table.inInsertionOrder.rows.map { Row(key: Int("\($0.key)") ?? 0, value: $0.value) }
    })

  private let context: Model = arrivals(
    from: ObjectsLesson.Context(enforcesUniqueness: true),
    apply: { $0.save(Text("\($1.key)"), $1.value) },
    seen: { context in
      context.entries.map { Row(key: Int("\($0.key)") ?? 0, value: $0.value) }
    })

  private let shelf: Model = arrivals(
    from: JSONLesson.Shelf(),
    apply: { $0.upsert(JSONLesson.Record(id: $1.key, name: $1.value, version: 1)) },
    seen: { shelf in shelf.records.map { Row(key: $0.id, value: $0.name) } })

  private let movingToTheEnd: Model = arrivals(
    from: [Row](),
    apply: { rows, row in
      rows.removeAll { $0.key == row.key }
      rows.append(row)
    },
    seen: { $0 })

  @Test("holds for the table, the constrained context and the shelf", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    for model in [table, context, shelf] {
      #expect(await law.counterexample(to: model, seed: seed) == nil)
    }
  }

  @Test("fails for an upsert that moves the row to the end", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    #expect(await law.counterexample(to: movingToTheEnd, seed: seed) != nil)
  }

  @Test("fails for a context without uniqueness", arguments: lawSeeds)
  func failsWithoutUniqueness(seed: UInt64) async {
    let unconstrained: Model = arrivals(
      from: ObjectsLesson.Context(enforcesUniqueness: false),
      apply: { $0.save(Text("\($1.key)"), $1.value) },
      seen: { context in
        context.entries.map { Row(key: Int("\($0.key)") ?? 0, value: $0.value) }
      })
    #expect(await law.counterexample(to: unconstrained, seed: seed) != nil)
  }
}
