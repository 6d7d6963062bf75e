import ClusterCore

/// A scenario built in Swift: who takes part, what happens when, and what should come of it.
///
/// It says what a scenario file says, in the same words, and is refused for the same reasons; see
/// `docs/scenario-format.md` for what each means. Times are rounded up to whole milliseconds.
public struct TestScenario: Hashable, Sendable {
  /// 1 to 64 of a–z, A–Z, 0–9, dot, dash and underscore.
  public var name: String
  /// What goes wrong and why, in two sentences.
  public var about = ""
  public var devices: [Device]
  public var cloud = Cloud()
  /// The weather by its scope: `default`, `push`, a device's name, or a link such as `phone>cloud`.
  public var links: [String: Weather] = [:]
  public var start = Start()
  public var timeline: [Event]
  public var limits = Limits()
  /// When the weather ends; left out, behind the last event.
  public var calmAt: Swift.Duration?
  public var expect = Expectation()

  public init(_ name: String, devices: [Device], timeline: [Event] = []) {
    self.name = name
    self.devices = devices
    self.timeline = timeline
  }
}

extension TestScenario {
  public struct Device: Hashable, Sendable, ExpressibleByStringLiteral {
    public var name: String
    /// Of the cluster's own device; a client of yours has its own mind.
    public var policy = Policy.sound
    /// How far the wall clock is ahead; behind where it is negative.
    public var clockOffset = Swift.Duration.zero
    /// How long it waits for an answer; left out, 60 s.
    public var timeout: Swift.Duration?
    /// Whether what it stores outlives a power loss.
    public var syncsStore = false

    public init(
      _ name: String, policy: Policy = .sound, clockOffset: Swift.Duration = .zero,
      timeout: Swift.Duration? = nil, syncsStore: Bool = false
    ) {
      self.name = name
      self.policy = policy
      self.clockOffset = clockOffset
      self.timeout = timeout
      self.syncsStore = syncsStore
    }

    public init(stringLiteral name: String) { self.init(name) }
  }

  /// How one of the cluster's own devices behaves.
  public struct Policy: Hashable, Sendable {
    var preset: String
    var behaviours: [String: String]

    public static let naive = Policy(preset: "naive", behaviours: [:])
    public static let sound = Policy(preset: "sound", behaviours: [:])

    /// The same with one behaviour, or a group of them, changed: `.sound.with("stamp",
    /// "deviceClock")`.
    public func with(_ behaviour: String, _ way: String) -> Policy {
      var policy = self
      policy.behaviours[behaviour] = way
      return policy
    }
  }

  /// How the cloud merges and issues. What is left out is as in a scenario file.
  public struct Cloud: Hashable, Sendable {
    public var rule: Rule?
    public var tie: Tie?
    public var sets: Sets?
    public var saves: Saves?
    public var idempotency: Idempotency?
    public var tokens = Tokens()
    /// Whether other devices are told of a change.
    public var pushesChanges = true

    public init() {}

    public enum Rule: String, Hashable, Sendable { case lastArrival, highestStamp }
    public enum Tie: String, Hashable, Sendable { case arrival, device, value }
    public enum Sets: String, Hashable, Sendable { case replace, union, observedRemove }
    public enum Saves: String, Hashable, Sendable { case merge, ifTagMatches }
    public enum Idempotency: String, Hashable, Sendable { case honour, ignore, forget, refuse }
  }

  public struct Tokens: Hashable, Sendable {
    public var accessLifetime: Swift.Duration?
    /// How long a used refresh token is answered with the same successor.
    public var refreshGrace: Swift.Duration?
    /// Whether a refresh token is good for one refresh.
    public var rotates: Bool?
    public var serials: Bool?
    public var reuse: Reuse?

    public init() {}

    /// What becomes of a session whose used token comes again.
    public enum Reuse: String, Hashable, Sendable { case revoke, reject }
  }

  /// What every replica and the cloud hold at time 0.
  public struct Start: Hashable, Sendable {
    public var records: [String: [String: FieldValue]] = [:]
    /// Who is signed in where.
    public var signedIn: [String: SignedIn] = [:]

    public init() {}

    public struct SignedIn: Hashable, Sendable {
      public var user: String
      public var isAccessExpired: Bool

      public init(_ user: String, isAccessExpired: Bool = false) {
        self.user = user
        self.isAccessExpired = isAccessExpired
      }
    }
  }

  /// How much may be needed before the check `bounded` fails; nil for no limit.
  public struct Limits: Hashable, Sendable {
    public var attempts: Int?
    public var messages: Int?
    public var refreshes: Int?
    public var unauthorized: Int?

    public init() {}
  }

  /// What should come of a run. A check that fails and does not stand under `fail` fails the test.
  public struct Expectation: Hashable, Sendable {
    /// Checks that must be judged and pass, by their names in `docs/checks.md`.
    public var pass: [String]
    /// Checks that must fail.
    public var fail: [String]
    /// What the check `final` holds the end to: by `cloud` or a device, the fields of records as
    /// they are shown there. What is not named may be anything; `.value(.null)` is absent.
    public var final: [String: [String: [String: FieldValue]]] = [:]
    /// The same as a file has it, with what is no record (`ledger`, `orders`, `badge` and so on); it
    /// takes the place of ``final``.
    public var finalJSON: String?
    /// How often what has to happen at least, by the names under ``Verification/happened``.
    public var happened: [String: Int] = [:]

    public init(pass: [String] = [], fail: [String] = []) {
      self.pass = pass
      self.fail = fail
    }
  }
}
