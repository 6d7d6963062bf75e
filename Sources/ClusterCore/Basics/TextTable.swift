import Synchronization

/// All texts of the process, each once.
///
/// None is ever taken out: a process knows the names of its scenarios and what they write, some
/// thousand short texts, and what a run makes up is named alike in every run.
///
/// Nearly every text that is asked for is there, and runs that go on side by side ask for some at each
/// step. So looking one up takes no lock; putting one in does.
///
/// Unchecked: what the compiler cannot see is that what the atomic pointers lead to is whole before
/// they do, and does not change.
final class TextTable: @unchecked Sendable {
  static let shared = TextTable()

  /// Where to look. What has become too small is kept too, for whoever is looking there: all of those
  /// together are no larger than the present one.
  private let places = Atomic(Places.allocated(capacity: 1024))
  /// Atomic, though it is changed under the lock alone: the thread sanitizer does not see that lock.
  private let count = Atomic(0)
  /// Held while a text is put in.
  private let adding = Mutex(())

  /// The one text of these bytes; from any thread.
  func text(of string: String) -> Text {
    var string = string
    return string.withUTF8 { text(of: $0) }
  }

  /// - Parameter bytes: UTF-8.
  func text(of bytes: UnsafeBufferPointer<UInt8>) -> Text {
    var fold = StableHash()
    fold.combine(bytes)
    let places = places.load(ordering: .acquiring)
    return places.pointee.text(of: bytes, fold: fold.value)
      ?? adding.withLock { _ in added(bytes, fold: fold.value) }
  }

  /// Puts a text in, unless somebody else has meanwhile.
  private func added(_ bytes: UnsafeBufferPointer<UInt8>, fold: UInt64) -> Text {
    let places = places.load(ordering: .acquiring)
    if let text = places.pointee.text(of: bytes, fold: fold) { return text }
    let text = Text(copying: bytes, fold: fold)
    let count = count.wrappingAdd(1, ordering: .relaxed).newValue
    if count > places.pointee.capacity / 2 {
      let larger = places.pointee.grown()
      larger.pointee.put(text)
      self.places.store(larger, ordering: .releasing)
    } else {
      places.pointee.put(text)
    }
    return text
  }

  /// A hash table with open addressing, at most half full.
  private struct Places {
    /// A power of two.
    let capacity: Int
    private let bodies: UnsafeMutablePointer<Atomic<UnsafePointer<Text.Body>?>>

    private init(capacity: Int) {
      self.capacity = capacity
      bodies = .allocate(capacity: capacity)
      for place in 0..<capacity { (bodies + place).initialize(to: Atomic(nil)) }
    }

    static func allocated(capacity: Int) -> UnsafePointer<Places> {
      let places = UnsafeMutablePointer<Places>.allocate(capacity: 1)
      places.initialize(to: Places(capacity: capacity))
      return UnsafePointer(places)
    }

    func text(of bytes: UnsafeBufferPointer<UInt8>, fold: UInt64) -> Text? {
      var place = home(of: fold)
      while let text = text(at: place) {
        if text.fold == fold && text.isOf(bytes) { return text }
        place = (place + 1) & (capacity - 1)
      }
      return nil
    }

    /// Puts a text in that is not there; by one thread at a time.
    func put(_ text: Text) {
      var place = home(of: text.fold)
      while self.text(at: place) != nil { place = (place + 1) & (capacity - 1) }
      // Whoever finds it finds what it is made of.
      bodies[place].store(text.body, ordering: .releasing)
    }

    /// The same texts with twice the room.
    func grown() -> UnsafePointer<Places> {
      let larger = Places.allocated(capacity: capacity * 2)
      for place in 0..<capacity {
        if let text = text(at: place) { larger.pointee.put(text) }
      }
      return larger
    }

    private func text(at place: Int) -> Text? {
      bodies[place].load(ordering: .acquiring).map(Text.init(body:))
    }

    private func home(of fold: UInt64) -> Int {
      Int(truncatingIfNeeded: fold ^ (fold >> 32)) & (capacity - 1)
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
