import ClusterChecker
import ClusterCore
import Testing

@testable import ClusterReport

@Suite("The states that a page steps through") struct PageStatesTests {
  /// A node's state after so many events, folded from the changes as the page's script does.
  private func state(
    of node: NodeID, after count: Int, _ events: [TraceEvent]
  ) throws -> [String: String] {
    let states = PageStates(try Stories.scenario(), events)
    let place = try #require(states.nodes.firstIndex(of: node))
    var held: [String: String] = [:]
    for change in states.steps.prefix(count).flatMap(\.self) where change.node == place {
      held[states.keys.texts[change.key]] = change.value.map { states.values.texts[$0] }
    }
    return held
  }

  @Test("At the end each device shows what the checks saw it show")
  func end() throws {
    for story in [Stories.arrivalOrder(), Stories.killed(), Stories.long()] {
      var checker = Checker(scenario: try Stories.scenario())
      for event in story { checker.observe(event) }
      for (device, fields) in checker.shown {
        let state = try state(of: device, after: story.count, story)
        for (path, value) in fields { #expect(state["\(path)"] == "\(words(value))") }
      }
    }
  }

  private func words(_ value: FieldValue) -> String {
    guard case .scalar(.text(let text)) = value else { return "{}" }
    return "\"\(text)\""
  }

  @Test("The cloud holds a title from the step in which it took it, and not before")
  func cloud() throws {
    let events = Stories.arrivalOrder()
    let taken = try #require(
      events.first { event in
        guard let step = event.step, step.node == .cloud else { return false }
        return if case .request(.save, _) = step.event { true } else { false }
      })
    #expect(try state(of: .cloud, after: taken.number - 1, events)["note-1.title"] == "\"Plan\"")
    #expect(try state(of: .cloud, after: taken.number, events)["note-1.title"] == "\"Eggs\"")
  }

  @Test("A device is cut off for as long as the partition lasts")
  func cut() throws {
    let events = Stories.arrivalOrder()
    for event in events {
      guard case .partition(_, let isOn) = event.kind else { continue }
      let link = try state(of: "tablet", after: event.number, events)["link"]
      #expect(link == (isOn ? "cut off" : nil))
    }
  }

  @Test("A killed process is not running until it starts again")
  func killed() throws {
    let events = Stories.killed()
    let death = try #require(events.first { if case .died = $0.kind { true } else { false } })
    #expect(try state(of: "phone", after: death.number, events)["app"] == "not running")
    #expect(try state(of: "phone", after: events.count, events)["app"] == nil)
  }
}
