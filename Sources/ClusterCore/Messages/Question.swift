/// A conflict that only the user can settle: both values are kept until then.
package struct Question: Hashable, Sendable {
  /// Which of the two values its user takes.
  package enum Side: String, CaseIterable, Sendable {
    case own, cloud
  }

  /// What the device shows.
  package let own: FieldValue
  package let cloud: FieldValue

  package init(own: FieldValue, cloud: FieldValue) {
    self.own = own
    self.cloud = cloud
  }

  /// The value that one side has.
  package func value(of side: Side) -> FieldValue {
    switch side {
    case .own: own
    case .cloud: cloud
    }
  }
}

extension Question: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("own", own)
      json.member("cloud", cloud)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["own", "cloud"])
    own = try FieldValue(try object.required("own"))
    cloud = try FieldValue(try object.required("cloud"))
  }
}
