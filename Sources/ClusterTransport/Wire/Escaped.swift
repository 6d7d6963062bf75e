import ClusterCore

/// Bytes from elsewhere, made fit to be shown.
enum Escaped {
  /// The last `limit` bytes, with `…` before them if there were more. What is not printable
  /// ASCII is written `\xNN`, but for `\n` and `\t`; no secret of a token stays in it.
  static func end(of bytes: [UInt8], limit: Int = 200) -> String {
    let bytes = withoutSecrets(bytes)
    var text = bytes.count > limit ? "…" : ""
    for byte in bytes.suffix(limit) {
      switch byte {
      case UInt8(ascii: "\n"): text += "\\n"
      case UInt8(ascii: "\t"): text += "\\t"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += byte < 16 ? "\\x0\(digits)" : "\\x\(digits)"
      }
    }
    return text
  }

  private static func withoutSecrets(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "#")) else { return bytes }
    return Array(Token.redacting(String(decoding: bytes, as: UTF8.self)).utf8)
  }
}
