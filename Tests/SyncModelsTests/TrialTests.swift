import SyncModels
import Testing

@Suite("Trial: the measure of operations")
struct TrialTests {
  @Test("the steps are a; a a; a b; b a; and a b a for the late repeat")
  func steps() {
    let trial = Trial(from: [Text](), a: { $0.append("a") }, b: { $0.append("b") })
    #expect(trial.once == ["a"])
    #expect(trial.twice == ["a", "a"])
    #expect(trial.forward == ["a", "b"])
    #expect(trial.backward == ["b", "a"])
    #expect(trial.late == ["a", "b", "a"])
  }

  @Test("where one operation is named, b is a")
  func oneOperation() {
    let trial = Trial(from: 1, a: { $0 *= 2 })
    #expect([trial.once, trial.twice, trial.forward, trial.backward] == [2, 4, 4, 4])
  }

  @Test(
    "two inequalities make the class",
    arguments: [
      ("x", "x", "y", "y", Sensitivity.robust), ("x", "z", "y", "y", .repetition),
      ("x", "x", "y", "z", .order), ("x", "z", "y", "z", .both),
    ])
  func classes(
    once: String, twice: String, forward: String, backward: String, expected: Sensitivity
  ) {
    let trial = Trial(
      once: once, twice: twice, forward: forward, backward: backward, late: forward)
    #expect(trial.sensitivity == expected)
  }

  @Test("last arrival bears the immediate copy, and not the late one")
  func lateRepeat() {
    let trial = Trial(from: Text("-"), a: { $0 = "a" }, b: { $0 = "b" })
    #expect(trial.sensitivity == .order)
    #expect(trial.lateRepeatMatters)
    let set = Trial(
      from: Set<Text>(), a: { $0.insert("a") }, b: { $0.insert("b") }, seen: { $0.sorted() })
    #expect(!set.lateRepeatMatters)
  }

  @Test("the asynchronous form takes the same steps, each time on a fresh subject")
  func asynchronous() async {
    actor Log {
      var lines: [Text] = []
      func append(_ line: Text) { lines.append(line) }
    }
    let trial = await Trial(
      fromEach: { Log() }, a: { await $0.append("a") }, b: { await $0.append("b") },
      seen: { await $0.lines })
    #expect(
      [trial.once, trial.twice, trial.forward, trial.backward, trial.late] == [
        ["a"], ["a", "a"], ["a", "b"], ["b", "a"], ["a", "b", "a"],
      ])
  }

  @Test("what an operation throws ends the measurement, in both forms")
  func failures() async {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try Trial(from: 0, a: { _ in }, b: { (_: inout Int) in throw Refused() })
    }
    await #expect(throws: Refused.self) {
      try await Trial(
        fromEach: { 0 }, a: { _ in }, b: { (_: inout Int) in throw Refused() }, seen: { $0 })
    }
  }

  @Test("composed and decomposed letters are two texts: bytes decide")
  func bytes() {
    let trial = Trial(from: Text(""), a: { $0 = "\u{E9}" }, b: { $0 = "e\u{301}" })
    #expect(trial.forward.string == trial.backward.string)
    #expect(trial.sensitivity == .order)
  }

  @Test("a printed trial keeps the class of the compared states")
  func printed() {
    let printed = PrintedTrial(Trial(from: 0, a: { $0 += 1 }))
    #expect(printed.line(labelled: "x") == "x | bir=1 iki=2 ab=2 ba=2 -> yinelemeye-duyarli")
    #expect(printed.late == "3")
    #expect(printed.lateRepeatMatters)
  }

  @Test("each class has its published name and its English gloss")
  func names() {
    #expect(
      Sensitivity.allCases.map { "\($0) = \($0.english)" } == [
        "saglam = robust", "yinelemeye-duyarli = repetition-sensitive",
        "siraya-duyarli = order-sensitive", "cift-duyarli = doubly sensitive",
      ])
  }

  @Test("two prints differ by column and class, and the late repeat is none of them")
  func differences() {
    func printed(_ states: String...) -> PrintedTrial {
      PrintedTrial(
        once: states[0], twice: states[1], forward: states[2], backward: states[3],
        late: states[4])
    }
    let row = printed("x", "x", "y", "y", "y")
    #expect(row.differences(from: row).isEmpty)
    #expect(printed("x", "x", "y", "y", "z").differences(from: row).isEmpty)
    #expect(printed("x", "z", "y", "y", "y").differences(from: row) == ["iki", "class"])
    #expect(printed("w", "w", "v", "v", "v").differences(from: row) == ["bir", "iki", "ab", "ba"])
  }
}
