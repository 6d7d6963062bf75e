import ClusterCore

/// Tells a run at its pace: before each event it waits until that is due.
///
/// It knows no clock; waiting and printing are handed in. The run itself is not touched: the node
/// has handled the event already, and the next one is not taken before this one is told.
package struct PacedChart {
  private let pace: Pace
  /// Waits until so many real nanoseconds after the beginning of the run, at once where they are
  /// over; false where the user wants an end.
  private let wait: (Int64, LiveChart) -> Bool
  private let say: ([String]) -> Void
  private var chart: LiveChart
  private var now = Instant.start
  private var isInterrupted = false
  private var isEmpty = true

  package init(
    _ chart: LiveChart, pace: Pace, wait: @escaping (Int64, LiveChart) -> Bool,
    say: @escaping ([String]) -> Void
  ) {
    self.chart = chart
    self.pace = pace
    self.wait = wait
    self.say = say
  }

  /// Tells an event once it is due; nothing more after an interruption.
  package mutating func observe(_ event: TraceEvent) {
    guard !isInterrupted else { return }
    if isEmpty { say([chart.header]) }
    isEmpty = false
    if event.at > now {
      say(chart.advance(to: event.at))
      now = event.at
      isInterrupted = !wait(pace.due(event.at), chart)
    }
    guard !isInterrupted else { return }
    say(chart.consume(event))
  }

  /// Tells what there is to tell at the end.
  package mutating func finish() {
    guard !isInterrupted && !isEmpty else { return }
    say(chart.finish())
  }
}
