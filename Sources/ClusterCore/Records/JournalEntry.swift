/// An entry of a journal, with the actor that wrote it where several keep one.
package struct JournalEntry: Hashable, Sendable {
  package let entry: StoreEntry
  /// Nil in the journal of a device without actors.
  package let author: NodeID?

  package init(_ entry: StoreEntry, by author: NodeID? = nil) {
    self.entry = entry
    self.author = author
  }
}

extension JournalEntry: JSONWritable {
  package func write(to json: inout JSONWriter) {
    guard let author else { return entry.write(to: &json) }
    json.object { json in
      json.member("actor", author)
      json.member("entry", entry)
    }
  }

  /// Reads an entry that this program wrote.
  package init(_ reader: JSONReader) throws(FormatError) {
    guard reader.member("actor") != nil else {
      self.init(try StoreEntry(reader))
      return
    }
    let object = try reader.object(allowing: ["actor", "entry"])
    self.init(
      try StoreEntry(try object.required("entry")),
      by: try object.required("actor").identifier())
  }
}
