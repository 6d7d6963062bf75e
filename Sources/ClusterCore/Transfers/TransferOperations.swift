// How the operations on files are written in timelines and frames.
extension Operation {
  static func write(downloads files: [FileName], to json: inout JSONWriter) {
    json.key(Verb.download.rawValue)
    json.array(files) { $0.string($1.string) }
  }

  static func write(uploads files: [UploadedFile], to json: inout JSONWriter) {
    json.key(Verb.upload.rawValue)
    json.object { json in
      for file in files { json.member(file.file.string, file.version) }
    }
  }

  /// Reads `"a.zip"` or `["a.zip", "b.zip"]`.
  static func downloads(_ reader: JSONReader) throws(FormatError) -> [FileName] {
    guard reader.kind == .array else { return [try fileName(reader)] }
    var files: [FileName] = []
    for element in try reader.elements() {
      let file = try fileName(element)
      guard !files.contains(file) else {
        throw element.error("\(file) stands here twice", allowed: "each file once")
      }
      files.append(file)
    }
    guard !files.isEmpty else { throw reader.mismatch(expected: "at least one file") }
    return files
  }

  /// Reads `"a.jpg"`, `["a.jpg", "b.jpg"]` or `{"a.jpg": {"size": 300000}}`.
  static func uploads(_ reader: JSONReader) throws(FormatError) -> [UploadedFile] {
    guard reader.kind == .object else {
      return try downloads(reader).map {
        UploadedFile(file: $0, version: FileVersion(standardOf: $0))
      }
    }
    var files: [UploadedFile] = []
    for (name, version) in try reader.entries() {
      files.append(
        UploadedFile(
          file: FileName(name), version: try FileVersion(version, of: FileName(name))))
    }
    guard !files.isEmpty else { throw reader.mismatch(expected: "at least one file") }
    return files
  }

  private static func fileName(_ reader: JSONReader) throws(FormatError) -> FileName {
    try reader.identifier()
  }
}

extension TimelineDecoder {
  /// Whether a fate of a file's message is about a device that there is.
  func checkTransfer(_ message: MessageName, at reader: JSONReader) throws(FormatError) {
    let service = message.device.transferService
    let ends: (NodeID, NodeID) =
      switch message.kind {
      case .fetch, .put: (service, .cloud)
      case .enqueue, .cancelTask, .listTasks: (message.device, service)
      case .save, .pull, .push, .finished, .failed, .tasks, .order, .readOrder, .search, .register,
        .markRead, .unread, .call, .refresh, .signIn, .signOut:
        (service, message.device)
      }
    guard devices.contains(where: { $0.id == message.device }),
      (message.sender, message.receiver) == ends
    else {
      throw reader.error(
        "no message is named \(message): it goes between two nodes that do not talk",
        allowed: "DEVICE.transfers>cloud/fetch/ROOT/COUNT, with a device of "
          + devices.map(\.id.string).joined(separator: ", "))
    }
  }
}
