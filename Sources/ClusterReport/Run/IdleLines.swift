import ClusterCore

/// The lines of a schedule that came to nothing in a run, or in any of several: what they name never
/// was. Where a file wrote them, a name in it may be misspelt.
package struct IdleLines: Hashable, Sendable {
  private enum Kind: String, CaseIterable {
    case fates, jitters, resumes, kills, held, again
    case reads

    var words: String {
      switch self {
      case .fates: "fates of messages that were never sent"
      case .jitters: "jitters of timers that were never set"
      case .resumes: "orders for resumes that never came"
      case .kills: "kills in events that never happened"
      case .held: "held for what never happened, and so lost"
      case .again: "further copies after what never happened"
      case .reads: "reads of items that were never published"
      }
    }
  }

  /// By name, what is said behind it; that is no part of what is kept as JSON.
  private var names: [Kind: [Text: String]] = [:]

  package init() {}

  /// - Parameters:
  ///   - unused: the lines whose message, timer, resume or event never was.
  ///   - held: messages that were held for an event that never happened, and that event.
  ///   - neverFollowed: events that a copy was to follow and that never happened.
  ///   - neverPublished: items that a user reads and that nobody publishes.
  ///   - entries: the ids of the file's entries, by which a misspelt name is set right.
  package init(
    unused: Schedule, held: [(message: MessageName, event: EventName?)],
    neverFollowed: [EventName], neverPublished: [Text], entries: [EntryID]
  ) {
    let correction = NameCorrection(entries: entries)
    func note(_ names: [(name: String, event: EventName?)], as kind: Kind) {
      for (name, event) in names {
        self.names[kind, default: [:]][Text(name)] = event.map(correction.words(for:)) ?? ""
      }
    }
    note(
      unused.fates.map { ("\($0.message)", .delivery($0.message, copy: 1)) }, as: .fates)
    note(unused.jitters.map { ("\($0.timer)", .timer($0.timer)) }, as: .jitters)
    note(unused.resumes.map { ($0.resume.string, nil) }, as: .resumes)
    note(
      unused.kills.compactMap { kill in
        kill.during.map { ("\(kill.device) in \($0)", $0) }
      }, as: .kills)
    for (message, event) in held {
      let words = event.map { " until \($0)" + correction.words(for: $0) }
      names[.held, default: [:]][Text("\(message)")] = words ?? ""
    }
    note(neverFollowed.map { ("\($0)", $0) }, as: .again)
    note(neverPublished.map { ($0.string, nil) }, as: .reads)
  }

  package var isEmpty: Bool { names.isEmpty }

  /// Keeps those that came to nothing in another run too.
  package mutating func formIntersection(_ other: IdleLines) {
    for kind in Kind.allCases {
      let theirs = other.names[kind, default: [:]]
      let both = names[kind, default: [:]].filter { theirs[$0.key] != nil }
      names[kind] = both.isEmpty ? nil : both
    }
  }

  /// One line for each kind that there is: `fates of messages that were never sent: …`.
  package var lines: [String] {
    Kind.allCases.compactMap { kind in
      names[kind].map { names in
        "\(kind.words): "
          + names.sorted { $0.key < $1.key }.map { $0.key.string + $0.value }
          .joined(separator: ", ")
      }
    }
  }
}

extension IdleLines: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      for kind in Kind.allCases {
        guard let names = names[kind] else { continue }
        json.member(kind.rawValue, texts: names.keys.sorted())
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Kind.allCases.map(\.rawValue))
    for kind in Kind.allCases {
      for name in try object.optional(kind.rawValue)?.texts() ?? [] {
        names[kind, default: [:]][name] = ""
      }
    }
  }
}

/// Sets right a name whose root is nearly an entry of the file.
private struct NameCorrection {
  let entries: [EntryID]

  /// ` (did you mean phone>cloud/save/milk/1?)`; empty where no entry is near, or it is one.
  func words(for event: EventName) -> String {
    corrected(event).map { " (did you mean \($0)?)" } ?? ""
  }

  private func corrected(_ event: EventName) -> EventName? {
    switch event {
    case .delivery(let message, let copy):
      corrected(message).map { .delivery($0, copy: copy) }
    case .failure(let message): corrected(message).map { .failure($0) }
    case .timer(let timer):
      nearest(to: timer.root.string).map { root in
        .timer(
          TimerName(device: timer.device, kind: timer.kind, root: RootID(root), count: timer.count))
      }
    case .entry(let id): nearest(to: id.string).map { .entry(EntryID($0)) }
    }
  }

  private func corrected(_ message: MessageName) -> MessageName? {
    nearest(to: message.root.string).map { root in
      MessageName(
        sender: message.sender, receiver: message.receiver, kind: message.kind,
        root: RootID(root), count: message.count, part: message.part)
    }
  }

  /// Names of two letters are all near to each other.
  private func nearest(to root: String) -> String? {
    guard root.count > 2, !entries.contains(EntryID(root)) else { return nil }
    return Suggestion.nearest(of: entries.map(\.string), to: root)
  }
}
