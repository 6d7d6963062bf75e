import ClusterCore

/// How times, shares, counts and values are written for people.
enum Wording {
  /// Seconds with three places: `10.050`.
  static func seconds(_ instant: Instant) -> String {
    let rest = String(instant.milliseconds % 1000)
    return "\(instant.milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// `50 ms`, `1.5 s`, `20 s`.
  static func length(_ length: Milliseconds) -> String {
    guard abs(length.count) >= 1000 else { return "\(length.count) ms" }
    return decimal(length.count, places: 3) + " s"
  }

  /// `5 %`, `0.1 %`.
  static func percent(_ share: PartsPerMillion) -> String { decimal(share.count, places: 4) + " %" }

  /// `10`, `0.5`: a number of thousandths.
  static func thousandths(_ number: Int64) -> String { decimal(number, places: 3) }

  /// A whole number over a power of ten, without zeros at its end.
  private static func decimal(_ number: Int64, places: Int) -> String {
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    var fraction = padded.suffix(places)
    while fraction.last == "0" { fraction.removeLast() }
    let whole = (number < 0 ? "−" : "") + padded.dropLast(places)
    return fraction.isEmpty ? whole : whole + "." + fraction
  }

  /// `12,000`.
  static func count(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0 && index % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return number < 0 ? "-" + text : text
  }

  /// `1 run`, `12 runs`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }

  /// The name of an entry in quotes, so that it reads as a name wherever it stands: `"pay"`.
  static func name(_ id: IntentID) -> String { value(.text(id.text)) }

  /// With a large letter at the beginning.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Text in quotes; anything else as JSON writes it.
  static func value(_ value: Value) -> String {
    guard case .text(let text) = value else { return value.description }
    if text.string.hasOnly(isUnquoted, upTo: SafeText.longest) { return "\"\(text.string)\"" }
    var quoted = "\""
    for scalar in text.string.unicodeScalars.prefix(SafeText.longest) {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool { byte != 0x22 && byte != 0x5C }

  static func value(_ value: FieldValue) -> String {
    switch value {
    case .scalar(let value): Wording.value(value)
    case .set(let members): "{" + members.map(Wording.value).joined(separator: ", ") + "}"
    }
  }
}
