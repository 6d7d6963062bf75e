/// Names become dense numbers the first time they are met, so that the folds and checks hold
/// arrays and hash a name once an event at most.
///
/// A device's place in the scenario's list.
typealias DeviceIndex = Int
/// A field's place in the order in which the run first named it; the start records come first.
typealias FieldIndex = Int
/// A process's place among all that the devices have had; the first of each come first, in the
/// order of the devices.
typealias LifeIndex = Int
/// An edit's place in the order in which the edits were made.
typealias EditIndex = Int

extension Array {
  /// Makes room for everything below `count`, and never shrinks.
  mutating func grow(to count: Int, with element: @autoclosure () -> Element) {
    while self.count < count { append(element()) }
  }
}
