import SyncModels

/// The class of every pair of operations, as a table.
public struct MergeReport: Sendable, CustomStringConvertible {
  /// One ordered pair: the first operation is the one that is repeated.
  public struct Pair: Sendable {
    /// Names such as `a`; a check's operations are named in their order.
    public let first: String
    public let second: String
    /// By the four ways of a trial: the first once and twice, both in both orders.
    public let sensitivity: MergeSensitivity
    /// Whether a copy of the first that comes behind the second changes anything.
    public let lateRepeatMatters: Bool

    fileprivate let trial: PrintedTrial

    init(_ first: String, _ second: String, _ trial: PrintedTrial) {
      self.first = first
      self.second = second
      self.trial = trial
      sensitivity = MergeSensitivity(trial.sensitivity)
      lateRepeatMatters = trial.lateRepeatMatters
    }

    fileprivate var line: String {
      "\(first), \(second) | once=\(trial.once) twice=\(trial.twice) forward=\(trial.forward) "
        + "backward=\(trial.backward) late=\(trial.late) -> \(sensitivity)"
        + (lateRepeatMatters ? ", minds a late repeat" : "")
    }
  }

  public let pairs: [Pair]
  let given: [(name: String, text: String)]

  /// What the pairs mind taken together.
  public var sensitivity: MergeSensitivity {
    let found = Set(pairs.flatMap(\.sensitivity.brokenLaws))
    return MergeSensitivity(
      Sensitivity(
        repetitionMatters: found.contains(.idempotence),
        orderMatters: found.contains(.commutativity)))
  }

  /// The start and the operations, a line a pair with what each way leaves, and how many are of
  /// each class.
  public var description: String {
    let column = given.map(\.name.count).max() ?? 0
    let head = given.map { "\($0.name.padded(to: column))  \($0.text)" }
    let classes = MergeSensitivity.allCases.map { kind in
      "\(kind): \(pairs.count { $0.sensitivity == kind })"
    }
    return (head + [""] + pairs.map(\.line) + [""] + classes + [Self.legend]).joined(
      separator: "\n")
  }

  private static let legend =
    "once: a; twice: a, a; forward: a, b; backward: b, a; late: a, b, a, no part of the class"
}

extension MergeCheck {
  /// The class of each ordered pair of operations, from the start; of a single one beside itself.
  ///
  /// It only measures: what is required or expected plays no part.
  ///
  /// - Throws: a ``TestFailure`` if an operation threw.
  public func report() throws(TestFailure) -> MergeReport {
    let places = subject.operations.indices
    var pairs: [MergeReport.Pair] = []
    for a in places {
      for b in places where a != b || places.count == 1 {
        do {
          let trial = PrintedTrial(try subject.trial(a, b))
          pairs.append(MergeReport.Pair(OperationName.of(a), OperationName.of(b), trial))
        } catch {
          let start = PrintedValue.line(subject.view(subject.start))
          throw MergeFault.refused(error: PrintedValue.line(error), before: start)
            .failure(in: OperationName.list([a, b, a]))
        }
      }
    }
    let given = places.map { (OperationName.of($0), subject.printed($0)) }
    return MergeReport(
      pairs: pairs, given: [("start", PrintedValue.line(subject.view(subject.start)))] + given)
  }
}
