/// What an entry of a device's store has to survive.
package enum Durability: String, CaseIterable, Sendable {
  /// The death of the process.
  case process
  /// A power loss: every entry is synced before the next effect.
  case power
}
