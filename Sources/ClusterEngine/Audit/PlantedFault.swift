import ClusterCore

/// A fault that is planted on purpose, to see which checks see it. Off unless it is named.
package struct PlantedFault: Sendable {
  /// Where it is planted.
  package enum Place: String, CaseIterable, Sendable {
    case device, cloud, link, engine, model, trace
  }

  /// Begins with its place: `device-store-forgotten`.
  package let name: String
  package let place: Place
  /// What is done wrong, in one sentence.
  package let about: String
  /// The checks that must see it.
  package let seenBy: [CheckName]
  /// The story in which it matters.
  let exercise: Exercise
  /// Makes what is planted around one run.
  package let plant: @Sendable () -> Plant

  init(
    _ place: Place, _ name: String, _ about: String, in exercise: Exercise, seenBy: [CheckName],
    plant: @escaping @Sendable (inout Plant) -> Void
  ) {
    self.name = "\(place.rawValue)-\(name)"
    self.place = place
    self.about = about
    self.seenBy = seenBy
    self.exercise = exercise
    self.plant = {
      var made = Plant()
      plant(&made)
      return made
    }
  }

  /// By place, in the order of ``Place``.
  package static let all: [PlantedFault] =
    onDevices + byPolicy + inDeletes(.device) + atCloud + inDeletes(.cloud) + onLinks + inEngine
    + inModels + inDeletes(.model) + inTraces + onFeeds

  private static func inDeletes(_ place: Place) -> [PlantedFault] {
    inDeletes.filter { $0.place == place }
  }

  package static func named(_ name: String) -> PlantedFault? { all.first { $0.name == name } }
}
