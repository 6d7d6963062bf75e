import Dispatch

/// Kuyruk Tabanlı Eşzamanlılık: state that is touched on one serial queue only.
package enum QueuesLesson {
  /// A value confined to a serial queue of its own.
  package struct Confined<Value> {
    private let queue = DispatchQueue(label: "SyncModels.QueuesLesson")
    private var value: Value

    package init(_ value: Value) {
      self.value = value
    }

    /// Runs the change on the queue, after all that came before it.
    package mutating func run(_ change: (inout Value) -> Void) {
      queue.sync { change(&value) }
    }

    package func seen() -> Value { queue.sync { value } }
  }

  static let lesson = Lesson(
    "Kuyruk Tabanlı Eşzamanlılık", .concurrency,
    rows: [
      .main("sona-ekleme") { appends { $0 } },
      .main("deger-atama") {
        Trial(
          from: Confined(Text?.none), a: { $0.run { $0 = "a" } }, b: { $0.run { $0 = "b" } },
          seen: { OrDash($0.seen()) })
      },
      .main("benzersiz-ekleme") {
        Trial(
          from: Confined([Text]()),
          a: { $0.run { appendIfAbsent("a", to: &$0) } },
          b: { $0.run { appendIfAbsent("b", to: &$0) } },
          seen: { $0.seen() })
      },
      .limiting("ham-liste") { appends { $0 } },
      .limiting("sirali-liste") { appends { $0.sorted() } },
      .limiting("satir-sayisi") { appends { $0.count } },
    ])

  private static func appends<State>(seen view: ([Text]) -> State) -> Trial<State> {
    Trial(
      from: Confined([Text]()),
      a: { $0.run { $0.append("a") } }, b: { $0.run { $0.append("b") } },
      seen: { view($0.seen()) })
  }

  private static func appendIfAbsent(_ line: Text, to lines: inout [Text]) {
    guard !lines.contains(line) else { return }
    lines.append(line)
  }
}
