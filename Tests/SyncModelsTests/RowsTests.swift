import SyncModels
import Testing

@Suite("The published rows")
struct RowsTests {
  @Test("each of the 100 lines is printed as published, in order")
  func everyLine() async throws {
    let published = try SensitivityRow.published()
    let lines = try await RowsReport.lines()
    #expect(published.count == 100)
    #expect(lines.count == published.count)
    for (line, row) in zip(lines, published) {
      #expect(Text(line) == Text(row.line))
    }
  }

  @Test("each row is listed under its lesson and in its group")
  func lessonsAndGroups() async throws {
    let published = try SensitivityRow.published()
    let rows = try await RowsReport.rows()
    #expect(rows.map(\.lesson) == published.map(\.lesson))
    #expect(rows.map(\.group.rawValue) == published.map(\.group))
    #expect(rows.map(\.label) == published.map(\.label))
    #expect(Catalogue.lessons.count == 19)
  }

  @Test("a label names one row, and finds it")
  func labels() throws {
    let labels = try SensitivityRow.published().map(\.label)
    #expect(Set(labels).count == labels.count)
    for label in labels {
      #expect(Catalogue.row(labelled: label)?.row.label == label)
    }
    #expect(Catalogue.row(labelled: "yok") == nil)
  }

  @Test("the class totals counted over the models are those counted over the file")
  func totals() async throws {
    let published = try SensitivityRow.published().map(\.sensitivity)
    let measured = try await RowsReport.rows().map(\.trial.sensitivity)
    for sensitivity in Sensitivity.allCases {
      let counted = published.count { $0 == sensitivity.rawValue }
      #expect(counted > 0)
      #expect(Tally(measured).count(of: sensitivity) == counted)
    }
  }

  @Test("two calls give equal lines")
  func determinism() async throws {
    let first = try await RowsReport.lines(counts: true, observations: true)
    for _ in 1...20 {
      let again = try await RowsReport.lines(counts: true, observations: true)
      #expect(again.map { Text($0) } == first.map { Text($0) })
    }
  }
}

@Suite("The options of the rows report")
struct RowsReportTests {
  @Test("count lines follow each group, counted from the file")
  func counts() async throws {
    var expected: [String] = []
    var group: [SensitivityRow] = []
    for row in try SensitivityRow.published() {
      if let last = group.last, (last.lesson, last.group) != (row.lesson, row.group) {
        expected += Self.countLines(of: group)
        group = []
      }
      expected.append(row.line)
      group.append(row)
    }
    expected += Self.countLines(of: group)
    let lines = try await RowsReport.lines(counts: true)
    #expect(lines == expected)
  }

  private static func countLines(of group: [SensitivityRow]) -> [String] {
    ["saglam", "yinelemeye-duyarli", "siraya-duyarli", "cift-duyarli"].map { name in
      "\(name): \(group.count { $0.sensitivity == name })"
    }
  }

  @Test("the ten observations follow their lessons' rows and say what was published")
  func observations() async throws {
    let lines = try await RowsReport.lines(observations: true)
    let rows = try await RowsReport.lines()
    #expect(lines.filter { !rows.contains($0) } == Self.observations)
    #expect(Self.observations.count == 10)
    let lastRow = try #require(rows.firstIndex { $0.hasPrefix("kodla-coz") })
    #expect(lines[lastRow + 1] == Self.observations[0])
  }

  /// After models.md: the paragraphs on JSON and on retry.
  private static let observations = [
    "anahtar-sirasi-metin | esit=false",
    "anahtar-sirasi-cozulmus | esit=true",
    "zaman-asimi | hata=timeout yinelenebilir=true",
    "cevrimdisi | hata=offline yinelenebilir=true",
    "sunucu-503 | hata=server(503) yinelenebilir=true",
    "istemci-404 | hata=client(404) yinelenebilir=false",
    "anahtarsiz-istemci | deneme=2 defter=[kitap@-,kitap@-]",
    "anahtarli-istemci | deneme=2 defter=[kitap@k-9]",
    "kayip-yanit | istemci=timeout defter=[kitap@-]",
    "kayip-istek | istemci=timeout defter=-",
  ]

  @Test(
    "part of a lesson's name is enough, in Turkish or ASCII letters and any case",
    arguments: [
      "Ağ İstemcisi", "ag istemcisi", "AĞ İSTEMCİSİ", "AG ISTEMCISI", "istemci", "ağ i",
      // Decomposed, as a terminal may send it.
      "Ag\u{306} I\u{307}stemcisi",
    ])
  func lessonByName(name: String) async throws {
    let rows = try await RowsReport.rows(lesson: name)
    #expect(Set(rows.map(\.lesson)) == ["Ağ İstemcisi"])
    #expect(Set(rows.map(\.asciiLesson)) == ["Ag Istemcisi"])
    #expect(rows.count == 8)
  }

  @Test("every lesson is found by its name and by its ASCII name")
  func everyLessonByName() throws {
    for lesson in Catalogue.lessons {
      #expect(lesson.asciiName.utf8.allSatisfy { $0 < 128 })
      for name in [lesson.name, lesson.asciiName, lesson.asciiName.uppercased()] {
        #expect(try Catalogue.lessons(named: name).map(\.name).contains(lesson.name))
      }
    }
  }

  @Test("a part that several lessons share names them all, in published order")
  func sharedPart() throws {
    let found = try Catalogue.lessons(named: "görev").map(\.name)
    #expect(found == ["Görevler ve Görev Grupları"])
    let all = try Catalogue.lessons(named: "i").map(\.name)
    #expect(all == Catalogue.lessons.map(\.name).filter(all.contains))
    #expect(all.count > 1)
  }

  @Test("an unknown name is an error that lists the lessons there are", arguments: ["zzz", ""])
  func unknownLesson(name: String) async throws {
    let error = try await #require(throws: UnknownLesson.self) {
      try await RowsReport.lines(lesson: name)
    }
    #expect(error.name == name)
    #expect(error.known == Catalogue.lessons.map(\.name))
    for lesson in Catalogue.lessons {
      #expect(error.description.contains(lesson.name))
    }
  }
}
