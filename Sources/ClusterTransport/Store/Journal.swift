import ClusterCore

/// Why a device's store cannot be used.
package enum JournalError: Error, Hashable, CustomStringConvertible {
  /// A whole entry stands behind damaged bytes: something other than a torn write did that.
  case damaged(path: String, offset: Int, wholeEntryAt: Int)
  /// An entry is whole but not one of this program's.
  case unreadable(path: String, offset: Int, problem: String)
  case system(SystemError)

  package var description: String {
    switch self {
    case .damaged(let path, let offset, let next):
      "\(path) is damaged at byte \(offset), and a whole entry follows at byte \(next)"
    case .unreadable(let path, let offset, let problem):
      "\(path) holds an entry at byte \(offset) that cannot be read: \(problem)"
    case .system(let error): error.description
    }
  }
}

/// A device's durable store: a file that only grows, one entry after the other.
///
/// An entry is in it when write(2) has returned. A killed device can leave the last entry
/// incomplete; that is cut when the journal is opened again. Anything else that is damaged is
/// refused, never passed over.
package final class Journal {
  package static let fileName = "journal"
  /// Holds, in decimal, how many bytes of the journal a power loss would leave.
  static let syncedFileName = "journal.synced"

  /// What was found when the journal was opened.
  package struct Contents {
    /// Oldest first.
    package let entries: [StoreEntry]
    /// What was cut off, in words; nil where nothing was.
    package let note: String?
  }

  private let directory: String
  private let durability: Durability
  private var file: Descriptor
  private var length: Int
  private var writer = JSONWriter()
  private var line: [UInt8] = []

  /// Opens the journal in a directory, or begins one.
  package static func open(
    in directory: String, durability: Durability = .process
  ) throws(JournalError) -> (journal: Journal, contents: Contents) {
    let path = "\(directory)/\(fileName)"
    let file = try system { () throws(SystemError) in try Descriptor(opening: path, .append) }
    let bytes = try system { () throws(SystemError) in try file.readAll() }
    let scan = JournalFormat.scan(bytes)
    let contents = try read(scan, of: bytes, path: path)
    if scan.end < bytes.count {
      try system { () throws(SystemError) in try file.truncate(to: scan.end) }
    }
    let journal = Journal(
      directory: directory, durability: durability, file: file, length: scan.end)
    return (journal, contents)
  }

  private init(directory: String, durability: Durability, file: Descriptor, length: Int) {
    self.directory = directory
    self.durability = durability
    self.file = file
    self.length = length
  }

  private static func read(
    _ scan: JournalFormat.Scan, of bytes: [UInt8], path: String
  ) throws(JournalError) -> Contents {
    if let next = scan.entryBehindDamage {
      throw .damaged(path: path, offset: scan.end, wholeEntryAt: next)
    }
    var entries: [StoreEntry] = []
    for entry in scan.entries {
      do {
        let node = try JSONParser.parse(Array(bytes[entry.payload]))
        entries.append(try StoreEntry(JSONReader(node)))
      } catch let error as JSONSyntaxError {
        throw .unreadable(path: path, offset: entry.offset, problem: error.problem)
      } catch let error as FormatError {
        throw .unreadable(
          path: path, offset: entry.offset, problem: "\(error.path): \(error.problem)")
      } catch {
        throw .unreadable(path: path, offset: entry.offset, problem: "\(error)")
      }
    }
    let cut = bytes.count - scan.end
    let note = "cut an incomplete last entry of \(cut) bytes at byte \(scan.end) of the journal"
    return Contents(entries: entries, note: cut == 0 ? nil : note)
  }

  /// Appends an entry; it has happened when this returns.
  package func append(_ entry: StoreEntry) throws(JournalError) {
    encode(entry)
    try write(line)
    if durability == .power { try sync() }
  }

  /// Writes the beginning of an entry, as a process does that dies while writing. A whole entry
  /// would have happened, so at least its newline stays out.
  package func append(_ entry: StoreEntry, onlyBytes count: Int) throws(JournalError) {
    encode(entry)
    try write(Array(line.prefix(min(count, line.count - 1))))
  }

  /// Waits until what was appended is on the disk, and records how much that is.
  package func sync() throws(JournalError) {
    try Journal.system(file.sync)
    try recordSynced()
  }

  /// Replaces all entries by these, at once or not at all.
  package func compact(entries: [StoreEntry]) throws(JournalError) {
    var bytes: [UInt8] = []
    for entry in entries {
      encode(entry)
      bytes.append(contentsOf: line)
    }
    let path = "\(directory)/\(Journal.fileName)"
    file = try Journal.system { () throws(SystemError) in
      try FileSystem.removeFile("\(path).new")
      let file = try Descriptor(opening: "\(path).new", .append)
      try file.write(bytes)
      try file.sync()
      try FileSystem.rename("\(path).new", to: path)
      try Descriptor(opening: directory, .directory).sync()
      return file
    }
    length = bytes.count
    try recordSynced()
  }

  /// Cuts the journal of a dead device back to its last sync; to nothing if there was none.
  package static func losePower(in directory: String) throws(JournalError) {
    try system { () throws(SystemError) in
      let path = "\(directory)/\(fileName)"
      guard let status = try FileSystem.status(of: path) else { return }
      var synced = 0
      if try FileSystem.status(of: "\(directory)/\(syncedFileName)") != nil {
        let text = try FileSystem.read("\(directory)/\(syncedFileName)")
        synced = Int(String(decoding: text, as: UTF8.self)) ?? 0
      }
      try Descriptor(opening: path, .append).truncate(to: min(synced, status.length))
    }
  }

  /// Written anew and renamed, so that a death in between leaves the record before.
  private func recordSynced() throws(JournalError) {
    let path = "\(directory)/\(Journal.syncedFileName)"
    let length = length
    try Journal.system { () throws(SystemError) in
      try Descriptor(opening: "\(path).new", .replace).write(Array("\(length)".utf8))
      try FileSystem.rename("\(path).new", to: path)
    }
  }

  private func encode(_ entry: StoreEntry) {
    writer.reset()
    entry.write(to: &writer)
    line.removeAll(keepingCapacity: true)
    JournalFormat.append(writer.bytes, to: &line)
  }

  private func write(_ bytes: [UInt8]) throws(JournalError) {
    do {
      try file.write(bytes)
      length += bytes.count
    } catch {
      throw .system(error)
    }
  }

  private static func system<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(JournalError) -> Result {
    do {
      return try body()
    } catch {
      throw .system(error)
    }
  }
}
