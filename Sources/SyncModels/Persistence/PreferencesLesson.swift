/// Basit Tercih Saklama: stored values over registered defaults.
package enum PreferencesLesson {
  /// Compared and printed resolved: where a value comes from does not show.
  package struct Preferences: Equatable, CustomStringConvertible {
    private let defaults: [Text: Text]
    private var stored: [Text: Text] = [:]

    package init(defaults: [Text: Text] = [:]) {
      self.defaults = defaults
    }

    /// What a reader of each key gets.
    package var resolved: [Text: Text] {
      defaults.merging(stored) { _, stored in stored }
    }

    package mutating func write(_ key: Text, _ value: Text) { stored[key] = value }

    /// Removes the stored value; a default shows again.
    package mutating func remove(_ key: Text) { stored[key] = nil }

    /// Reads a number, adds 1 and writes it; what is no number counts as 0.
    package mutating func increment(_ key: Text) {
      let count = resolved[key].flatMap { Int($0.string) } ?? 0
      write(key, Text("\(count + 1)"))
    }

    package static func == (left: Preferences, right: Preferences) -> Bool {
      left.resolved == right.resolved
    }

    package var description: String {
      resolved.printedEntries(\.description).joinedOrDash()
    }
  }

  static let lesson = Lesson(
    "Basit Tercih Saklama", .persistence,
    rows: [
      .main("iki-ekran-ayni-anahtar") {
        Trial(
          from: Preferences(), a: { $0.write("theme", "koyu") }, b: { $0.write("theme", "acik") })
      },
      .main("iki-ekran-ayri-anahtar") {
        Trial(
          from: Preferences(), a: { $0.write("theme", "koyu") }, b: { $0.write("language", "tr") })
      },
      .main("acilis-sayaci") { Trial(from: Preferences(), a: { $0.increment("launchCount") }) },
      .limiting("varsayilan-yok") { removeAndWrite(from: Preferences()) },
      .limiting("varsayilan-koyu") {
        removeAndWrite(from: Preferences(defaults: ["theme": "koyu"]))
      },
      .limiting("varsayilan-sistem") {
        removeAndWrite(from: Preferences(defaults: ["theme": "sistem"]))
      },
    ])

  private static func removeAndWrite(from start: Preferences) -> Trial<Preferences> {
    Trial(from: start, a: { $0.remove("theme") }, b: { $0.write("theme", "koyu") })
  }
}
