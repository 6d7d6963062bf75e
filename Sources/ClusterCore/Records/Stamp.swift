/// When an edit says it was made: milliseconds, a counter, and for a hybrid logical clock
/// the device, compared in that order.
///
/// A device clock's stamp has counter 0 and no device, so that two edits of one millisecond
/// tie. A server's stamp is (instant of arrival, count of accepted changes). The hybrid
/// logical clock is that of Kulkarni et al., "Logical Physical Clocks" (2014).
package struct Stamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let milliseconds: Int64
  package let counter: Int
  package let device: NodeID?

  package init(milliseconds: Int64, counter: Int = 0, device: NodeID? = nil) {
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
  }

  package static func < (left: Stamp, right: Stamp) -> Bool {
    if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
    if left.counter != right.counter { return left.counter < right.counter }
    guard left.device != right.device, let other = right.device else { return false }
    return left.device.map { $0 < other } ?? !other.string.isEmpty
  }

  /// `12000`, `12000.3`, `12000.3.phone`.
  package var description: String {
    guard let device else { return counter == 0 ? "\(milliseconds)" : "\(milliseconds).\(counter)" }
    return "\(milliseconds).\(counter).\(device)"
  }

  package init?(parsing text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = parts.first, let milliseconds = Int64(first) else { return nil }
    var counter = 0
    if parts.count > 1 {
      guard let number = Int(parts[1]), number >= 0 else { return nil }
      counter = number
    }
    let device = parts.count > 2 ? NodeID(String(parts[2])) : nil
    self.init(milliseconds: milliseconds, counter: counter, device: device)
  }
}

extension Stamp: JSONWritable {
  package func write(to json: inout JSONWriter) { json.string(description) }

  package init(_ reader: JSONReader) throws(FormatError) {
    guard let stamp = Stamp(parsing: try reader.string()) else {
      throw reader.mismatch(expected: "a stamp such as \"12000\" or \"12000.3.phone\"")
    }
    self = stamp
  }
}
