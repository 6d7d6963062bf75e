/// Görevler ve Görev Grupları: child tasks whose results are gathered as they end.
package enum GroupsLesson {
  /// The children to start in one group, each with the value it ends with.
  package struct Children<Value: Sendable>: Sendable {
    private var values: [Value] = []

    package init() {}

    package mutating func add(_ value: Value) { values.append(value) }

    /// Runs the children in a task group and folds their values in whatever order they end.
    package func gathered<Result>(
      into start: Result, _ fold: (inout Result, Value) -> Void
    ) async -> Result {
      await withTaskGroup(of: Value.self) { group in
        for value in values { group.addTask { value } }
        var result = start
        for await value in group { fold(&result, value) }
        return result
      }
    }
  }

  /// Names in the order they arrived, each once.
  package struct Arrivals: Equatable {
    package private(set) var names: [Text] = []

    package init() {}

    package mutating func arrive(_ name: Text) {
      guard !names.contains(name) else { return }
      names.append(name)
    }
  }

  static let lesson = Lesson(
    "Görevler ve Görev Grupları", .concurrency,
    rows: [
      .main("grup-kumesi") {
        await Trial(
          fromEach: { Children<Text>() }, a: { $0.add("alfa") }, b: { $0.add("beta") },
          seen: { await $0.gathered(into: Set<Text>()) { $0.insert($1) }.sorted() })
      },
      .main("gelis-sirasi") { arrivals(seen: \.names) },
      .main("grup-toplami") {
        await Trial(
          fromEach: { Children<Int>() }, a: { $0.add(4) }, b: { $0.add(5) },
          seen: { await $0.gathered(into: 0) { $0 += $1 } })
      },
      .limiting("liste-gorunumu") { arrivals(seen: \.names) },
      .limiting("sayi-gorunumu") { arrivals(seen: \.names.count) },
    ])

  private static func arrivals<State>(seen view: (Arrivals) -> State) -> Trial<State> {
    Trial(from: Arrivals(), a: { $0.arrive("alfa") }, b: { $0.arrive("beta") }, seen: view)
  }
}
