import ClusterCore
import Testing

@Suite struct DurationTests {
  @Test(
    arguments: [
      ("40ms", 40), ("1.5s", 1500), ("2m", 120_000), ("1h", 3_600_000), ("91d", 7_862_400_000),
      ("-1m", -60_000), ("0.001s", 1), ("0ms", 0),
    ] as [(String, Int64)])
  func durationsAreRead(text: String, milliseconds: Int64) {
    #expect(Milliseconds(parsing: text)?.count == milliseconds)
  }

  @Test(arguments: ["40", "ms", "1.0005s", "1e3s", "1001d", "1,5s", "--1s", "1.s", ".5s", "4 s"])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(Milliseconds(parsing: text) == nil)
  }

  @Test func aDurationIsReadBackAsItWasWritten() {
    for count: Int64 in [0, 1, 999, 1000, 1500, 60_000, -250] {
      #expect(Milliseconds(parsing: Milliseconds(count).description) == Milliseconds(count))
    }
  }
}

@Suite struct ChanceTests {
  /// The first outputs of SplitMix64 from state 0, as published with the algorithm.
  @Test func theGeneratorIsSplitMix64() {
    var generator = Generator(state: 0)
    let outputs = (0..<3).map { _ in generator.next() }
    #expect(outputs == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }

  /// Test values of the FNV reference page.
  @Test func theFoldIsFNV1a() {
    #expect(StableHash.of("") == 0xCBF2_9CE4_8422_2325)
    #expect(StableHash.of("a") == 0xAF63_DC4C_8601_EC8C)
    #expect(StableHash.of("foobar") == 0x8594_4171_F739_67E8)
  }

  @Test func namesThatDifferInOneByteDrawDifferently() {
    let draws = (1...100).map { count -> UInt64 in
      var generator = Seed(7).generator(for: "phone>cloud/save/w1/\(count)")
      return generator.next()
    }
    #expect(Set(draws).count == 100)
  }

  @Test func neverAndAlwaysAreExact() {
    var generator = Seed(3).generator(for: "x")
    let nevers = (0..<1000).map { _ in generator.happens(.never) }
    let always = (0..<1000).map { _ in generator.happens(.always) }
    #expect(!nevers.contains(true))
    #expect(!always.contains(false))
  }

  /// A tenth of 100,000 draws, within five standard deviations (95 each).
  @Test func aChanceIsMet() {
    var generator = Seed(11).generator(for: "loss")
    let hits = (0..<100_000).count { _ in generator.happens(PartsPerMillion(100_000)) }
    #expect(abs(hits - 10_000) < 475)
  }
}

@Suite struct NameTests {
  @Test(arguments: [
    "phone>cloud/save/w1/1", "phone>cloud/save/w1/2/answer", "cloud>tablet/push/phone.write@10s/1",
    "phone>cloud/pull/phone.start#1/1~2", "phone>cloud/save/w1/1/failure",
    "phone/timer/retry/w1/3", "w1", "calm#2",
  ])
  func aNameIsReadBackAsItWasWritten(text: String) {
    #expect(EventName(parsing: text)?.description == text)
  }

  @Test(arguments: [
    "", "phone>cloud/save/w1", "phone>cloud/sing/w1/1", "phone>cloud/save/w1/0", "/save/w1/1",
    "phone>cloud/save/w1/1/answers", "phone>cloud/save/w1/1~0", "phone/timer/retry/w1/x",
  ])
  func whatIsNoNameIsRefused(text: String) {
    #expect(EventName(parsing: text) == nil)
  }

  @Test func anAnswerGoesBackToItsSender() throws {
    let request = try #require(MessageName(parsing: "phone>cloud/save/w1/1"))
    #expect(request.destination == .cloud)
    #expect(request.answer.destination == "phone")
    #expect(request.answer.request == request)
    #expect(!LinkID(of: request.answer).canDouble)
    #expect(LinkID(of: request).canDouble)
  }
}

@Suite struct StampTests {
  @Test func aHybridStampIsComparedByTimeThenCounterThenDevice() {
    let stamps = ["5", "5.1.a", "5.1.b", "5.2.a", "6.0.a"].compactMap(Stamp.init(parsing:))
    #expect(stamps.count == 5)
    #expect(stamps == stamps.shuffled().sorted())
  }
}
