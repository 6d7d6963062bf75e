/// A conflict that only the user can settle: both values are kept until then.
package struct Question: Hashable, Sendable {
  /// What the device shows.
  package let own: FieldValue
  package let cloud: FieldValue

  package init(own: FieldValue, cloud: FieldValue) {
    self.own = own
    self.cloud = cloud
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
