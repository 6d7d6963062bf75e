import ClusterCore

// What is told of a search over every order.
extension ExploreSummary {
  var orderClaim: String {
    let ends = Wording.count(endStates.count, "end state", "end states")
    if !counterexamples.isEmpty {
      return Wording.count(counterexamples.count, "counterexample", "counterexamples")
        + " among \(complete ? "all orders" : "the orders tried"), \(ends)"
    }
    if complete { return "every order passes: \(ends)" }
    return endStates.isEmpty
      ? "not complete: no order tried came to its end, so nothing was judged"
      : "not complete: every order tried passes"
  }

  func orderLines(_ style: TextStyle) -> [String] {
    var lines = Canvas.lines(orderClaim, orderInk, style)
    lines.append(countLine(style))
    if let stop {
      // Where nothing was found, the line above says so already.
      let words = counterexamples.isEmpty ? stop : "not complete: \(stop)"
      lines += Canvas.lines(words, .warning, style, indent: 2)
    }
    for (index, end) in endStates.enumerated() {
      lines += endLines(end, index + 1, style)
    }
    for (index, example) in counterexamples.enumerated() {
      lines += counterexample(example, index + 1, style)
      if !endStates.contains(where: { $0.story == example.story }) {
        lines += storyLines(example, style)
      }
      lines += confirmation(example, style)
    }
    return lines
  }

  private var orderInk: Ink {
    if counterexamples.isEmpty { return complete ? .good : .warning }
    return counterexamples.contains { $0.asExpected } ? .good : .bad
  }

  private func countLine(_ style: TextStyle) -> String {
    var counts: [String] = []
    if let states { counts.append(Wording.count(states, "state", "states")) }
    if let transitions { counts.append(Wording.count(transitions, "transition", "transitions")) }
    if let depth { counts.append("depth \(Wording.count(depth))") }
    counts.append(Wording.count(runs, "run to the calm", "runs to the calm"))
    if let sensitivity { counts.append("class \(sensitivity)") }
    return Canvas.line(
      SafeText.joined(counts.map { SafeText($0, style) }, by: style.glyphs.separator), .dim,
      style, indent: 2)
  }

  private func endLines(_ end: EndState, _ number: Int, _ style: TextStyle) -> [String] {
    var lines = Canvas.lines(
      "end \(number): "
        + EndWords.lines(records: EndWords.records(end.state), app: EndWords.app(end.app))
        .joined(separator: "; "), .plain, style, indent: 2)
    lines += storyLines(end, style)
    if end.failed.isEmpty { lines += confirmation(end, style) }
    return lines
  }

  private func storyLines(_ end: EndState, _ style: TextStyle) -> [String] {
    guard !end.story.isEmpty else { return [] }
    return Canvas.lines(
      end.story.joined(separator: ", "), .dim, style, indent: 6)
  }

  private func confirmation(_ end: EndState, _ style: TextStyle) -> [String] {
    guard end.isConfirmed == false else { return [] }
    let words =
      end.story.isEmpty
      ? "no schedule says this order: the timeline leaves no time for so many deliveries"
      : "an ordinary run with this schedule came to something else"
    return Canvas.lines(words, .warning, style, indent: 6)
  }
}
