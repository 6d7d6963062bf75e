extension Scenario {
  /// The items that a user of the file reads and that are neither unread at the start nor published,
  /// in the order of their names: perhaps misspelt. What a random workload draws is no file's.
  package var readsOfNothing: [Text] {
    var published = Set(start.unread.values.joined())
    var read: Set<Text> = []
    for entry in timeline {
      switch entry.action {
      case .cloud(.publish(let publication)):
        if let item = publication.notice.item { published.insert(item) }
      case .operation(.markRead(let items), _):
        if !WorkloadDrawing.gives(entry.id.string) { read.formUnion(items) }
      case .cloud, .operation, .partition, .clock, .kill, .suspend, .reinstall, .power, .lock:
        break
      }
    }
    return read.subtracting(published).sorted()
  }
}
