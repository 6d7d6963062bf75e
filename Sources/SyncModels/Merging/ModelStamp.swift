/// A hybrid stamp: milliseconds, then counter, then device decide, the device by UTF-8 bytes.
///
/// A plain stamp, as the published rows have it, is milliseconds alone.
package struct ModelStamp: Sendable {
  package let milliseconds: Int64
  package let counter: Int
  package let device: String

  package init(milliseconds: Int64, counter: Int = 0, device: String = "") {
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
  }

  /// What decides, in the order in which it does.
  private var rank: (Int64, Int, Text) { (milliseconds, counter, Text(device)) }
}

extension ModelStamp: Hashable {
  package static func == (left: ModelStamp, right: ModelStamp) -> Bool { left.rank == right.rank }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(milliseconds)
    hasher.combine(counter)
    hasher.combine(Text(device))
  }
}

extension ModelStamp: Comparable {
  package static func < (left: ModelStamp, right: ModelStamp) -> Bool { left.rank < right.rank }
}

/// A plain stamp prints as its number, any other as `milliseconds.counter.device`.
extension ModelStamp: CustomStringConvertible {
  package var description: String {
    counter == 0 && device.isEmpty ? "\(milliseconds)" : "\(milliseconds).\(counter).\(device)"
  }
}
