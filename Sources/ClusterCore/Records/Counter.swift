/// A field that is only added to: the sum of increments with distinct ids.
package enum Counter {
  /// What one increment may add or take away: so many that no sum of them overflows.
  package static let amounts: ClosedRange<Int64> = -1_000_000_000_000...1_000_000_000_000

  package struct Increment: Hashable, Sendable {
    package let id: IntentID
    package let amount: Int64

    package init(id: IntentID, amount: Int64) {
      self.id = id
      self.amount = amount
    }
  }

  package static func total(of increments: some Sequence<Increment>) -> Int64 {
    increments.reduce(0) { $0 &+ $1.amount }
  }
}

extension Counter.Increment: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("amount", amount)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["id", "amount"])
    id = try object.required("id").identifier()
    amount = try object.required("amount").integer(in: Counter.amounts)
  }
}
