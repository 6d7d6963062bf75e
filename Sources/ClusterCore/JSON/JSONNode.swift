/// A JSON text as a tree that remembers where each part stood.
///
/// Numbers stay as they were written, so that nothing is rounded; members keep their order.
package struct JSONNode: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package struct Member: Sendable {
    package let name: String
    package var value: JSONNode

    package init(name: String, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  package var content: Content
  /// Bytes from the beginning of the text.
  package let offset: Int

  package init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.offset = offset
  }

  package var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  package subscript(name: String) -> JSONNode? {
    members?.first { $0.name == name }?.value
  }

  /// What stands there, in the words of an error message.
  package var summary: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): "the number \(text)"
    case .string(let text): "\"\(text.prefix(60))\""
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }

  /// This tree with `patch` laid over it as RFC 7396 says: objects merge member by member,
  /// null removes, anything else replaces.
  package func merged(with patch: JSONNode) -> JSONNode {
    guard case .object(let changes) = patch.content else { return patch }
    var members = self.members ?? []
    for change in changes {
      let place = members.firstIndex { $0.name == change.name }
      if case .null = change.value.content {
        if let place { members.remove(at: place) }
      } else if let place {
        members[place].value = members[place].value.merged(with: change.value)
      } else {
        let merged = JSONNode(.null, offset: change.value.offset).merged(with: change.value)
        members.append(Member(name: change.name, value: merged))
      }
    }
    return JSONNode(.object(members), offset: patch.offset)
  }
}

extension JSONNode: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch content {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .number(let text): json.literal(text)
    case .string(let text): json.string(json.redactsSecrets ? Token.redacting(text) : text)
    case .array(let elements): json.array(elements) { $0.value($1) }
    case .object(let members):
      json.object { json in
        for member in members { json.member(member.name, member.value) }
      }
    }
  }
}
