/// Arka Plan Aktarımı: the system's transfers, which go on while the app is gone.
package enum TransfersLesson {
  /// The names of the tasks that run, sorted; none print `[]`.
  package struct Registry: Equatable, CustomStringConvertible {
    package private(set) var tasks: [Text]

    package init(running tasks: [Text] = []) {
      self.tasks = tasks.sorted()
    }

    /// Adds a task for each wanted file, whatever runs already.
    package mutating func enqueueBlindly(_ wanted: [Text]) {
      tasks = (tasks + wanted).sorted()
    }

    /// Adds a task for each wanted file that none runs for.
    package mutating func enqueueMissing(_ wanted: [Text]) {
      tasks = (tasks + Set(wanted).subtracting(tasks)).sorted()
    }

    /// Removes every task of that name.
    package mutating func finish(_ name: Text) {
      tasks.removeAll { $0 == name }
    }

    package var description: String { tasks.bracketed }
  }

  /// After a relaunch the system still runs what the app is about to want.
  private static let relaunched = Registry(running: wanted)
  private static let wanted: [Text] = ["a.zip"]

  static let lesson = Lesson(
    "Arka Plan Aktarımı", .network,
    rows: [
      .main("denetlemeden-kuyruga-al") {
        Trial(from: relaunched, a: { $0.enqueueBlindly(wanted) })
      },
      .main("tanimlayiciya-gore") { Trial(from: relaunched, a: { $0.enqueueMissing(wanted) }) },
      .limiting("bitme-ve-kuyruk") {
        Trial(from: relaunched, a: { $0.finish("a.zip") }, b: { $0.enqueueMissing(wanted) })
      },
    ])
}
