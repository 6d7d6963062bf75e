import ClusterCore

/// What a node shows or holds, field by field.
package typealias NodeState = [FieldPath: FieldValue]

extension JSONWriter {
  /// `{"note-1": {"title": "Milk"}}`, in the order of the paths.
  mutating func state(_ state: NodeState) {
    object { json in
      let paths = state.keys.sorted()
      var start = paths.startIndex
      while start < paths.endIndex {
        let record = paths[start].record
        let end = paths[start...].firstIndex { $0.record != record } ?? paths.endIndex
        json.key(record.string)
        json.object { json in
          for path in paths[start..<end] {
            json.key(path.field.string)
            if let value = state[path] { json.value(value) }
          }
        }
        start = end
      }
    }
  }

  mutating func member(_ name: String, _ state: NodeState) {
    key(name)
    self.state(state)
  }

  mutating func member(_ name: String, _ states: [NodeID: NodeState]) {
    key(name)
    object { json in
      for (node, state) in states.sorted(by: { $0.key < $1.key }) {
        json.member(node.string, state)
      }
    }
  }

  /// Every happening with its count, 0 included.
  mutating func member(_ name: String, _ happened: [Happening: Int]) {
    key(name)
    object { json in
      for happening in Happening.allCases {
        json.member(happening.rawValue, happened[happening, default: 0])
      }
    }
  }

  /// A number beyond `Int64` is written all the same.
  mutating func member(_ name: String, _ seed: Seed) {
    key(name)
    literal(seed.description)
  }

  /// A whole number, or null.
  mutating func member(_ name: String, _ number: Int?) {
    key(name)
    if let number { integer(number) } else { null() }
  }

  /// Text, or null.
  mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }
}
