import ClusterCore

/// Runs that a chart is to tell.
enum Stories {
  private static let weather = """
    , "links": {"default": {"delay": {"uniform": ["20ms", "80ms"]}}},
    "cloud": {"rule": "lastArrival"}
    """

  static func scenario() throws -> Scenario { try TraceBuilder.scenario(extra: weather) }

  /// The phone's save is lost and made again; meanwhile the tablet, which had been cut off,
  /// wrote later and arrived earlier, so that the older title stays. One save is doubled, one
  /// answer lost, one push late.
  static func arrivalOrder() -> [TraceEvent] {
    var trace = TraceBuilder()
    for device: NodeID in ["phone", "tablet", "laptop"] { trace.start(device) }
    let first = Build.save("phone", "w1")
    let again = Build.save("phone", "w1", 2)
    let milk = Build.edit("w1", title: "Milk")
    trace.write("phone", "w1", title: "Milk", [Build.send(first, milk, .copies([]))], at: 10_000)
    let partition = Partition(devices: ["tablet"], traffic: .refuse, length: .seconds(1))
    trace.add(.partition(partition, isOn: true), at: 10_200)
    let eggsSave = Build.save("tablet", "w2")
    let eggs = Build.edit("w2", title: "Eggs")
    trace.write("tablet", "w2", title: "Eggs", [Build.send(eggsSave, eggs, .refused)], at: 10_500)
    trace.step(
      "tablet", .failure(eggsSave), .failure(.offline, of: 1), at: 10_500, root: "w2")
    trace.add(.partition(partition, isOn: false), at: 11_200)
    tabletSaves(&trace)
    phoneSavesAgain(again, milk, &trace)
    calm(&trace)
    return trace.events
  }

  private static func tabletSaves(_ trace: inout TraceBuilder) {
    let save = Build.save("tablet", "w2", 2)
    let eggs = Build.edit("w2", title: "Eggs")
    let kept = Build.saved("w2", now: "Eggs")
    let push = Build.push("laptop", "w2")
    trace.step(
      "tablet", .entry("tablet.linkUp#1"), .link(isUp: true),
      [Build.send(save, eggs, .copies([30, 700]))], at: 11_200, root: "w2")
    trace.request(
      save, eggs,
      [
        Build.reply(save, kept, .copies([])), Build.notify(push, .copies([900])),
        Build.notify(Build.push("phone", "w2"), .copies([])),
      ], at: 11_230)
    trace.request(
      save, eggs, copy: 2, [PerformedEffect(.answer(kept), .unsent)], at: 11_900)
    let pull = Build.pull("laptop", "w2")
    trace.step(
      "laptop", .delivery(push, copy: 1), .push(.changed(intent: "w2")),
      [Build.send(pull, .pull(cursor: 0))], at: 12_130, root: "w2")
    let news = Build.pulled("Eggs", by: "w2")
    trace.request(pull, .pull(cursor: 0), [Build.reply(pull, news)], at: 12_180)
    trace.answer(
      pull, news, [Build.show(TraceBuilder.title, .scalar(.text("Eggs")))], at: 12_230)
  }

  private static func phoneSavesAgain(
    _ save: MessageName, _ milk: Request, _ trace: inout TraceBuilder
  ) {
    trace.step(
      "phone", .failure(Build.save("phone", "w1")), .failure(.timeout, of: 1), at: 12_500)
    let timer = TimerName(device: "phone", kind: "retry", root: "w1", count: 1)
    trace.step(
      "phone", .timer(timer), .timer("r"), [Build.send(save, milk, .copies([70]))], at: 13_000)
    let kept = Build.saved("w1", now: "Milk")
    trace.request(save, milk, [Build.reply(save, kept)], at: 13_070)
    trace.answer(save, kept, at: 13_120)
  }

  private static func calm(_ trace: inout TraceBuilder) {
    trace.add(.calm, at: 15_000, root: "calm#1")
    for (place, device) in (["phone", "tablet", "laptop"] as [NodeID]).enumerated() {
      let pull = Build.pull(device, "calm#1")
      let at = 15_000 + Int64(place)
      trace.step(
        device, .entry("calm#1"), .operation(.sync, intent: "calm#1"),
        [Build.send(pull, .pull(cursor: 3))], at: at, root: "calm#1")
      let isBehind = device != "phone"
      let answer =
        isBehind
        ? Build.pulled("Milk", by: "w1") : Answer.pulled(changes: [], cursor: 3, more: false)
      trace.request(pull, .pull(cursor: 3), [Build.reply(pull, answer)], at: at + 50)
      let show = Build.show(TraceBuilder.title, .scalar(.text("Milk")))
      trace.answer(pull, answer, isBehind ? [show] : [], at: at + 100)
    }
    trace.add(.ended(Ending(reason: .quiet, cloud: [], neverReleased: [])), at: 20_000)
  }
}
