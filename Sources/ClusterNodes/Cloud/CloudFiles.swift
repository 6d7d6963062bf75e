import ClusterCore

/// The files of the cloud: gives ranges of what is there, and takes uploads part by part.
struct CloudFiles: Hashable, Sendable {
  /// One upload, told from others by who sends it and that system's number for it.
  private struct UploadID: Hashable {
    let sender: NodeID
    let task: TransferID
  }

  private struct Upload: Hashable {
    let file: FileName
    let version: FileVersion
    /// Bytes that are there without a gap.
    var received = 0
    var isComplete = false
  }

  /// An upload holds its file until so long after its last part, since nobody tells the cloud that
  /// an upload will not go on.
  private struct Lock: Hashable {
    let holder: UploadID
    let until: Instant
  }

  static let lockLength = Milliseconds.seconds(30)

  private let rules: FileRules
  private var files: [FileName: FileVersion]
  private var uploads: [UploadID: Upload] = [:]
  /// The upload that a file is locked by.
  private var locks: [FileName: Lock] = [:]

  init(rules: FileRules, files: [FileName: FileVersion]) {
    self.rules = rules
    self.files = files
  }

  func answer(_ range: FileRange) -> Answer {
    guard let version = files[range.file] else { return .refused(.fileNotFound) }
    let offset = min(range.offset, version.size)
    let length = min(range.length, version.size - offset)
    return .chunk(
      FileChunk(file: range.file, offset: offset, length: length, version: version))
  }

  /// Takes a part; a copy of one, or one after a gap, changes nothing.
  mutating func answer(_ part: FilePart, from sender: NodeID, at instant: Instant) -> Answer {
    let file = part.range.file
    let id = UploadID(sender: sender, task: part.task)
    switch rules.onDuplicate {
    case .haveAlready where files[file] == part.version:
      uploads[id] = nil
      return receipt(file, part.version.size, isComplete: true, isDuplicate: true)
    case .locked where locks[file].map { $0.holder != id && instant < $0.until } ?? false:
      return .refused(.fileLocked)
    case .overwrite, .locked, .haveAlready: break
    }
    var upload = uploads[id] ?? Upload(file: file, version: part.version)
    if !upload.isComplete {
      if part.range.offset == upload.received { upload.received += part.range.length }
      upload.isComplete = upload.received >= part.version.size
      locks[file] =
        upload.isComplete ? nil : Lock(holder: id, until: instant + CloudFiles.lockLength)
      if upload.isComplete { files[file] = part.version }
    }
    uploads[id] = upload
    return receipt(file, upload.received, isComplete: upload.isComplete, isDuplicate: false)
  }

  private func receipt(
    _ file: FileName, _ received: Int, isComplete: Bool, isDuplicate: Bool
  ) -> Answer {
    .received(
      FileReceipt(
        file: file, received: received, isComplete: isComplete, isDuplicate: isDuplicate))
  }
}
