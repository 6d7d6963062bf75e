/// A file that is written line by line while a run goes on.
///
/// Lines are gathered and written in blocks; ``flush()`` writes what is left, and so does the
/// end of the object, where an error can no longer be told.
package final class LineFile {
  /// How many bytes are gathered before they are written.
  private static let block = 1 << 16

  private let file: Descriptor
  /// The most bytes that it may have.
  private let limit: Int
  private var length = 0
  private var gathered: [UInt8] = []

  /// Makes the file, or empties it, and writes its first line.
  package init(_ path: String, header: [UInt8], limit: Int) throws(StoreError) {
    self.limit = limit
    file = try StoreError.wrapping(path) { () throws(SystemError) in
      try Descriptor(opening: path, .replace)
    }
    gathered.reserveCapacity(LineFile.block * 2)
    try append(header)
    try flush()
  }

  deinit { try? flush() }

  /// Appends a line, without its newline.
  package func append(_ line: [UInt8]) throws(StoreError) {
    length += line.count + 1
    guard length <= limit else { throw StoreError(file.subject, longerThan: limit) }
    gathered.append(contentsOf: line)
    gathered.append(UInt8(ascii: "\n"))
    if gathered.count >= LineFile.block { try flush() }
  }

  package func flush() throws(StoreError) {
    guard !gathered.isEmpty else { return }
    let bytes = gathered
    gathered.removeAll(keepingCapacity: true)
    try StoreError.wrapping(file.subject) { () throws(SystemError) in try file.write(bytes) }
  }
}
