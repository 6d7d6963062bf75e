import ClusterCore

/// The bytes of files that arrived, and how many of them had arrived before: what a transfer that
/// is made twice costs, though nothing shows it.
package struct FileBytes: Hashable, Sendable {
  private struct Way: Hashable {
    let receiver: NodeID
    let file: FileName
    let version: FileVersion
  }

  /// Bytes that arrived, copies included.
  package private(set) var all = 0
  /// Those of them that the same receiver had been brought before.
  package private(set) var again = 0

  package init(_ events: [TraceEvent]) {
    var seen: [Way: [Range<Int>]] = [:]
    for event in events {
      guard let step = event.step, let (way, range) = FileBytes.part(of: step) else { continue }
      all += range.count
      let known = seen[way, default: []]
      again += known.reduce(0) { $0 + $1.clamped(to: range).count }
      seen[way] = FileBytes.adding(range, to: known)
    }
  }

  /// `900,000 of 1,800,000 bytes of files arrived once more than needed`; nil where none did.
  package var waste: String? {
    guard again > 0 else { return nil }
    return "\(Wording.count(again)) of \(Wording.count(all)) bytes of files arrived once more than "
      + "needed"
  }

  private static func part(of step: Step) -> (Way, Range<Int>)? {
    switch step.event {
    case .request(.put(let part), _):
      let range = part.range
      return (
        Way(receiver: .cloud, file: range.file, version: part.version),
        range.offset..<range.offset + max(0, range.length)
      )
    case .answer(.chunk(let chunk), _):
      return (
        Way(receiver: step.node, file: chunk.file, version: chunk.version),
        chunk.offset..<chunk.offset + max(0, chunk.length)
      )
    case .request, .answer, .start, .operation, .failure, .push, .timer, .link, .transferCall,
      .transferNotice, .cloud:
      return nil
    }
  }

  /// Ranges that do not touch each other, in any order.
  private static func adding(_ range: Range<Int>, to known: [Range<Int>]) -> [Range<Int>] {
    var sum = range
    var apart: [Range<Int>] = []
    for other in known {
      if other.upperBound < sum.lowerBound || sum.upperBound < other.lowerBound {
        apart.append(other)
      } else {
        sum =
          min(sum.lowerBound, other.lowerBound)..<max(sum.upperBound, other.upperBound)
      }
    }
    return apart + [sum]
  }
}
