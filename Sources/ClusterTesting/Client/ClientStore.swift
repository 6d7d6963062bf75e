import Foundation

/// What outlives the app's process: texts by their keys, each write whole or not at all.
///
/// A kill loses the writes behind the one it cuts at. A power loss takes what was not synced, which
/// is everything unless the device's `durability` is `power`.
public struct ClientStore: Sendable {
  let process: ClientProcess

  /// What is stored under a key. Setting nil removes it.
  public subscript(key: String) -> String? {
    get { process.stored(key) }
    nonmutating set { process.store(newValue, under: key) }
  }

  /// Reads what ``write(_:under:)`` stored; nil where there is nothing, or nothing of that type.
  public func read<Content: Decodable>(_ type: Content.Type, under key: String) -> Content? {
    guard let text = self[key] else { return nil }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// Stores a value as JSON whose keys are sorted, so that equal values are equal bytes.
  public func write(_ content: some Encodable, under key: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    self[key] = String(decoding: try encoder.encode(content), as: UTF8.self)
  }
}
