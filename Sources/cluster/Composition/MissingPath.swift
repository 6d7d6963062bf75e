import ClusterCore
import ClusterTransport

/// A path that leads nowhere: how far it leads, what stands there, and what was likely meant.
struct MissingPath {
  /// The deepest folder of the path that there is, as it was typed; nil for the current one.
  let folder: String?
  /// What stands there and may be meant, in the order of its names' bytes.
  let names: [String]
  /// The path with a like name where it goes astray; nil where none leads to something.
  let nearest: String?

  /// - Parameter isMeant: whether a path may be meant.
  init(_ path: String, isMeant: (String) -> Bool) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    let root = path.hasPrefix("/") ? "/" : ""
    func joined(_ parts: some Sequence<String>) -> String { root + parts.joined(separator: "/") }
    var depth = 0
    while depth < parts.count - 1,
      Files.kind(of: joined(parts.prefix(depth + 1))) == .directory
    { depth += 1 }
    let there = joined(parts.prefix(depth))
    folder = there.isEmpty ? nil : there
    let all = (try? Files.names(in: there.isEmpty ? "." : there)) ?? []
    names = all.filter { name in
      !name.hasPrefix(".") && isMeant(joined(parts.prefix(depth) + [name]))
    }
    let name = depth < parts.count ? Suggestion.nearest(of: names, to: parts[depth]) : nil
    let meant = name.map { joined(parts.prefix(depth) + [$0] + parts.dropFirst(depth + 1)) }
    nearest = meant.flatMap { Files.kind(of: $0) == nil ? nil : $0 }
  }
}
