import ClusterCore

/// Why a request brought nothing: the cloud refused it, or no answer came.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An error's name, one of those in `docs/errors.md`.
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  public let name: Name
  /// The HTTP status of a refusal; nil where no answer came.
  public let status: Int?
  /// Whether the change that was asked for certainly did not happen. Where this is false, it may
  /// have, and asking again may do it twice.
  public let certainlyNotApplied: Bool
  /// How long to wait before another try, where the cloud says so.
  public let retryAfter: Swift.Duration?

  public var description: String { status.map { "\(name.rawValue) (\($0))" } ?? name.rawValue }
}

extension TransportError.Name {
  /// No answer came within the device's timeout: it may have taken effect.
  public static let timeout = TransportError.Name(rawValue: "timeout")
  /// The link was known to be down: it certainly did not arrive.
  public static let offline = TransportError.Name(rawValue: "offline")
  /// The access token is not, or no longer, good (401).
  public static let unauthorized = TransportError.Name(rawValue: "unauthorized")
  /// The refresh token is not, or no longer, good: only a new sign-in helps (400).
  public static let invalidGrant = TransportError.Name(rawValue: "invalidGrant")
  /// Too many requests; another try later may succeed (429).
  public static let rateLimited = TransportError.Name(rawValue: "rateLimited")
  /// The service failed, before or after it took effect (503).
  public static let serviceUnavailable = TransportError.Name(rawValue: "serviceUnavailable")
  /// The record has changed since the change tag the save is based on (412).
  public static let serverRecordChanged = TransportError.Name(rawValue: "serverRecordChanged")
  /// What was to be made is there already (409).
  public static let alreadyExists = TransportError.Name(rawValue: "alreadyExists")
  /// The cursor is too old: all has to be read anew (410).
  public static let changeTokenExpired = TransportError.Name(rawValue: "changeTokenExpired")
  /// There is no room for another record (413).
  public static let quotaExceeded = TransportError.Name(rawValue: "quotaExceeded")
  /// The record's parent is not there (412).
  public static let referenceViolation = TransportError.Name(rawValue: "referenceViolation")
  /// Another record of the same atomic batch was refused (400).
  public static let batchFailed = TransportError.Name(rawValue: "batchFailed")
  /// A key came with another body than before (422).
  public static let keyReused = TransportError.Name(rawValue: "keyReused")
}

extension TransportError {
  init(_ error: CloudError, retryAfter: Milliseconds? = nil) {
    name = Name(rawValue: error.rawValue)
    status = error.status
    certainlyNotApplied = error.certainlyNotApplied
    self.retryAfter = retryAfter.map { .milliseconds($0.count) }
  }

  init(_ failure: NetworkFailure) {
    name = Name(rawValue: failure.rawValue)
    status = nil
    retryAfter = nil
    switch failure {
    case .timeout: certainlyNotApplied = false
    case .offline: certainlyNotApplied = true
    }
  }
}
