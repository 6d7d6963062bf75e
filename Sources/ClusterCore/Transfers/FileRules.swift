/// How the cloud takes and gives files.
package struct FileRules: Hashable, Sendable {
  /// What an upload meets where the file is there already, or is being uploaded.
  package enum Duplicates: String, CaseIterable, Sendable {
    /// The later to be complete stays.
    case overwrite
    /// While one upload runs another of that file is refused; a complete file is replaced.
    case locked
    /// What is there already, byte for byte, is not taken again, and the answer says so.
    case haveAlready = "have-already"
  }

  /// Bytes a second over a transfer link.
  package var speed: Int
  /// Bytes a range request asks for, or carries, at most.
  package var chunk: Int
  package var onDuplicate: Duplicates

  package static let standard = FileRules(
    speed: 1_000_000, chunk: 250_000, onDuplicate: .overwrite)

  package init(speed: Int, chunk: Int, onDuplicate: Duplicates) {
    self.speed = speed
    self.chunk = chunk
    self.onDuplicate = onDuplicate
  }

  /// How long so many bytes take, whole milliseconds rounded up.
  package func time(for bytes: Int) -> Milliseconds {
    Milliseconds((Int64(bytes) * 1000 + Int64(speed) - 1) / Int64(speed))
  }
}

extension FileRules: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("speed", speed)
      json.member("chunk", chunk)
      json.member("onDuplicate", onDuplicate.rawValue)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["speed", "chunk", "onDuplicate"])
    let standard = FileRules.standard
    speed = try object.optional("speed")?.count(in: 1...1_000_000_000) ?? standard.speed
    chunk = try object.optional("chunk")?.count(in: 1...1_000_000_000) ?? standard.chunk
    onDuplicate = try object.optional("onDuplicate")?.choice() ?? standard.onDuplicate
  }
}
