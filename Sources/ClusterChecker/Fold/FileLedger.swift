import ClusterCore

/// One file's way on one device, as the trace tells it.
struct FileCourse: Sendable {
  /// A range that was asked for, or sent.
  struct Range: Sendable {
    enum Fate: Sendable {
      case open
      /// The bytes are across, or were answered for.
      case across
      /// The attempt ended without an answer, or was refused: the bytes may be sent again.
      case cut
    }

    let from: Int
    let to: Int
    let message: MessageName
    var fate = Fate.open
  }

  let device: NodeID
  let key: TransferKey
  /// Whether somebody still wants it.
  var isWanted = false
  /// What an upload is to be at the cloud.
  var version: FileVersion?
  /// The same by an operation that a kill cut short: whether it took effect is not known before
  /// the system is handed that version.
  var doubtful: FileVersion?
  /// Tasks of it that the system runs, by the step in which each began.
  var active: [Int] = []
  var ranges: [Range] = []
  /// The version that its downloaded bytes are of.
  var fetched: FileVersion?
  /// Whether the file lies where the app put it, whole.
  var isInPlace = false
  /// Whether the cloud has said that there is no such file.
  var isMissing = false
  var shown: FileState?
  var shownStep = 0

  init(device: NodeID, key: TransferKey) {
    self.device = device
    self.key = key
  }

  /// Bytes from the beginning that are across.
  var isWhole: Bool {
    guard let fetched else { return false }
    var reached = 0
    for range in ranges.filter({ $0.fate == .across }).sorted(by: { $0.from < $1.from })
    where range.from <= reached {
      reached = max(reached, range.to)
    }
    return reached >= fetched.size
  }

  func weigh(into state: inout StateDigest) {
    state.combine(device)
    state.combine(key)
    state.combine(isWanted)
    state.combine(version)
    state.combine(doubtful)
    state.combine(active.count)
    state.combine(ranges.count)
    for range in ranges {
      state.combine(range.from)
      state.combine(range.to)
      state.combine(range.message)
      state.combine(range.fate)
    }
    state.combine(fetched)
    state.combine(isInPlace)
    state.combine(isMissing)
    state.combine(shown)
  }

  /// What was carried over so far is worth nothing any more.
  mutating func forgetBytes() {
    ranges = []
    fetched = nil
  }
}
