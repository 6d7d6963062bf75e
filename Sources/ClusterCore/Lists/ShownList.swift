/// A list of results on a device's screen.
package struct ShownList: Hashable, Sendable {
  /// The query that the results answer; nil before the first.
  package let query: Text?
  package let items: [Text]
  /// How many searches are under way: above 0 the screen says that it is loading.
  package let loading: Int

  package init(query: Text?, items: [Text], loading: Int) {
    self.query = query
    self.items = items
    self.loading = loading
  }
}

extension ShownList: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      if let query { json.member("query", query.string) }
      json.key("items")
      json.array(items) { $0.string($1.string) }
      json.member("loading", loading)
    }
  }

  private static let keys: JSONKeys = ["query", "items", "loading"]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ShownList.keys)
    query = try object.optional("query")?.text()
    items = try object.required("items").texts()
    loading = try object.required("loading").count()
  }
}

extension JSONReader {
  /// A list of texts.
  package func texts() throws(FormatError) -> [Text] {
    try list { reader throws(FormatError) in try reader.text() }
  }
}

extension JSONWriter {
  package mutating func member(_ name: String, texts: [Text]) {
    key(name)
    array(texts) { $0.string($1.string) }
  }
}
