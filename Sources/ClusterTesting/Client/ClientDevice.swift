import ClusterCore

/// The device that a client runs on: all that it may use of the world.
///
/// Only these keep time and order in the hands of the test. A client that uses another clock,
/// thread or network is found out where the library can see it; see <doc:Driving-your-own-client>.
public struct ClientDevice: Sendable {
  /// As the scenario names it.
  public let name: String
  /// Whether the link was up, as far as the device could know, when the app was launched.
  public let isLinkUp: Bool
  /// What every replica holds at time 0; ``startCursor`` stands behind them.
  public let startRecords: [FieldChange]
  let process: ClientProcess

  /// Where the change feed is to be read from first.
  public var startCursor: FeedCursor { FeedCursor(generation: 0, number: startRecords.count) }
  /// Requests to the cloud.
  public var transport: ClientTransport { ClientTransport(process: process) }
  /// The device's clocks, and the only way to wait for a time.
  public var clock: VirtualClock { VirtualClock(process: process) }
  /// What outlives the app's process; removing the app removes it.
  public var store: ClientStore { ClientStore(process: process) }
  /// The device's keychain, which outlives the app itself.
  public var vault: ClientVault { ClientVault(process: process) }
  /// What the user sees.
  public var screen: ClientScreen { ClientScreen(process: process) }

  /// Numbers that are a function of the run's seed, the device and `purpose` alone.
  public func generator(for purpose: String) -> SeededGenerator {
    SeededGenerator(Seed(process.seed).generator(for: purpose))
  }
}

/// A generator whose numbers repeat with the seed; there is no other chance in a client test.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var generator: Generator

  init(_ generator: Generator) {
    self.generator = generator
  }

  public mutating func next() -> UInt64 { generator.next() }
}
