/// What became of a run's messages, copies counted one by one.
package struct MessageCounts: Hashable, Sendable {
  package var sent = 0
  package var delivered = 0
  package var dropped = 0
  package var duplicated = 0

  package init() {}
}

extension MessageCounts: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("sent", sent)
      json.member("delivered", delivered)
      json.member("dropped", dropped)
      json.member("duplicated", duplicated)
    }
  }
}
