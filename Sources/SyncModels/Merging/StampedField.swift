/// A value that can settle a tie: two are equal, and one is larger, as their texts' UTF-8 bytes.
package protocol ByteComparable {
  var comparedText: String { get }
}

extension Text: ByteComparable {
  package var comparedText: String { string }
}

extension String: ByteComparable {
  package var comparedText: String { self }
}

/// One scalar field: the write it holds, and the rule for the next one.
package struct StampedField<Value: ByteComparable> {
  /// A write as it arrived.
  package struct Write {
    package let value: Value
    package let stamp: ModelStamp
    /// The device that wrote, which need not be named in the stamp.
    package let device: String

    package init(value: Value, stamp: ModelStamp, device: String) {
      self.value = value
      self.stamp = stamp
      self.device = device
    }
  }

  /// The write that is held; `nil` before the first.
  package private(set) var current: Write?

  package init(_ current: Write? = nil) {
    self.current = current
  }

  /// Takes a write in, and says whether it was kept.
  ///
  /// A write is dropped only if it is smaller than the one held. So one that the rule finds equal
  /// is kept: the same write again, and under `device` another of the same device and stamp,
  /// which only its arrival decides.
  @discardableResult
  package mutating func receive(
    _ value: Value, stamp: ModelStamp, device: String, rule: MergeRule
  ) -> Bool {
    let arriving = Write(value: value, stamp: stamp, device: device)
    if let current, arriving.isSmaller(than: current, under: rule) { return false }
    current = arriving
    return true
  }
}

extension StampedField.Write {
  fileprivate func isSmaller(than held: Self, under rule: MergeRule) -> Bool {
    switch rule {
    case .lastArrival: false
    case .highestStamp(let tie):
      stamp < held.stamp || (stamp == held.stamp && isSmaller(than: held, by: tie))
    }
  }

  private func isSmaller(than held: Self, by tie: Tie) -> Bool {
    switch tie {
    case .arrival: false
    case .device: Text(device) < Text(held.device)
    case .value: Text(value.comparedText) < Text(held.value.comparedText)
    }
  }
}

extension StampedField.Write: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    Text(left.value.comparedText) == Text(right.value.comparedText)
      && left.stamp == right.stamp && Text(left.device) == Text(right.device)
  }
}

extension StampedField: Equatable {}
extension StampedField: Sendable where Value: Sendable {}
extension StampedField.Write: Sendable where Value: Sendable {}
