package enum FileKind {}

/// A file by its name, on a device and at the cloud.
package typealias FileName = Identifier<FileKind>

/// What tells one content of a file from another: how long it is, and its checksum.
package struct FileVersion: Hashable, Sendable {
  package let size: Int
  package let checksum: String

  /// The longest file, in bytes.
  package static let longest = 1_000_000_000
  /// How long a file is when nothing is said.
  package static let standardSize = 250_000

  package init(size: Int, checksum: String) {
    self.size = size
    self.checksum = checksum
  }
}

/// Which way a file goes.
package enum TransferDirection: String, CaseIterable, Sendable {
  case download, upload
}

/// What a transfer is for, and the identifier under which an app knows it: one file, one way.
package struct TransferKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let direction: TransferDirection
  package let file: FileName

  package init(_ direction: TransferDirection, _ file: FileName) {
    self.direction = direction
    self.file = file
  }

  package var description: String { "\(direction.rawValue)/\(file)" }

  package static func < (left: TransferKey, right: TransferKey) -> Bool {
    left.file == right.file
      ? left.direction.rawValue < right.direction.rawValue : left.file < right.file
  }
}

/// A file that a device sends to the cloud.
package struct UploadedFile: Hashable, Sendable {
  package let file: FileName
  package let version: FileVersion

  package init(file: FileName, version: FileVersion) {
    self.file = file
    self.version = version
  }
}

extension FileVersion: JSONWritable {
  static let keys: JSONKeys = ["size", "checksum"]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("size", size)
    json.member("checksum", checksum)
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    size = try object.required("size").count(in: 0...FileVersion.longest)
    checksum = try object.required("checksum").string()
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: FileVersion.keys))
  }

  /// Reads what a scenario says of a file: a checksum left out is one of its name and size.
  init(_ reader: JSONReader, of file: FileName) throws(FormatError) {
    let object = try reader.object(allowing: FileVersion.keys)
    let size =
      try object.optional("size")?.count(in: 1...FileVersion.longest) ?? FileVersion.standardSize
    self.init(
      size: size,
      checksum: try object.optional("checksum")?.string() ?? FileVersion.checksum(file, size))
  }

  /// The version of a file of which a scenario says nothing.
  init(standardOf file: FileName) { self.init(of: file, size: FileVersion.standardSize) }

  /// The version of a file of which nothing is known but its size.
  init(of file: FileName, size: Int) {
    self.init(size: size, checksum: FileVersion.checksum(file, size))
  }

  private static func checksum(_ file: FileName, _ size: Int) -> String {
    var hash = StableHash()
    hash.combine("\(file):\(size)".utf8)
    return String(hash.description.prefix(8))
  }
}

extension TransferKey {
  static let keys: JSONKeys = ["direction", "file"]

  func writeMembers(to json: inout JSONWriter) {
    json.member("direction", direction.rawValue)
    json.member("file", file)
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      try object.required("direction").choice(), try object.required("file").identifier())
  }
}
