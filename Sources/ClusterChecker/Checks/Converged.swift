import ClusterCore

/// After the calm every replica shows what the cloud holds.
///
/// It judges the cloud's own account of what it holds, not the model: whether that is right is
/// the business of `matches-model`. A field that a device asks its user about is passed over there,
/// since both values are kept until the user has settled it, and so is one with an edit of which the
/// user is told that the cloud does not take its record. A field that holds an empty set or an
/// emptied value and one that is absent or whose record is deleted count as the same. Witnesses are
/// edited fields, once for each device.
struct Converged: Check {
  static let name = CheckName.converged

  init(_ scenario: Scenario) {}

  /// It keeps nothing: it judges the end alone.
  func weigh(into state: inout StateDigest) {}

  func finding(_ run: RunFold) -> Finding {
    guard let end = run.end else { return .withoutEnd }
    let edited = Set(run.ledger.edits.map(\.field)).count
    return Finding(witnesses: edited * run.replicas.count, breach: breach(run, end))
  }

  /// Whether the device shows an edit of a record of which it says that the cloud does not take it.
  private func waits(_ field: FieldIndex, on device: DeviceIndex, _ run: RunFold) -> Bool {
    run.replicas[device].fields[field].unanswered.contains { run.waitsVisibly($0) }
  }

  private func breach(_ run: RunFold, _ end: RunEnd) -> Breach? {
    var first: (field: FieldIndex, device: DeviceIndex)?
    var others: [String] = []
    for field in run.fieldsInOrder where !run.paths[field].isLife {
      for device in run.replicas.indices
      where !run.replicas[device].fields[field].isAsked && !waits(field, on: device, run)
        && !looksSame(run.shown(field, on: device), run.atEnd(field, end))
      {
        if first == nil {
          first = (field, device)
        } else {
          others.append("\(run.paths[field]) on \(run.replicas[device].id)")
        }
      }
    }
    guard let (field, device) = first else { return nil }
    let path = run.paths[field]
    return Breach(
      step: max(
        run.replicas[device].fields[field].shownStep,
        run.model.fields[field].history.last?.step ?? 0, 1),
      subject: path.description, reason: "a replica differs",
      explanation: "\(run.replicas[device].id) shows \(path) = "
        + "\(run.showing(field, on: device)), but the cloud holds \(run.words(run.atEnd(field, end)))"
        + "\(run.contrast(run.shown(field, on: device), run.atEnd(field, end)))"
        + " (\(run.winner(field))).\(Converged.also(others))")
  }

  /// So many further places are named.
  private static let mostNamed = 3

  private static func also(_ places: [String]) -> String {
    guard !places.isEmpty else { return "" }
    let rest = places.count - mostNamed
    let named = places.prefix(mostNamed).joined(separator: ", ")
    return " The same is so in \(places.count) more \(places.count == 1 ? "place" : "places"): "
      + named + (rest > 0 ? " and \(rest) more." : ".")
  }
}
