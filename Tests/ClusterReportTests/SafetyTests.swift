import ClusterCore
import ClusterReport
import Testing

@Suite("Whatever names and values hold") struct SafetyTests {
  private static let widths = [40, 57, 80, 100, 160]

  private func scenario(devices: Int) throws -> Scenario {
    var scenario = try Stories.scenario()
    scenario.devices = (0..<devices).map { index in
      let text = Nasty.texts[index % Nasty.texts.count]
      return DeviceSetup(id: NodeID("d\(index)" + String(text.prefix(40))))
    }
    scenario.about = Nasty.texts.joined(separator: " ")
    return scenario
  }

  private func chart(seed: UInt64, devices: Int, style: TextStyle) throws -> [String] {
    let scenario = try scenario(devices: devices)
    var trace = RandomTrace(seed: seed, devices: scenario.devices.map(\.id))
    let focus = [ChartFocus(step: 30, text: Nasty.texts[0])]
    let most = seed % 2 == 0 ? nil : 25
    return Chart(scenario: scenario, focus: focus, mostRows: most)
      .lines(trace.events(80), style: style)
  }

  private func state(_ offset: Int) -> NodeState {
    var state: NodeState = [:]
    for (index, text) in Nasty.texts.enumerated() {
      let value = Nasty.texts[(index + offset) % Nasty.texts.count]
      state[FieldPath("r", FieldName(text))] = .set([.text(Text(value))])
    }
    return state
  }

  /// Everything that this target prints and that is held to the width.
  private func everything(_ style: TextStyle) throws -> [String] {
    let scenario = try scenario(devices: 4)
    let states = scenario.devices.enumerated().map { (device: $1.id, state: state($0)) }
    let failed = CheckResult(
      name: .causal, verdict: .fail, witnesses: 3, step: 4,
      explanation: Nasty.texts.joined(separator: " "), signature: Nasty.texts[0])
    var lines = RunHeader(scenario: scenario, seed: Seed(7), hosts: .memory).lines(style)
    lines += StatePanel(devices: states, cloud: state(0), model: state(1)).lines(style)
    lines += CheckPanel(checks: [failed], expect: ClusterCore.Expectation(), instants: [:]).lines(
      style)
    let devices = Dictionary(uniqueKeysWithValues: states.map { ($0.device, $0.state) })
    lines += CompareTable(
      Nasty.texts.prefix(3).map {
        VariantOutcome(
          variant: VariantName($0), verdict: .fail, checks: [failed], cloud: state(0),
          devices: devices)
      }
    ).lines(style)
    lines += ListTable([
      ListedScenario(
        file: Nasty.texts[0], name: Nasty.texts[3], area: Nasty.texts[12],
        about: scenario.about,
        variants: Nasty.texts.map {
          ListedScenario.Variant(name: VariantName($0), expect: ClusterCore.Expectation())
        })
    ]).lines(style)
    lines += SoakSummary().lines(style)
    lines += ExploreSummary(
      mode: .deviations, deviations: 1, runs: 3, states: nil, transitions: nil, complete: true,
      sensitivity: nil,
      endStates: [
        ExploreSummary.EndState(
          state: [:], asExpected: false,
          schedule: Schedule(fates: [NamedFate(message: Build.save("phone", "w1"), fate: .lost)]),
          failed: [failed])
      ]
    ).lines(style)
    return lines
  }

  @Test("No line is longer than the width", arguments: [true, false])
  func widths(isUnicode: Bool) throws {
    for width in Self.widths {
      let style = TextStyle(width: width, isUnicode: isUnicode)
      var lines = try everything(style)
      // One is cut and one is whole.
      for seed: UInt64 in 1...(Extent.isFull ? 6 : 2) {
        for devices in [1, 3, 9, 64] {
          lines += try chart(seed: seed, devices: devices, style: style)
        }
      }
      for line in lines where Nasty.columns(line) > width {
        Issue.record("\(Nasty.columns(line)) columns instead of \(width): \(line)")
      }
    }
  }

  @Test("No control, format or bidirectional character is printed")
  func harmless() throws {
    var lines = try everything(TextStyle())
    for seed: UInt64 in 1...20 {
      lines += try chart(seed: seed, devices: 3, style: TextStyle())
    }
    for line in lines {
      let bad = line.unicodeScalars.filter(Nasty.isHarmful)
      #expect(bad.isEmpty, "\(line.debugDescription)")
    }
  }

  @Test("With colours, the only escapes are colours, and each line ends in none")
  func onlyColours() throws {
    for line in try everything(TextStyle(isColoured: true)) {
      let pieces = line.split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst()
      for piece in pieces {
        let code = piece.prefix { $0 != "m" }
        #expect(["[0", "[1", "[2", "[31", "[32", "[33"].contains(String(code)))
      }
      if let last = pieces.last { #expect(last.hasPrefix("[0m")) }
    }
  }

  @Test("Colours change nothing else")
  func coloursAreExtra() throws {
    let plain = try chart(seed: 3, devices: 3, style: TextStyle())
    let coloured = try chart(seed: 3, devices: 3, style: TextStyle(isColoured: true))
    let stripped = coloured.map { line in
      line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
        .map { index, piece in
          index == 0 ? String(piece) : String(piece.drop { $0 != "m" }.dropFirst())
        }.joined()
    }
    #expect(coloured != plain)
    #expect(stripped == plain)
  }

  @Test("Plain text is ASCII to the last byte")
  func ascii() throws {
    let style = TextStyle(isUnicode: false)
    var lines = try everything(style)
    for seed: UInt64 in 1...20 { lines += try chart(seed: seed, devices: 3, style: style) }
    for line in lines {
      let isPlain = line.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      #expect(isPlain, "\(line.debugDescription)")
    }
  }

  @Test("The same run gives the same chart")
  func deterministic() throws {
    for seed: UInt64 in 1...10 {
      let style = TextStyle()
      #expect(
        try chart(seed: seed, devices: 5, style: style)
          == chart(seed: seed, devices: 5, style: style))
    }
    #expect(try everything(TextStyle()) == everything(TextStyle()))
  }

  @Test("Composed and decomposed letters look different")
  func composition() {
    func shown(_ text: String) -> [String] {
      UserMessage(what: text, cause: "", next: "").lines(TextStyle())
    }
    #expect(shown("caf\u{E9}").first == "error: café")
    #expect(shown("cafe\u{301}").first == "error: cafe\\u{301}")
  }
}
