import SyncModels

extension SeededGenerator {
  /// One of a few names, among them two that Swift's own `==` takes for equal.
  mutating func name() -> Text { pick(Self.names) }

  private static let names: [Text] = ["a", "b", "c", "\u{E9}", "e\u{301}"]
}
