import ClusterCore

/// The lines of a schedule that came to nothing in a run, or in any of several: what they name never
/// was. Where a file wrote them, a name in it may be misspelt.
package struct IdleLines: Hashable, Sendable {
  private enum Kind: String, CaseIterable {
    case fates, jitters, resumes, kills, held, again

    var words: String {
      switch self {
      case .fates: "fates of messages that were never sent"
      case .jitters: "jitters of timers that were never set"
      case .resumes: "orders for resumes that never came"
      case .kills: "kills in events that never happened"
      case .held: "held for what never happened, and so lost"
      case .again: "further copies after what never happened"
      }
    }
  }

  private var names: [Kind: Set<Text>] = [:]

  package init() {}

  /// - Parameters:
  ///   - unused: the lines whose message, timer, resume or event never was.
  ///   - neverReleased: messages that were held for an event that never happened.
  ///   - neverFollowed: events that a copy was to follow and that never happened.
  package init(unused: Schedule, neverReleased: [MessageName], neverFollowed: [EventName]) {
    note(unused.fates.map(\.message.description), as: .fates)
    note(unused.jitters.map(\.timer.description), as: .jitters)
    note(unused.resumes.map(\.resume.string), as: .resumes)
    note(
      unused.kills.compactMap { kill in kill.during.map { "\(kill.device) in \($0)" } },
      as: .kills)
    note(neverReleased.map(\.description), as: .held)
    note(neverFollowed.map(\.description), as: .again)
  }

  private mutating func note(_ lines: [String], as kind: Kind) {
    if !lines.isEmpty { names[kind] = Set(lines.map { Text($0) }) }
  }

  package var isEmpty: Bool { names.isEmpty }

  /// Keeps those that came to nothing in another run too.
  package mutating func formIntersection(_ other: IdleLines) {
    for kind in Kind.allCases {
      let both = names[kind, default: []].intersection(other.names[kind, default: []])
      names[kind] = both.isEmpty ? nil : both
    }
  }

  /// One line for each kind that there is: `fates of messages that were never sent: …`.
  package var lines: [String] {
    Kind.allCases.compactMap { kind in
      names[kind].map { "\(kind.words): " + $0.sorted().map(\.string).joined(separator: ", ") }
    }
  }
}

extension IdleLines: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      for kind in Kind.allCases {
        guard let names = names[kind] else { continue }
        json.member(kind.rawValue, texts: names.sorted())
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Kind.allCases.map(\.rawValue))
    for kind in Kind.allCases {
      note(try object.optional(kind.rawValue)?.texts().map(\.string) ?? [], as: kind)
    }
  }
}
