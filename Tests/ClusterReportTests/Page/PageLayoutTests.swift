import ClusterCore
import ClusterReport
import Testing

/// What the trace itself says of messages, counted here without any layout.
private struct Traffic {
  var delivered = 0
  var copies = 0
  var lost = 0
  var refused = 0
  var held = 0

  init(_ events: [TraceEvent]) {
    for step in events.compactMap(\.step) {
      if case .delivery(_, let copy) = step.name {
        if copy > 1 { copies += 1 } else { delivered += 1 }
      }
      for case .sent(_, let dispatch) in step.effects.map(\.outcome) {
        switch dispatch {
        case .copies(let delays): if delays.isEmpty { lost += 1 }
        case .held, .kept: held += 1
        case .refused: refused += 1
        }
      }
    }
  }
}

@Suite("The layout of a page") struct PageLayoutTests {
  static let stories: [@Sendable () -> [TraceEvent]] = [
    Stories.arrivalOrder, Stories.killed, Stories.long,
  ]

  private func layout(_ events: [TraceEvent], failing step: Int? = nil) throws -> PageLayout {
    let check = step.map {
      CheckResult(name: .newestWins, verdict: .fail, witnesses: 1, step: $0, explanation: "why")
    }
    return PageLayout(try Stories.scenario(), events, checks: check.map { [$0] } ?? [])
  }

  private func arrows(_ layout: PageLayout) -> [PageLayout.Arrow] {
    layout.chunks.flatMap(\.rows).flatMap(\.items).compactMap { item in
      guard case .arrow(let arrow) = item else { return nil }
      return arrow
    }
  }

  @Test("There is a lane for each device and the cloud, from left to right")
  func lanes() throws {
    let layout = try layout(Stories.arrivalOrder())
    #expect(layout.lanes.map(\.node) == ["phone", "tablet", "laptop", .cloud])
    #expect(layout.lanes.map(\.x) == layout.lanes.map(\.x).sorted())
    #expect(layout.lanes.allSatisfy { $0.x < layout.width })
  }

  @Test("Every event has one row, in its order", arguments: stories)
  func rows(story: @Sendable () -> [TraceEvent]) throws {
    let steps = try layout(story()).chunks.flatMap(\.rows).map(\.step)
    #expect(steps == story().map(\.number))
  }

  @Test("There are as many arrows of each fate as the trace tells", arguments: stories)
  func fates(story: @Sendable () -> [TraceEvent]) throws {
    let traffic = Traffic(story())
    var counts: [ArrowFate: Int] = [:]
    for arrow in arrows(try layout(story())) { counts[arrow.fate, default: 0] += 1 }
    #expect(counts[.delivered, default: 0] + counts[.late, default: 0] == traffic.delivered)
    #expect(counts[.copy, default: 0] == traffic.copies)
    #expect(counts[.lost, default: 0] == traffic.lost)
    #expect(counts[.refused, default: 0] == traffic.refused)
    #expect(counts[.held, default: 0] == traffic.held)
  }

  @Test("An arrow runs from its sender's lane to its receiver's, and knows where it was sent")
  func arrowEnds() throws {
    let layout = try layout(Stories.arrivalOrder())
    for arrow in arrows(layout) where arrow.fate == .delivered {
      let (sender, receiver) = (layout.lanes[arrow.arrow.from].x, layout.lanes[arrow.arrow.to].x)
      #expect(abs(arrow.to - receiver) <= 2)
      #expect(abs(arrow.from - sender) <= 28, "it turns near its sender's lane")
      #expect(arrow.sentAt != nil)
    }
  }

  @Test("What is lost ends before it reaches its receiver")
  func lostArrows() throws {
    let layout = try layout(Stories.arrivalOrder())
    let lost = arrows(layout).filter { $0.fate == .lost }
    #expect(!lost.isEmpty)
    for arrow in lost {
      let (from, to) = (layout.lanes[arrow.arrow.from].x, layout.lanes[arrow.arrow.to].x)
      #expect(abs(arrow.to - from) < abs(to - from) - 20)
    }
  }

  @Test("Rows follow each other without overlap, and all of a chunk is in it", arguments: stories)
  func places(story: @Sendable () -> [TraceEvent]) throws {
    for chunk in try layout(story()).chunks {
      var end = 0
      for row in chunk.rows {
        #expect(row.top >= end)
        end = row.top + row.height
        for case .arrow(let arrow) in row.items {
          #expect((row.top..<end).contains(arrow.y), "an arrow stays in its row")
        }
      }
      #expect(end <= chunk.height)
      let ys = chunk.strokes.flatMap { [$0.fromY, $0.toY] }
      #expect(ys.allSatisfy { (0...chunk.height).contains($0) })
    }
  }

  /// A save of the phone that is under way while the tablet writes so many titles.
  private func slowSave(passing count: Int64) -> [TraceEvent] {
    var trace = TraceBuilder()
    for device: NodeID in ["phone", "tablet", "laptop"] { trace.start(device) }
    let save = Build.save("phone", "w")
    let edit = Build.edit("w", title: "Slow")
    trace.write("phone", "w", title: "Slow", [Build.send(save, edit, .copies([90_000]))], at: 1000)
    for number in 1...count {
      trace.write("tablet", IntentID("t\(number)"), title: "Tea", at: 1000 + number * 1000)
    }
    trace.request(save, edit, at: 91_000)
    return trace.events
  }

  @Test(
    "A line that a chunk ends goes on below the lanes' names in the next one, at the same place")
  func strokes() throws {
    let chunks = try layout(slowSave(passing: 60)).chunks
    #expect(chunks.count > 2)
    for (chunk, next) in zip(chunks, chunks.dropFirst()) {
      let leaving = try #require(chunk.strokes.first)
      let entering = try #require(next.strokes.first)
      // Below the names of the lanes, where their own lines begin.
      let lanes = try #require(next.runs.map(\.from).min())
      #expect(leaving.toY == chunk.height && entering.fromY == lanes)
      #expect(leaving.kind == .flight(.request, .late) && entering.kind == leaving.kind)
      #expect(leaving.toX == entering.fromX)
      #expect(leaving.fromX <= leaving.toX && entering.fromX < entering.toX)
    }
  }

  @Test("A chunk fits a sheet of paper", arguments: stories)
  func chunkHeight(story: @Sendable () -> [TraceEvent]) throws {
    let layout = try layout(story())
    // A4 across, less margins, in pixels of a browser: 1047 by 718; a wider chunk shrinks.
    for chunk in layout.chunks {
      let shrunk = min(1.0, 1047 / Double(layout.width))
      #expect(Double(chunk.height) * shrunk <= 718)
    }
  }

  @Test("A retry is tied to the attempt before it, and a timer to where it was set")
  func ties() throws {
    var trace = TraceBuilder()
    let save = Build.save("phone", "w")
    let edit = Build.edit("w", title: "Milk")
    let first = trace.write(
      "phone", "w", title: "Milk", [Build.send(save, edit, .copies([]))], at: 0)
    let timer = TimerName(device: "phone", kind: "retry", root: "w", count: 1)
    let send = Build.send(Build.save("phone", "w", 2), edit)
    let step = Step(
      node: "phone", name: .timer(timer), event: .timer("r"), clock: nil, effects: [send],
      pending: 1)
    trace.add(.step(step), at: 500, cause: first)
    let layout = try layout(trace.events)
    let strokes = layout.chunks.flatMap(\.strokes)
    #expect(strokes.map(\.kind) == [.timer, .retry] || strokes.map(\.kind) == [.retry, .timer])
    for stroke in strokes {
      #expect(stroke.fromX == stroke.toX && stroke.fromX < layout.lanes[0].x)
      #expect(stroke.fromY < stroke.toY)
    }
  }

  @Test("A partition is a band beside the lane, and a dead process has no line")
  func bands() throws {
    let cut = try layout(Stories.arrivalOrder())
    let tablet = try #require(cut.lanes.first { $0.node == "tablet" })
    let bands = cut.chunks.flatMap(\.bands).filter { $0.kind == .cutOff }
    #expect(!bands.isEmpty && bands.allSatisfy { $0.x == tablet.x && $0.from < $0.to })
    let runs = try layout(Stories.killed()).chunks.flatMap(\.runs)
    #expect(runs.contains { $0.state == .dead })
    let frozen = try layout(Stories.killed()).chunks.flatMap(\.bands)
    #expect(frozen.contains { $0.kind == .suspended })
  }

  @Test("Where a check breaks, its row says so")
  func failures() throws {
    let rows = try layout(Stories.arrivalOrder(), failing: 9).chunks.flatMap(\.rows)
    let failing = rows.filter { row in
      row.items.contains { if case .failure = $0 { true } else { false } }
    }
    #expect(failing.map(\.step) == [9])
  }
}
