/// The bytes of a journal: per entry 0x1E, the payload's length and its CRC-32 as eight
/// lower-case hexadecimal digits each, the payload (JSON on one line), and a newline.
///
/// Neither 0x1E nor a newline can stand in the payload, so that a damaged length or checksum
/// can never make two entries look like one.
enum JournalFormat {
  static let mark: UInt8 = 0x1E
  static let headerLength = 17

  static func append(_ payload: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(mark)
    appendHexadecimal(UInt32(payload.count), to: &bytes)
    appendHexadecimal(CRC32.of(payload), to: &bytes)
    bytes.append(contentsOf: payload)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// What was found in a journal's bytes.
  struct Scan {
    struct Entry {
      let offset: Int
      let payload: Range<Int>
    }

    /// The whole entries from the beginning up to the first damage.
    var entries: [Entry] = []
    /// Where the last of them ends.
    var end = 0
    /// Where a whole entry stands behind the damage.
    var entryBehindDamage: Int?
  }

  static func scan(_ bytes: [UInt8]) -> Scan {
    var scan = Scan()
    while scan.end < bytes.count, let payload = entry(at: scan.end, in: bytes) {
      scan.entries.append(Scan.Entry(offset: scan.end, payload: payload))
      scan.end = payload.upperBound + 1
    }
    scan.entryBehindDamage = bytes[scan.end...].dropFirst().indices.first { index in
      bytes[index] == mark && entry(at: index, in: bytes) != nil
    }
    return scan
  }

  /// The place of the payload if a whole entry begins at `offset`.
  private static func entry(at offset: Int, in bytes: [UInt8]) -> Range<Int>? {
    let begin = offset + headerLength
    guard begin < bytes.count, bytes[offset] == mark,
      let length = hexadecimal(bytes[offset + 1..<offset + 9]),
      let checksum = hexadecimal(bytes[offset + 9..<offset + 17]),
      Int(length) < bytes.count - begin
    else { return nil }
    let end = begin + Int(length)
    let payload = bytes[begin..<end]
    guard bytes[end] == UInt8(ascii: "\n"),
      !payload.contains(where: { $0 == mark || $0 == UInt8(ascii: "\n") }),
      CRC32.of(payload) == checksum
    else { return nil }
    return begin..<end
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func appendHexadecimal(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in stride(from: 28, through: 0, by: -4) {
      bytes.append(digits[Int(value >> UInt32(shift)) & 15])
    }
  }

  /// Upper-case digits are none: one flipped bit must not go unseen.
  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}

/// The checksum of IEEE 802.3 (reflected polynomial 0xEDB88320), as in zip and PNG.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      checksum = checksum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)]
    }
    return ~checksum
  }
}
