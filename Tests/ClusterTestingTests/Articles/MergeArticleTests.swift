import ClusterTesting
import Testing

struct Note: Equatable {
  var title = ""
  var stamp = 0
  var tags: Set<String> = []
}

enum Edit {
  case title(String, stamp: Int)
  case tag(String)
}

extension Note {
  mutating func merge(_ edit: Edit) {
    switch edit {
    case .title(let text, let stamp):
      guard stamp >= self.stamp else { return }
      title = text
      self.stamp = stamp
    case .tag(let tag): tags.insert(tag)
    }
  }
}

extension Note {
  mutating func mergeMended(_ edit: Edit) {
    switch edit {
    case .title(let text, let stamp):
      guard (stamp, text) > (self.stamp, title) else { return }
      title = text
      self.stamp = stamp
    case .tag(let tag): tags.insert(tag)
    }
  }
}

/// `Checking-a-merge-function.md`: its code, and that what it says of it is so.
@Suite struct MergeArticleTests {
  private let article: Article

  init() throws { article = try Article("Checking-a-merge-function") }

  @Test func theFailureIsThatOfTheArticle() {
    let words = told {
      try MergeCheck(
        from: Note(),
        operations: [
          .tag("home"), .title("Milk", stamp: 7), .title("Eggs", stamp: 7), .tag("shop"),
        ]
      ) { note, edit in
        note.merge(edit)
      }
      .verify()
    }
    #expect([words] == article.blocks("text"))
  }

  @Test func theMendedMergeIsRobust() throws {
    try MergeCheck(
      from: Note(),
      operations: [
        .tag("home"), .title("Milk", stamp: 7), .title("Eggs", stamp: 7), .tag("shop"),
      ]
    ) { $0.mergeMended($1) }
    .verify()
  }

  @Test func theOtherExamplesPass() throws {
    try MergeCheck(from: 3, operations: [1, 2]) { $0 += $1 }
      .expecting(.repetitionSensitive)
      .verify()

    try MergeCheck(from: Set<String>(), merging: [["home"], ["shop"], ["home", "work"]]) {
      $0.union($1)
    }
    .verify()

    try MergeCheck(from: [String](), operations: ["lock", "open"], seen: { Set($0) }) {
      $0.append($1)
    }
    .verify()
  }
}
