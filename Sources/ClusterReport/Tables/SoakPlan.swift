import ClusterCore

/// How a soak was asked for, as its page says it.
package struct SoakPlan: Hashable, Sendable {
  /// `1..100`.
  package let seeds: String
  /// The command that makes the same soak again.
  package let command: String

  package init(seeds: ClosedRange<Int>, command: String) {
    self.seeds = "\(seeds.lowerBound)..\(seeds.upperBound)"
    self.command = command
  }
}

extension SoakPlan: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("seeds", seeds)
      json.member("command", command)
    }
  }

  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["seeds", "command"])
    seeds = try object.required("seeds").string()
    command = try object.required("command").string()
  }
}
