package enum UserKind {}

/// Someone who signs in, `u1`.
package typealias UserID = Identifier<UserKind>

/// What a request is let in with, or what that is renewed with.
///
/// Its secret is worth a session: it stands in live frames, a device's own store and its vault,
/// and nowhere else. Whatever a run leaves names a token by kind and number, `refresh#2`.
package struct Token: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    case access, refresh
  }

  package let kind: Kind
  /// Counts the pairs of an issuer from 1; a refresh token that is not rotated keeps its own.
  package let number: Int
  /// Sixteen hexadecimal digits; empty in what was read back from a trace.
  package let secret: Text

  package init(kind: Kind, number: Int, secret: Text) {
    self.kind = kind
    self.number = number
    self.secret = secret
  }

  /// The token's name; never its secret.
  package var description: String { "\(kind.rawValue)#\(number)" }
}

extension Token: JSONWritable {
  package func write(to json: inout JSONWriter) {
    guard !json.redactsSecrets, !secret.string.isEmpty else { return json.string(description) }
    json.string("\(self):\(secret)")
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let text = try reader.string()
    let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
    let parts = (halves.first ?? "").split(separator: "#").map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]), let number = Int(parts[1]),
      number >= 1
    else { throw reader.mismatch(expected: "a token such as \"refresh#2:SECRET\"") }
    self.init(kind: kind, number: number, secret: Text(halves.count == 2 ? halves[1] : ""))
  }
}

extension Token {
  /// Text from elsewhere with the secret of every token in it taken out.
  package static func redacting(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "#") {
      let number = rest[rest.index(after: mark)...].prefix { $0.isASCII && $0.isNumber }
      let isToken = Kind.allCases.contains { rest[..<mark].hasSuffix($0.rawValue) }
      result += rest[..<number.endIndex]
      rest = rest[number.endIndex...]
      guard isToken, !number.isEmpty, rest.first == ":" else { continue }
      rest = rest.dropFirst().drop { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    return result + rest
  }
}
