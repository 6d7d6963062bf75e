import ClusterCore
import ClusterReport
import Testing

@Suite("A chart that is told as the run goes") struct LiveChartTests {
  /// What happened between a paced chart and the world, in order.
  private enum Deed: Equatable {
    case wait(until: Int64)
    case say(String)
  }

  private final class World {
    var deeds: [Deed] = []
    /// Waits after so many are interrupted.
    var patience = Int.max

    var lines: [String] {
      deeds.compactMap { deed in
        if case .say(let line) = deed { line } else { nil }
      }
    }
    var waits: [Int64] {
      deeds.compactMap { deed in
        if case .wait(let due) = deed { due } else { nil }
      }
    }
  }

  private func told(
    _ events: [TraceEvent], _ scenario: Scenario, pace: Pace = .realtime,
    style: TextStyle = TextStyle(), patience: Int = .max
  ) -> World {
    let world = World()
    world.patience = patience
    var chart = PacedChart(
      LiveChart(scenario: scenario, style: style), pace: pace,
      wait: { due, _ in
        world.deeds.append(.wait(until: due))
        world.patience -= 1
        return world.patience >= 0
      }, say: { lines in world.deeds += lines.map(Deed.say) })
    for event in events { chart.observe(event) }
    chart.finish()
    return world
  }

  @Test("It ends as the chart in full, to the letter")
  func sameLines() throws {
    let scenario = try Stories.scenario()
    for events in [Stories.arrivalOrder(), Stories.killed()] {
      for style in [TextStyle(), TextStyle(width: 60, isUnicode: false)] {
        let expected = Chart(scenario: scenario).lines(events, style: style)
        #expect(told(events, scenario, style: style).lines == expected)
      }
    }
  }

  @Test("So it does for events in any order", arguments: 1...20 as ClosedRange<UInt64>)
  func sameLinesOfAnything(seed: UInt64) throws {
    let scenario = try Stories.scenario()
    var trace = RandomTrace(seed: seed, devices: scenario.devices.map(\.id))
    let events = trace.events(80)
    let expected = Chart(scenario: scenario).lines(events, style: TextStyle())
    let lines = told(events, scenario).lines
    #expect(zip(lines, expected).first { $0 != $1 } == nil)
    #expect(lines.count == expected.count)
  }

  @Test("It waits once for each instant, and before what happens then is told")
  func waits() throws {
    var trace = TraceBuilder()
    trace.start("phone")
    trace.write("phone", "w1", title: "a", at: 1000)
    trace.write("tablet", "w2", title: "b", at: 1000)
    trace.write("phone", "w3", title: "c", at: 3000)
    let world = told(trace.events, try Stories.scenario(), pace: .thousandths(2000))
    #expect(world.waits == [500_000_000, 1_500_000_000])
    func place(_ deed: Deed) -> Int? { world.deeds.firstIndex(of: deed) }
    func place(saying text: String) -> Int? {
      world.deeds.firstIndex { deed in
        if case .say(let line) = deed { line.contains(text) } else { false }
      }
    }
    let order = [
      place(saying: "↻ started"), place(.wait(until: 500_000_000)), place(saying: "w1 title"),
      place(saying: "w2 title"), place(.wait(until: 1_500_000_000)), place(saying: "w3 title"),
    ].compactMap(\.self)
    #expect(order.count == 6 && order == order.sorted())
  }

  @Test("After an interruption nothing more is waited for or told")
  func interruption() throws {
    let events = Stories.arrivalOrder()
    let all = told(events, try Stories.scenario())
    let some = told(events, try Stories.scenario(), patience: 3)
    #expect(some.waits.count == 4)
    #expect(some.deeds.last == .wait(until: some.waits[3]))
    #expect(some.deeds == Array(all.deeds.prefix(some.deeds.count)))
  }

  @Test("A lost message has its cross when it is sent, before time goes on")
  func lostAtOnce() throws {
    var chart = LiveChart(scenario: try Stories.scenario(), style: TextStyle())
    var trace = TraceBuilder()
    trace.write(
      "phone", "w1", title: "Milk",
      [Build.send(Build.save("phone", "w1"), Build.edit("w1", title: "Milk"), .copies([]))], at: 0)
    let lines = trace.events.flatMap { chart.consume($0) }
    #expect(lines.count { $0.contains("✗") && $0.contains("lost") } == 1)
  }

  @Test("The line below it names what is under way, harmlessly and within the width")
  func status() throws {
    let style = TextStyle(width: 60)
    var chart = LiveChart(scenario: try Stories.scenario(), style: style)
    #expect(chart.status(at: Instant(7120)) == "7.120 s")
    var trace = TraceBuilder()
    for name in ["w1", "w\u{1B}[2J", "w" + String(repeating: "三", count: 60)] {
      let intent = IntentID(name)
      let save = Build.save("phone", EntryID(name))
      trace.write(
        "phone", intent, title: "Milk", [Build.send(save, Build.edit(intent, title: "Milk"))],
        at: 0)
    }
    for event in trace.events { _ = chart.consume(event) }
    let line = chart.status(at: Instant(0))
    #expect(line.hasPrefix("0.000 s  under way: save w1, save w\\u{1b}[2J, save w三三"))
    #expect(Nasty.columns(line) <= 59)
  }
}
