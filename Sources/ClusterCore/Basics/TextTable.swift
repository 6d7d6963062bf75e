import Synchronization

/// All texts of the process, each once.
///
/// None is ever taken out: a process knows the names of its scenarios and what they write, some
/// thousand short texts, and what a run makes up is named alike in every run.
final class TextTable: Sendable {
  static let shared = TextTable()

  private let places = Mutex(Places())

  /// The one text of these bytes; from any thread.
  func text(of string: String) -> Text {
    var string = string
    return string.withUTF8 { text(of: $0) }
  }

  /// - Parameter bytes: UTF-8.
  func text(of bytes: UnsafeBufferPointer<UInt8>) -> Text {
    places.withLock { $0.text(of: bytes) }
  }

  /// A hash table with open addressing, at most half full.
  private struct Places {
    private var texts = [Text?](repeating: nil, count: 1024)
    private var count = 0

    mutating func text(of bytes: UnsafeBufferPointer<UInt8>) -> Text {
      var fold = StableHash()
      fold.combine(bytes)
      let place = place(of: bytes, fold: fold.value)
      if let text = texts[place] { return text }
      let text = Text(copying: bytes, fold: fold.value)
      texts[place] = text
      count += 1
      if count > texts.count / 2 { grow() }
      return text
    }

    /// Where the text of these bytes is, or would be.
    private func place(of bytes: UnsafeBufferPointer<UInt8>, fold: UInt64) -> Int {
      var place = home(of: fold)
      while let text = texts[place], text.fold != fold || !text.isOf(bytes) {
        place = (place + 1) & (texts.count - 1)
      }
      return place
    }

    private func home(of fold: UInt64) -> Int {
      Int(truncatingIfNeeded: fold ^ (fold >> 32)) & (texts.count - 1)
    }

    private mutating func grow() {
      let old = texts
      texts = [Text?](repeating: nil, count: old.count * 2)
      for case .some(let text) in old {
        var place = home(of: text.fold)
        while texts[place] != nil { place = (place + 1) & (texts.count - 1) }
        texts[place] = text
      }
    }
  }
}

extension Text {
  fileprivate init(copying bytes: UnsafeBufferPointer<UInt8>, fold: UInt64) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    let body = UnsafeMutablePointer<Body>.allocate(capacity: 1)
    body.initialize(
      to: Body(
        string: String(decoding: bytes, as: UTF8.self), bytes: UnsafeBufferPointer(copy),
        fold: fold))
    self.init(body: UnsafePointer(body))
  }
}
