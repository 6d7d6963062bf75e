import ClusterCore
import ClusterReport
import ClusterTransport

/// Looks through a folder and those below it for scenario files, so far and no further.
///
/// Links to files are followed and links to folders are not, so that no folder is looked through
/// twice. Left out are hidden names, and a folder named as the store is.
struct ScenarioSearch {
  typealias Found = (path: String, area: String)

  private let top: String
  private let most: Int
  private var found: [Found] = []
  private var looked = 0

  /// The files, in the order of their paths' bytes, folder by folder.
  ///
  /// - Parameter most: how many files there may be.
  static func files(below folder: String, atMost most: Int) throws(UserMessage) -> [Found] {
    var search = ScenarioSearch(top: folder, most: most)
    try search.look(in: folder, area: "", depth: 0)
    return search.found
  }

  private init(top: String, most: Int) {
    self.top = top
    self.most = most
  }

  private mutating func look(in folder: String, area: String, depth: Int) throws(UserMessage) {
    guard depth < Limit.folders else {
      throw refusal("\(folder) is more than \(Limit.folders - 1) folders below \(top)")
    }
    let names = (try? Files.names(in: folder)) ?? []
    try StoredFolder.refuse(folder, holding: names)
    for name in names where !name.hasPrefix(".") && name != RunOptions.standardStore {
      looked += 1
      guard looked <= Limit.namesLookedAt else {
        throw refusal("there are more than \(Limit.namesLookedAt) files and folders in \(top)")
      }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if Files.isFolder(path) {
        try look(in: path, area: area.isEmpty ? name : "\(area)/\(name)", depth: depth + 1)
      } else if name.hasSuffix(".json"), Files.isRegular(path) {
        guard found.count < most else {
          throw refusal("\(top) brings the scenarios to more than \(Limit.scenarios)")
        }
        found.append((path, area))
      }
    }
  }

  private func refusal(_ what: String) -> UserMessage {
    UserMessage(
      what: what,
      cause: "a folder is all files *.json below it, and this one is more than scenarios",
      next: "name the folder in which the scenarios are, or fewer folders")
  }
}
