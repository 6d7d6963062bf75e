extension String {
  /// Whether the text has at most so many UTF-8 bytes, and only such.
  ///
  /// By the pointer: most texts need nothing done to them, and to find that out by way of a sequence
  /// takes a build for debugging as long as the rest of a page.
  func hasOnly(_ isAllowed: (UInt8) -> Bool, upTo most: Int = .max) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard bytes.count <= most, var place = bytes.baseAddress else { return bytes.isEmpty }
      let end = place + bytes.count
      while place < end {
        guard isAllowed(place.pointee) else { return false }
        place += 1
      }
      return true
    }
  }
}
