import ClusterCore

extension Stories {
  /// The phone is killed after storing a title that it has not shown; its user finds nobody
  /// there; a new process shows and saves it. The tablet is frozen over the push, then killed
  /// by its user while an answer is on its way, and in the end removed: the new app shows what
  /// was there from the start.
  static func killed() -> [TraceEvent] {
    var trace = TraceBuilder()
    for device: NodeID in ["phone", "tablet", "laptop"] { trace.start(device) }
    phoneDies(&trace)
    tabletIsFrozen(&trace)
    tabletDies(&trace)
    trace.add(.ended(Ending(reason: .quiet, cloud: [], neverReleased: [])), at: 20_000)
    return trace.events
  }

  private static let milk = Build.show(TraceBuilder.title, .scalar(.text("Milk")))

  private static func start(
    _ device: NodeID, _ count: Int, _ effects: [PerformedEffect], _ trace: inout TraceBuilder,
    at: Int64
  ) {
    let root = RootID("\(device).start#\(count)")
    trace.step(
      device, .entry(root), .start(Launch(isLinkUp: true)), effects, at: at, root: root)
  }

  private static func phoneDies(_ trace: inout TraceBuilder) {
    let edit = Build.edit("w1", title: "Milk")
    let write = trace.step(
      "phone", .entry("w1"),
      .operation(.write([TraceBuilder.title: .text("Milk")]), intent: "w1"),
      [PerformedEffect(.store(.made(edit.edits, clock: nil)), .done)], at: 1000)
    trace.add(.died(device: "phone", .system), at: 1000, cause: write)
    trace.add(.ignored(device: "phone", "w2"), at: 1500)
    let save = Build.save("phone", "w1")
    start("phone", 2, [milk, Build.send(save, edit)], &trace, at: 2500)
    let kept = Build.saved("w1", now: "Milk")
    trace.request(
      save, edit, [Build.reply(save, kept), Build.notify(Build.push("tablet", "w1"))], at: 2550)
    trace.answer(save, kept, at: 2600)
  }

  private static func tabletIsFrozen(_ trace: inout TraceBuilder) {
    trace.add(.suspended(device: "tablet", isOn: true), at: 2560, root: "s")
    trace.add(.suspended(device: "tablet", isOn: false), at: 5560, root: "tablet.resume#1")
    let pull = Build.pull("tablet", "w1")
    trace.step(
      "tablet", .delivery(Build.push("tablet", "w1"), copy: 1), .push(.changed(intent: "w1")),
      [Build.send(pull, .pull(cursor: 0))], at: 5560)
    let news = Build.pulled("Milk", by: "w1")
    trace.request(pull, .pull(cursor: 0), [Build.reply(pull, news)], at: 5610)
    trace.add(.died(device: "tablet", .user), at: 5630, root: "k")
    trace.add(.dropped(pull.answer), at: 5660)
  }

  private static func tabletDies(_ trace: inout TraceBuilder) {
    let pull = Build.pull("tablet", "tablet.start#2")
    start("tablet", 2, [Build.send(pull, .pull(cursor: 0))], &trace, at: 7000)
    let news = Build.pulled("Milk", by: "w1")
    trace.request(pull, .pull(cursor: 0), [Build.reply(pull, news)], at: 7050)
    trace.answer(pull, news, [milk], at: 7100)
    trace.add(.died(device: "tablet", .reinstall), at: 9000, root: "r")
    start("tablet", 3, [], &trace, at: 9000)
    trace.add(.died(device: "laptop", .power), at: 9500, root: "p")
    start("laptop", 2, [], &trace, at: 9900)
  }
}

extension Request {
  /// The edits that a save carries.
  fileprivate var edits: [Edit] {
    guard case .save(let edits) = self else { return [] }
    return edits
  }
}
