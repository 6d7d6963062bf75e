import SyncModels
import Testing

@Suite("Separation: the measure of checks")
struct SeparationTests {
  @Test("each of the 118 lines is printed as published, from its outputs and verdicts")
  func everyLine() throws {
    let published = try SeparationRow.published()
    #expect(published.count == 118)
    for row in published {
      let separation = Separation(correct: row.correct, faulty: row.faulty)
      #expect(Text(separation.line(labelled: row.label)) == Text(row.line))
    }
  }

  @Test("count lines agree with the file, and what did not run is counted apart")
  func counts() throws {
    let published = try SeparationRow.published()
    let tally = SeparationTally(
      published.map { Separation(correct: $0.correct, faulty: $0.faulty) })
    let counted = ["ayiran", "kor", "gurultulu", "ters", "kategori-disi"].map { name in
      (name, published.count { $0.discrimination == name })
    }
    #expect(tally.lines == counted.map { "\($0): \($1)" })
    #expect(tally.outside == counted[4].1)
    #expect(counted.map(\.1).reduce(0, +) == published.count)
    #expect(counted.allSatisfy { $0.1 > 0 })
  }

  @Test("where everything ran there are four count lines")
  func fourLines() {
    let run = CheckRun(output: 1, verdict: .passed)
    let tally = SeparationTally([Separation(correct: run, faulty: run)])
    #expect(tally.lines == ["ayiran: 0", "kor: 1", "gurultulu: 0", "ters: 0"])
  }

  /// The four versions stand for themselves: a check passes a number that is even.
  @Test(
    "a check that is run is classified by its two verdicts",
    arguments: [
      (2, 1, Discrimination.discriminating), (2, 4, .blind), (1, 3, .noisy), (1, 2, .inverted),
    ])
  func measured(correct: Int, faulty: Int, expected: Discrimination) async {
    @Sendable func check(_ version: Int) -> CheckRun {
      CheckRun(output: version, verdict: version.isMultiple(of: 2) ? .passed : .failed)
    }
    let direct = Separation(correct: correct, faulty: faulty, check: check)
    let awaited = await Separation(correct: correct, faulty: faulty) { version in
      await Task { check(version) }.value
    }
    #expect(direct.discrimination == expected)
    #expect(awaited.discrimination == expected)
  }

  @Test("a check that did not run on either version falls outside, by verdict or by output")
  func didNotRun() {
    let passed = CheckRun(output: "gecti", verdict: .passed)
    let silent = CheckRun(output: "kosmadi", verdict: .passed)
    for (correct, faulty) in [
      (CheckRun.didNotRun, passed), (passed, .didNotRun), (.didNotRun, .didNotRun),
      (silent, passed),
    ] {
      #expect(Separation(correct: correct, faulty: faulty).discrimination == nil)
    }
    let line = Separation(correct: passed, faulty: .didNotRun).line(labelled: "x")
    #expect(line == "x | dogru=gecti kusurlu=kosmadi -> kategori-disi")
  }

  @Test("a step that failed to run within a longer output has run all the same")
  func partOfAnOutput() {
    let run = CheckRun(output: "derle:kaldi test:kosmadi", verdict: .failed)
    #expect(Separation(correct: run, faulty: run).discrimination == .noisy)
  }

  @Test("each class has its published name and its English gloss")
  func names() {
    #expect(
      Discrimination.allCases.map { "\($0) \($0.english)" } == [
        "ayiran discriminating", "kor blind", "gurultulu noisy", "ters inverted",
      ])
  }
}
