import ClusterCore

/// One write of a client's store, as it stands in the trace.
struct StoreWrite {
  let key: String
  /// Nil where the key is removed.
  let text: String?

  init(key: String, text: String?) {
    self.key = key
    self.text = text
  }

  init?(_ node: JSONNode) {
    guard case .string(let key) = node["key"]?.content else { return nil }
    self.key = key
    text = if case .string(let text) = node["text"]?.content { text } else { nil }
  }

  var node: JSONNode {
    JSONNode(
      .object([
        JSONNode.Member(name: "key", value: JSONNode(.string(key))),
        JSONNode.Member(name: "text", value: JSONNode(text.map { .string($0) } ?? .null)),
      ]))
  }
}
