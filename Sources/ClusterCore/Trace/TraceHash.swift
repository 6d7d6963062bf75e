/// The rolling hash of a trace: FNV-1a over every event's JSON line, newline included.
///
/// It covers events only, neither the header nor the hashes themselves, so a drawn and a
/// written fate that do the same give the same hash.
package struct TraceHash: Sendable {
  private var hash = StableHash()
  private var writer = JSONWriter()

  package init() {}

  package var value: StableHash { hash }

  package mutating func combine(_ event: TraceEvent) {
    writer.reset()
    event.write(to: &writer)
    writer.newline()
    hash.combine(writer.bytes)
  }
}
