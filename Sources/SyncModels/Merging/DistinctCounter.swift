/// A counter: the sum of increments with distinct ids.
///
/// An id stands for one amount; of two amounts under one id the first to arrive counts. Ids that
/// are text are `Text`, so that bytes decide what is the same.
package struct DistinctCounter<ID: Hashable>: Equatable {
  private var increments: [ID: Int] = [:]

  package init() {}

  package var value: Int { increments.values.reduce(0, +) }

  /// Counts the increment, negative ones too; `false` if its id was counted before.
  @discardableResult
  package mutating func increment(by amount: Int, id: ID) -> Bool {
    guard increments[id] == nil else { return false }
    increments[id] = amount
    return true
  }
}

extension DistinctCounter: CustomStringConvertible {
  package var description: String { "\(value)" }
}

extension DistinctCounter: Sendable where ID: Sendable {}
