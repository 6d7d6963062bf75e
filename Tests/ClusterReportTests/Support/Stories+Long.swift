import ClusterCore

extension Stories {
  /// A phone and a tablet save in turn; every fifth save is lost and tried again much later, every
  /// seventh arrives twice.
  static func long() -> [TraceEvent] { long(events: 200) }

  static func long(events count: Int) -> [TraceEvent] {
    var trace = TraceBuilder()
    for device: NodeID in ["phone", "tablet", "laptop"] { trace.start(device) }
    var round = 0
    while trace.events.count < count - 1 {
      round += 1
      add(round, to: &trace)
    }
    let end = Int64(round + 60) * 1000
    trace.add(.ended(Ending(reason: .quiet, cloud: [], neverReleased: [])), at: end)
    return trace.events
  }

  private static func add(_ round: Int, to trace: inout TraceBuilder) {
    let device: NodeID = round % 2 == 0 ? "phone" : "tablet"
    let intent = IntentID("w\(round)")
    let title = "Title number \(round)"
    let edit = Build.edit(intent, title: title)
    let save = Build.save(device, intent)
    let at = Int64(round) * 1000
    let isLost = round % 5 == 0
    trace.write(
      device, intent, title: title, [Build.send(save, edit, .copies(isLost ? [] : [50]))], at: at)
    if isLost { return }
    let kept = Build.saved(intent, now: title)
    trace.request(save, edit, [Build.reply(save, kept)], at: at + 50)
    if round % 7 == 0 {
      trace.request(save, edit, copy: 2, [PerformedEffect(.answer(kept), .unsent)], at: at + 90)
    }
    trace.answer(
      save, kept, [Build.show(TraceBuilder.title, .scalar(.text(Text(title))))], at: at + 100)
    guard round % 6 == 0, round > 6 else { return }
    // What was lost a while ago is tried again.
    let old = IntentID("w\(round - round % 5 - 5)")
    let owner: NodeID = (round - round % 5 - 5) % 2 == 0 ? "phone" : "tablet"
    let again = Build.save(owner, old, 2)
    let late = Build.edit(old, title: "Again")
    trace.step(
      owner, .failure(Build.save(owner, old)), .failure(.timeout, of: 1),
      [Build.send(again, late)], at: at + 200, root: old)
    trace.request(again, late, [Build.reply(again, kept)], at: at + 250)
  }
}
