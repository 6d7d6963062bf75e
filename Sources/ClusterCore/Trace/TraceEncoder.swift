/// Writes events as trace lines, with the rolling hash of all lines so far.
///
/// The hash is FNV-1a over every event's JSON and a newline. It covers events only, neither
/// the header nor the hashes themselves, so a drawn and a written fate that do the same give
/// the same hash.
package struct TraceEncoder: Sendable {
  package private(set) var hash = StableHash()
  private var writer = JSONWriter(redactsSecrets: true)

  package init() {}

  /// The event's line without its newline; `hash` is its last member.
  package mutating func line(for event: TraceEvent) -> [UInt8] {
    combine(event)
    var line = Array(writer.bytes.dropLast(2))
    line.append(contentsOf: ",\"hash\":\"\(hash)\"}".utf8)
    return line
  }

  /// Takes an event into the hash and writes nothing.
  package mutating func combine(_ event: TraceEvent) {
    writer.reset()
    event.write(to: &writer)
    writer.newline()
    writer.bytes.withUnsafeBufferPointer { hash.combine($0) }
  }
}

/// The first line of `trace.jsonl`: what the events are of.
package struct TraceHeader: JSONWritable {
  package static let format: Int64 = 1

  /// The scenario's file with the variant laid over it and every id written out.
  package let source: JSONNode
  package let variant: VariantName
  package let seed: Seed
  package let drawsWeather: Bool

  package init(source: JSONNode, variant: VariantName, seed: Seed, drawsWeather: Bool) {
    self.source = source
    self.variant = variant
    self.seed = seed
    self.drawsWeather = drawsWeather
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("format", TraceHeader.format)
      json.member("variant", variant)
      json.member("seed", seed.description)
      json.member("weather", drawsWeather)
      json.member("scenario", source)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["format", "variant", "seed", "weather", "scenario"])
    _ = try object.required("format").integer(in: TraceHeader.format...TraceHeader.format)
    source = try object.required("scenario").node
    variant = try object.required("variant").identifier()
    let seed = try object.required("seed")
    guard let number = UInt64(try seed.string()) else {
      throw seed.mismatch(expected: "a whole number in quotes")
    }
    self.seed = Seed(number)
    drawsWeather = try object.required("weather").bool()
  }

  /// The scenario that was run.
  package func scenario() throws(FormatError) -> Scenario {
    var scenario = try ScenarioFile(source).scenario()
    scenario.variant = variant
    return scenario
  }
}
