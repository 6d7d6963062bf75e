import ClusterCore
import ClusterReport
import Testing

@Suite("A chart's layout") struct ChartLayoutTests {
  @Test("A run of losses, copies and a partition looks like the drawn chart")
  func drawnChart() throws {
    let chart = Chart(scenario: try Stories.scenario())
    let lines = chart.lines(Stories.arrivalOrder(), style: TextStyle())
    try Golden.check(lines, "arrival-order.txt")
  }
}
