/// Ana İş Parçacığı Yalıtımı: what a screen shows when results reach the main actor.
package enum MainActorLesson {
  /// A list on screen, printed `vN [items]`.
  package struct ShownList: Equatable, Sendable, CustomStringConvertible {
    package private(set) var version: Int
    package private(set) var items: [Text]

    package init(version: Int = 0, items: [Text] = []) {
      self.version = version
      self.items = items
    }

    /// Shows whatever arrives; the version stays.
    package mutating func overwrite(_ items: [Text]) {
      self.items = items
    }

    /// Shows only a strictly larger version than the one shown.
    package mutating func write(_ items: [Text], version: Int) {
      guard version > self.version else { return }
      self.version = version
      self.items = items
    }

    /// Gives the version on arrival, the next one, so that nothing ever comes too late.
    package mutating func writeStampedOnArrival(_ items: [Text]) {
      write(items, version: version + 1)
    }

    package var description: String { "v\(version) \(items)" }
  }

  /// How many loads are under way, never below 0.
  package struct LoadingCounter: Equatable, Sendable, CustomStringConvertible {
    package private(set) var count = 0

    package init() {}

    package mutating func begin() { count += 1 }
    package mutating func end() { count = max(0, count - 1) }

    package var description: String { "\(count)" }
  }

  /// What is shown, changed on the main actor only.
  @MainActor
  private final class Screen<Shown: Sendable> {
    private(set) var shown: Shown

    init(_ shown: Shown) {
      self.shown = shown
    }

    func update(_ change: (inout Shown) -> Void) { change(&shown) }
  }

  static let lesson = Lesson(
    "Ana İş Parçacığı Yalıtımı", .concurrency,
    rows: [
      .main("surumsuz-yazim") {
        await onScreen(
          ShownList(), a: { $0.overwrite(["eski"]) }, b: { $0.overwrite(["yeni"]) })
      },
      .main("surumlu-yazim") {
        await onScreen(
          ShownList(),
          a: { $0.write(["eski"], version: 1) }, b: { $0.write(["yeni"], version: 2) })
      },
      .main("bayrak") { await onScreen(false, a: { $0 = true }, b: { $0 = false }) },
      .main("sayac") {
        await onScreen(LoadingCounter(), a: { $0.begin() }, b: { $0.end() })
      },
      .limiting("gelisinde-damga") {
        await onScreen(
          ShownList(),
          a: { $0.writeStampedOnArrival(["eski"]) }, b: { $0.writeStampedOnArrival(["yeni"]) })
      },
    ])

  private static func onScreen<Shown: Equatable & Sendable & CustomStringConvertible>(
    _ start: Shown,
    a: @escaping @Sendable (inout Shown) -> Void, b: @escaping @Sendable (inout Shown) -> Void
  ) async -> Trial<Shown> {
    await Trial(
      fromEach: { await Screen(start) },
      a: { await $0.update(a) }, b: { await $0.update(b) },
      seen: { await $0.shown })
  }
}
