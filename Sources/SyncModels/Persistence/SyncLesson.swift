/// One record on a server: scalar fields, each value with a stamp, and set fields.
///
/// Printed `field=value@stamp`, then `field={a,b}`, each kind sorted by field, parted by spaces,
/// and compared by what is printed. The rule is given with each write: it is no part of the state.
package struct SyncRecord: Sendable {
  package private(set) var scalars: [Text: StampedField<Text>] = [:]
  package private(set) var sets: [Text: GrowOnlySet<Text>] = [:]

  package init() {}

  /// Whether the write was kept; see `StampedField.receive`.
  @discardableResult
  package mutating func write(
    _ field: Text, _ value: Text, stamp: ModelStamp, device: String = "", rule: MergeRule
  ) -> Bool {
    scalars[field, default: StampedField()]
      .receive(value, stamp: stamp, device: device, rule: rule)
  }

  /// Adds to a set field, which takes the union; `false` if the element was there.
  @discardableResult
  package mutating func add(_ element: Text, to field: Text) -> Bool {
    sets[field, default: GrowOnlySet()].insert(element)
  }
}

extension SyncRecord: CustomStringConvertible {
  package var description: String {
    let values = scalars.compactMapValues(\.current)
      .printedEntries { "\($0.value)@\($0.stamp)" }
    return (values + sets.printedEntries(\.description)).joinedOrDash(by: " ")
  }
}

extension SyncRecord: Equatable {
  package static func == (left: SyncRecord, right: SyncRecord) -> Bool {
    left.shown == right.shown && left.sets == right.sets
  }

  private struct Shown: Equatable {
    let value: Text
    let stamp: ModelStamp
  }

  private var shown: [Text: Shown] {
    scalars.compactMapValues(\.current).mapValues { Shown(value: $0.value, stamp: $0.stamp) }
  }
}

/// Bulut Eşitleme: two devices write one record on the server.
package enum SyncLesson {
  private static let dark = (value: Text("koyu"), stamp: ModelStamp(milliseconds: 1))
  private static let light = (value: Text("acik"), stamp: ModelStamp(milliseconds: 2))

  static let lesson = Lesson(
    "Bulut Eşitleme", .persistence,
    rows: [
      .main("iki-aygit-ayni-alan") { writeTheme(dark, light, rule: .lastArrival) },
      .main("kume-birlesimi") {
        Trial(
          from: SyncRecord(), a: { $0.add("a1", to: "tags") }, b: { $0.add("b2", to: "tags") })
      },
      .limiting("kural-gelis-sirasi") { writeTheme(dark, light, rule: .lastArrival) },
      .limiting("kural-damga") { writeTheme(dark, light, rule: .highestStamp(tie: .arrival)) },
      .limiting("kural-damga-esit") {
        writeTheme(dark, (light.value, dark.stamp), rule: .highestStamp(tie: .arrival))
      },
    ])

  private static func writeTheme(
    _ a: (value: Text, stamp: ModelStamp), _ b: (value: Text, stamp: ModelStamp), rule: MergeRule
  ) -> Trial<SyncRecord> {
    Trial(
      from: SyncRecord(),
      a: { $0.write("theme", a.value, stamp: a.stamp, rule: rule) },
      b: { $0.write("theme", b.value, stamp: b.stamp, rule: rule) })
  }
}
