import ClusterCore
import ClusterReport
import ClusterTransport

/// How a run is watched: at which pace, with its chart or without.
struct Watching {
  let pace: Pace

  init(_ arguments: Arguments) throws(UserMessage) {
    guard let text = arguments[.pace] else {
      pace = .instant
      return
    }
    guard let pace = Pace(parsing: text) else {
      throw UserMessage(
        what: "--pace \(text) is no pace",
        cause: "it takes instant, realtime, or a factor from 0.001x to 1000x such as 10x",
        next: Arguments.line(.pace, "10x"))
    }
    self.pace = pace
  }

  /// Whether the chart is told while the run goes on, and not after it.
  var isLive: Bool { pace != .instant }

  /// What a run is to give each of its events to, then its end.
  func audience(of scenario: Scenario, _ executor: Executor, _ console: Console) -> Audience {
    guard isLive else { return Audience(chart: nil) }
    let wait = PacedWait(pace, executor, console)
    return Audience(
      chart: PacedChart(
        LiveChart(scenario: scenario, style: console.style), pace: pace,
        wait: { due, chart in wait.until(due) { chart.status(at: $0) } },
        say: { lines in
          guard !lines.isEmpty else { return }
          console.clearStatus()
          console.say(lines)
        }))
  }
}

/// Who watches one run.
final class Audience {
  private var chart: PacedChart?

  init(chart: PacedChart?) { self.chart = chart }

  func observe(_ event: TraceEvent) { chart?.observe(event) }

  func finish() { chart?.finish() }
}

/// Real time passing between the events of a run.
private final class PacedWait {
  private let pace: Pace
  private let executor: Executor
  private let console: Console
  private let beginning = WallClock.monotonicNanoseconds

  /// How often the line with the virtual time is written anew, in real nanoseconds.
  private static let tick: Int64 = 100_000_000

  init(_ pace: Pace, _ executor: Executor, _ console: Console) {
    self.pace = pace
    self.executor = executor
    self.console = console
  }

  /// Waits until so long after the beginning; false where a signal came first.
  func until(_ due: Int64, status: (Instant) -> String) -> Bool {
    while true {
      let elapsed = WallClock.monotonicNanoseconds - beginning
      guard elapsed < due else { return executor.goesOn(after: .zero) }
      if let instant = pace.instant(after: elapsed) { console.status(status(instant)) }
      let rest = console.showsStatus ? min(due - elapsed, PacedWait.tick) : due - elapsed
      guard executor.goesOn(after: .nanoseconds(rest)) else { return false }
    }
  }
}
