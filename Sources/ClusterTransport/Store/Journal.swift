import ClusterCore

/// Why a device's store cannot be used.
package enum JournalError: Error, Hashable, CustomStringConvertible {
  /// A whole entry stands behind damaged bytes: something other than a torn write did that.
  case damaged(path: String, offset: Int, wholeEntryAt: Int)
  /// An entry is whole but not one of this program's.
  case unreadable(path: String, offset: Int, problem: String)
  /// It is, or would be, longer than a store may be.
  case tooLong(path: String, limit: Int)
  case system(SystemError)

  package var description: String {
    switch self {
    case .damaged(let path, let offset, let next):
      "\(path) is damaged at byte \(offset), and a whole entry follows at byte \(next)"
    case .unreadable(let path, let offset, let problem):
      "\(path) holds an entry at byte \(offset) that cannot be read: \(problem)"
    case .tooLong(let path, let limit): "\(path) is longer than \(limit) bytes"
    case .system(let error): error.description
    }
  }
}

extension JournalError {
  /// What likely brought it about, and what helps.
  package var advice: Advice {
    switch self {
    case .damaged, .unreadable:
      Advice(
        cause: "something other than this device wrote to it",
        next: "look at the file, or run again with a new store")
    case .tooLong:
      Advice(
        cause: "the device stores more than it takes out again",
        next: "shorten the timeline, or look at what the device keeps")
    case .system(let error): error.advice
    }
  }
}

/// A device's durable store: a file that only grows, one entry after the other.
///
/// An entry is in it when write(2) has returned. A killed device can leave the last entry
/// incomplete; that is cut when the journal is opened again, or read on in by another actor of
/// the device. Anything else that is damaged is refused, never passed over. Several processes may
/// have it open, of which one at a time works; each reads on before it does.
package final class Journal {
  package static let fileName = "journal"
  /// Holds, in decimal, how many bytes of the journal a power loss would leave.
  static let syncedFileName = "journal.synced"
  /// The longest content of that file, in bytes.
  private static let longestNumber = 20

  /// What was found when the journal was opened.
  package struct Contents {
    /// Oldest first.
    package let entries: [JournalEntry]
    /// What was cut off, in words; nil where nothing was.
    package let note: String?
  }

  private let directory: String
  private let durability: Durability
  /// The most bytes that it may have.
  private let limit: Int
  private var file: Descriptor
  private var length: Int
  private var writer = JSONWriter()
  private var line: [UInt8] = []

  /// Opens the journal in a directory, or begins one. One longer than the limit, in bytes, is
  /// refused, and so is an entry that would make it so.
  package static func open(
    in directory: String, durability: Durability = .process, limit: Int = Limit.journal
  ) throws(JournalError) -> (journal: Journal, contents: Contents) {
    let path = "\(directory)/\(fileName)"
    let file = try system { () throws(SystemError) in try Descriptor(opening: path, .append) }
    let bytes = try system { () throws(SystemError) in
      try file.readAll(atMost: limit + 1)
    }
    guard bytes.count <= limit else { throw .tooLong(path: path, limit: limit) }
    let scan = JournalFormat.scan(bytes)
    let contents = try read(scan, of: bytes, path: path)
    if scan.end < bytes.count {
      try system { () throws(SystemError) in try file.truncate(to: scan.end) }
    }
    let journal = Journal(
      directory: directory, durability: durability, limit: limit, file: file, length: scan.end)
    return (journal, contents)
  }

  /// What the bytes of a journal say.
  package static func contents(of bytes: [UInt8]) throws(JournalError) -> Contents {
    try read(JournalFormat.scan(bytes), of: bytes, path: fileName)
  }

  private init(
    directory: String, durability: Durability, limit: Int, file: Descriptor, length: Int
  ) {
    self.directory = directory
    self.durability = durability
    self.limit = limit
    self.file = file
    self.length = length
  }

  /// What others have done to a journal since this process last wrote or read there.
  package enum News {
    case appended([JournalEntry])
    /// It was written anew; these are all entries of the new one.
    case replaced([JournalEntry])
  }

  /// Reads what others have written; what one of them left incomplete when it died is cut.
  package func readOn() throws(JournalError) -> News {
    let path = "\(directory)/\(Journal.fileName)"
    let isReplaced = !file.stands(at: path)
    if isReplaced {
      file = try Journal.system { () throws(SystemError) in
        try Descriptor(opening: path, .append)
      }
      length = 0
    }
    let (file, start) = (file, length)
    let bytes = try Journal.system { () throws(SystemError) in
      guard try file.length > start else { return [UInt8]() }
      try file.seek(to: start)
      return try file.readAll(atMost: limit + 1)
    }
    guard start + bytes.count <= limit else { throw .tooLong(path: path, limit: limit) }
    let scan = JournalFormat.scan(bytes)
    let entries = try Journal.read(scan, of: bytes, from: start, path: path).entries
    length = start + scan.end
    if scan.end < bytes.count {
      try Journal.system { [length] () throws(SystemError) in try file.truncate(to: length) }
    }
    return isReplaced ? .replaced(entries) : .appended(entries)
  }

  /// - Parameter start: where in the file the bytes begin.
  private static func read(
    _ scan: JournalFormat.Scan, of bytes: [UInt8], from start: Int = 0, path: String
  ) throws(JournalError) -> Contents {
    if let next = scan.entryBehindDamage {
      throw .damaged(path: path, offset: start + scan.end, wholeEntryAt: start + next)
    }
    var entries: [JournalEntry] = []
    for entry in scan.entries {
      do {
        let tape = try JSONParser.tape(bytes[entry.payload])
        entries.append(try JournalEntry(JSONReader(tape)))
      } catch let error as JSONSyntaxError {
        throw .unreadable(path: path, offset: start + entry.offset, problem: error.problem)
      } catch let error as FormatError {
        throw .unreadable(
          path: path, offset: start + entry.offset,
          problem: "\(error.path): \(error.problem)")
      } catch {
        throw .unreadable(path: path, offset: start + entry.offset, problem: "\(error)")
      }
    }
    let cut = bytes.count - scan.end
    let note = "cut an incomplete last entry of \(cut) bytes at byte \(scan.end) of the journal"
    return Contents(entries: entries, note: cut == 0 ? nil : note)
  }

  /// Appends an entry; it has happened when this returns.
  package func append(_ entry: JournalEntry) throws(JournalError) {
    encode(entry)
    try write(line)
    if durability == .power { try sync() }
  }

  /// Writes the beginning of an entry, as a process does that dies while writing. A whole entry
  /// would have happened, so at least its newline stays out.
  package func append(_ entry: JournalEntry, onlyBytes count: Int) throws(JournalError) {
    encode(entry)
    try write(Array(line.prefix(min(count, line.count - 1))))
  }

  /// Waits until what was appended is on the disk, and records how much that is.
  package func sync() throws(JournalError) {
    try Journal.system(file.sync)
    try recordSynced()
  }

  /// Replaces all entries by these, at once or not at all.
  package func compact(entries: [JournalEntry]) throws(JournalError) {
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
        let text = try FileSystem.read("\(directory)/\(syncedFileName)", atMost: longestNumber)
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

  private func encode(_ entry: JournalEntry) {
    writer.reset()
    entry.write(to: &writer)
    line.removeAll(keepingCapacity: true)
    JournalFormat.append(writer.bytes, to: &line)
  }

  private func write(_ bytes: [UInt8]) throws(JournalError) {
    guard length + bytes.count <= limit else {
      throw .tooLong(path: file.subject, limit: limit)
    }
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
