import ClusterCore

/// When a failed attempt is made again.
struct Backoff: Hashable, Sendable {
  /// How many times in a row a sound device tries before it waits for another trigger.
  static let budget = 6
  static let first = Milliseconds.seconds(1)
  static let longest = Milliseconds.seconds(30)

  /// Failures in a row, per line of work.
  private var failures: [Text: Int] = [:]
  /// Lines of work that wait for their timer, or for another trigger.
  private(set) var waiting: Set<Text> = []

  /// Notes a failure; returns the timer to set, nil where the budget is spent.
  ///
  /// - Parameter notBefore: the cloud's word on when another try may succeed. `always` does not
  ///   heed it.
  mutating func fail(
    _ line: Text, rule: Policy.RetryRule, notBefore: Milliseconds? = nil
  ) -> TimerSetting? {
    let count = (failures[line] ?? 0) + 1
    failures[line] = count
    waiting.insert(line)
    switch rule {
    case .always: return TimerSetting(key: line, kind: "retry", after: Backoff.first)
    case .classified:
      guard count < Backoff.budget else { return nil }
      let doubled = Milliseconds(Backoff.first.count << Int64(count - 1))
      let after = max(min(doubled, Backoff.longest), notBefore ?? .zero)
      return TimerSetting(
        key: line, kind: "retry", after: after, jitter: Milliseconds(after.count / 4))
    }
  }

  /// Lines are named only where some line waits at all: most of the time none does.
  func isWaiting(_ line: @autoclosure () -> Text) -> Bool {
    !waiting.isEmpty && waiting.contains(line())
  }

  /// The timer of that line of work has fired.
  mutating func wake(_ line: Text) { waiting.remove(line) }

  mutating func succeed(_ line: @autoclosure () -> Text) {
    guard !failures.isEmpty || !waiting.isEmpty else { return }
    let line = line()
    failures[line] = nil
    waiting.remove(line)
  }

  /// Another trigger: every budget is whole again. Returns the timers to cancel, in order.
  mutating func reset() -> [Text] {
    defer {
      failures = [:]
      waiting = []
    }
    return waiting.sorted()
  }
}
