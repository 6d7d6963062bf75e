/// A range request: so many bytes of a file from an offset on.
package struct FileRange: Hashable, Sendable {
  package let file: FileName
  package let offset: Int
  package let length: Int
  package let intent: IntentID

  package init(file: FileName, offset: Int, length: Int, intent: IntentID) {
    self.file = file
    self.offset = offset
    self.length = length
    self.intent = intent
  }
}

/// Some bytes of a file on their way to the cloud.
package struct FilePart: Hashable, Sendable {
  /// Tells one upload of a device from another.
  package let task: TransferID
  package let range: FileRange
  /// What the whole file will be.
  package let version: FileVersion

  package init(task: TransferID, range: FileRange, version: FileVersion) {
    self.task = task
    self.range = range
    self.version = version
  }
}

/// The cloud's answer to a range request.
package struct FileChunk: Hashable, Sendable {
  package let file: FileName
  package let offset: Int
  package let length: Int
  /// The file they are of; another one than before makes all that was fetched worthless.
  package let version: FileVersion

  package init(file: FileName, offset: Int, length: Int, version: FileVersion) {
    self.file = file
    self.offset = offset
    self.length = length
    self.version = version
  }
}

/// The cloud's answer to some bytes of an upload.
package struct FileReceipt: Hashable, Sendable {
  package let file: FileName
  /// Bytes of this upload that are there without a gap.
  package let received: Int
  /// Whether the whole file is there, its size and checksum right.
  package let isComplete: Bool
  /// Whether it was there already, and nothing was taken.
  package let isDuplicate: Bool

  package init(file: FileName, received: Int, isComplete: Bool, isDuplicate: Bool) {
    self.file = file
    self.received = received
    self.isComplete = isComplete
    self.isDuplicate = isDuplicate
  }
}

extension FileRange {
  static let keys: JSONKeys = ["file", "offset", "length", "intent"]

  func writeMembers(to json: inout JSONWriter) {
    json.member("file", file)
    json.member("offset", offset)
    json.member("length", length)
    json.member("intent", intent)
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      file: try object.required("file").identifier(),
      offset: try object.required("offset").count(), length: try object.required("length").count(),
      intent: try object.required("intent").identifier())
  }
}

extension FilePart {
  static let keys: JSONKeys = FileRange.keys + ["task", "version"]

  func writeMembers(to json: inout JSONWriter) {
    json.member("task", task)
    range.writeMembers(to: &json)
    json.member("version", version)
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      task: try object.required("task").count(), range: try FileRange(object),
      version: try FileVersion(try object.required("version")))
  }
}

extension FileChunk {
  static let keys: JSONKeys = ["file", "offset", "length", "version"]

  func writeMembers(to json: inout JSONWriter) {
    json.member("file", file)
    json.member("offset", offset)
    json.member("length", length)
    json.member("version", version)
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      file: try object.required("file").identifier(),
      offset: try object.required("offset").count(), length: try object.required("length").count(),
      version: try FileVersion(try object.required("version")))
  }
}

extension FileReceipt {
  static let keys: JSONKeys = ["file", "received", "complete", "duplicate"]

  func writeMembers(to json: inout JSONWriter) {
    json.member("file", file)
    json.member("received", received)
    json.member("complete", isComplete)
    if isDuplicate { json.member("duplicate", true) }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      file: try object.required("file").identifier(),
      received: try object.required("received").count(),
      isComplete: try object.required("complete").bool(),
      isDuplicate: try object.optional("duplicate")?.bool() ?? false)
  }
}
