import ClusterReport
import Testing

@Suite struct BenchTableTests {
  private static func figure(
    _ unit: BenchFigure.Unit, _ samples: [(Double, Double?)], reach: Double, aim: Double? = nil,
    works: [String] = []
  ) -> BenchFigure {
    BenchFigure(
      name: "row", what: "what is measured", unit: unit,
      yardstick: samples.first?.1 == nil ? nil : "its yardstick", reach: reach, aim: aim,
      samples: samples.enumerated().map { place, sample in
        BenchFigure.Sample(
          sample.0, yardstick: sample.1, work: works.isEmpty ? "done" : works[place])
      })
  }

  /// Each repetition is judged by its own yardstick: the machine was half as fast in the second.
  @Test func theRatioIsThatOfEachRepetition() {
    let figure = Self.figure(
      .perSecond("steps"), [(60, 100), (30, 50), (90, 150)], reach: 0.5, aim: 0.85)
    #expect(figure.value == 60)
    #expect(figure.ratio == 0.6)
    #expect(figure.spread == 1)
    #expect(figure.isReached == true)
    #expect(figure.isAimReached == false)
  }

  @Test func ofTimesLessIsBetter() {
    let figure = Self.figure(.seconds, [(0.2, nil), (0.4, nil)], reach: 0.3)
    #expect(figure.value.map { abs($0 - 0.3) < 1e-9 } == true)
    #expect(figure.ratio == nil)
    #expect(Self.figure(.seconds, [(0.31, nil)], reach: 0.3).isReached == false)
    #expect(Self.figure(.seconds, [(0.29, nil)], reach: 0.3).isReached == true)
  }

  @Test func anotherResultIsNoResult() {
    let figure = Self.figure(
      .seconds, [(1, nil), (1, nil)], reach: 1, works: ["12 states", "13 states"])
    #expect(figure.work == nil)
  }

  @Test func whatCannotBeMeasuredIsToldAndNull() {
    let figure = BenchFigure(
      name: "second-start", what: "a start", unit: .seconds, yardstick: nil, reach: 0.5,
      aim: nil, samples: [], missing: "there is no script")
    #expect(figure.isReached == nil)
    let table = BenchTable([figure])
    #expect(table.json.contains("\"value\":null"))
    #expect(table.json.contains("\"missing\":\"there is no script\""))
    let lines = table.lines(TextStyle(isUnicode: true))
    #expect(lines.last == "second-start was not measured: there is no script")
  }
}
