/// How many measured things fell into each class.
package struct Tally<Class: CaseIterable & Hashable & CustomStringConvertible> {
  private var counts: [Class: Int] = [:]

  package init(_ classes: some Sequence<Class>) {
    for found in classes { counts[found, default: 0] += 1 }
  }

  package func count(of wanted: Class) -> Int { counts[wanted, default: 0] }

  /// One line a class, `saglam: 3`, in the order of the published table, zeros too.
  package var lines: [String] {
    Class.allCases.map { "\($0): \(count(of: $0))" }
  }
}

/// The count of separations: the four classes, and apart from them what did not run.
package struct SeparationTally {
  package let classes: Tally<Discrimination>
  package let outside: Int

  package init(_ separations: [Separation]) {
    let found = separations.compactMap(\.discrimination)
    classes = Tally(found)
    outside = separations.count - found.count
  }

  /// The four count lines, and a fifth for what did not run, if anything did not.
  package var lines: [String] {
    classes.lines + (outside == 0 ? [] : ["\(Separation.outside): \(outside)"])
  }
}
