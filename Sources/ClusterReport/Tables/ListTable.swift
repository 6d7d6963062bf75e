import ClusterCore

/// A scenario file as `list` shows it.
package struct ListedScenario: Sendable {
  package struct Variant: Sendable {
    package let name: VariantName
    package let expect: Expectation

    package init(name: VariantName, expect: Expectation) {
      self.name = name
      self.expect = expect
    }
  }

  package let file: String
  package let name: String
  /// The folder below `Scenarios`; empty for a file outside it.
  package let area: String
  package let about: String
  /// The default variant first.
  package let variants: [Variant]

  package init(file: String, name: String, area: String, about: String, variants: [Variant]) {
    self.file = file
    self.name = name
    self.area = area
    self.about = about
    self.variants = variants
  }
}

/// The scenarios by area with what each of their variants is expected to do.
package struct ListTable {
  private let scenarios: [ListedScenario]

  /// Scenarios are shown in the order given, under their areas in the order of first use.
  package init(_ scenarios: [ListedScenario]) {
    self.scenarios = scenarios
  }

  package func lines(_ style: TextStyle) -> [String] {
    guard !scenarios.isEmpty else { return ["no scenario found"] }
    var lines: [String] = []
    var areas: [String] = []
    for scenario in scenarios where !areas.contains(scenario.area) { areas.append(scenario.area) }
    for area in areas {
      let title = area.isEmpty ? "top" : area
      lines.append(Canvas.line(SafeText(title, style), .strong, style))
      for scenario in scenarios where scenario.area == area { lines += self.lines(scenario, style) }
    }
    return lines
  }

  private func lines(_ scenario: ListedScenario, _ style: TextStyle) -> [String] {
    let title = SafeText("\(scenario.name)  \(scenario.file)", style)
    let grid = Grid(
      header: ["variant", "expected"],
      rows: scenario.variants.map { variant in
        [
          Grid.Cell(text: SafeText(variant.name.string, style)),
          Grid.Cell(text: SafeText(words(variant.expect), style)),
        ]
      }, indent: 4, showsHeader: false)
    return [Canvas.line(title, .plain, style, indent: 2)]
      + Canvas.lines(scenario.about, .dim, style, indent: 4)
      + grid.lines(style)
  }

  private func words(_ expect: Expectation) -> String {
    guard expect.fail.isEmpty else { return "fails " + expect.fail.joined(separator: ", ") }
    guard expect.sometimes.isEmpty else {
      return "fails with some seed: " + expect.sometimes.joined(separator: ", ")
    }
    return expect.pass.isEmpty ? "passes" : "passes " + expect.pass.joined(separator: ", ")
  }
}

extension ListTable: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.array(scenarios) { json, scenario in
      json.object { json in
        json.member("file", scenario.file)
        json.member("name", scenario.name)
        json.member("area", scenario.area)
        json.member("about", scenario.about)
        json.key("variants")
        json.array(scenario.variants) { json, variant in
          json.object { json in
            json.member("name", variant.name)
            json.key("expect")
            json.object { json in
              json.key("pass")
              json.array(variant.expect.pass) { $0.string($1) }
              json.key("fail")
              json.array(variant.expect.fail) { $0.string($1) }
              if !variant.expect.sometimes.isEmpty {
                json.key("sometimes")
                json.array(variant.expect.sometimes) { $0.string($1) }
              }
            }
          }
        }
      }
    }
  }
}
