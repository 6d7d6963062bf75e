/// A note as one device holds it.
public struct Note: Hashable, Sendable {
  public var title: String
  /// When the title was given, by the device that gave it.
  public var titled: Stamp
  public var tags: Set<String>

  public init(title: String = "", titled: Stamp = .never, tags: Set<String> = []) {
    self.title = title
    self.titled = titled
    self.tags = tags
  }
}

/// What a user did to a note, as it travels to the other devices.
public enum Edit: Hashable, Sendable {
  case title(String, at: Stamp)
  case tag(String)
}

/// When and where an edit was made.
public struct Stamp: Hashable, Sendable {
  /// Milliseconds of the device's clock.
  public let time: Int64
  public let device: String

  public init(_ time: Int64, _ device: String) {
    self.time = time
    self.device = device
  }

  /// Before every edit.
  public static let never = Stamp(.min, "")
}
