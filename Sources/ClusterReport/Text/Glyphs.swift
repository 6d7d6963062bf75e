/// The signs that charts, panels and tables are drawn with; each is one column wide but for
/// ``ellipsis``, ``notEqual`` and ``separator``.
struct Glyphs: Sendable {
  let lifeline: SafeText
  let cutOff: SafeText
  let crossing: SafeText
  /// Where an arrow leaves a lane to the right, and to the left.
  let leavesRight: SafeText
  let leavesLeft: SafeText
  let headRight: SafeText
  let headLeft: SafeText
  let request: SafeText
  let answer: SafeText
  let push: SafeText
  let copy: SafeText
  let lost: SafeText
  let waits: SafeText
  let user: SafeText
  let cloud: SafeText
  let system: SafeText
  let shows: SafeText
  let started: SafeText
  let killed: SafeText
  let timer: SafeText
  let rule: SafeText
  let strongRule: SafeText
  let good: SafeText
  let bad: SafeText
  let notJudged: SafeText
  let unknown: SafeText
  let ellipsis: SafeText
  let notEqual: SafeText
  let separator: SafeText
  let absent: SafeText

  static let unicode = Glyphs(
    lifeline: "│", cutOff: "░", crossing: "┼", leavesRight: "├", leavesLeft: "┤", headRight: "►",
    headLeft: "◄", request: "─", answer: "╌", push: "~", copy: "═", lost: "✗", waits: "…",
    user: "●", cloud: "◆", system: "◇", shows: "○", started: "↻", killed: "†", timer: "◷",
    rule: "─", strongRule: "═",
    good: "✓", bad: "✗", notJudged: "–", unknown: "?", ellipsis: "…", notEqual: "≠",
    separator: " · ", absent: "–")

  static let ascii = Glyphs(
    lifeline: "|", cutOff: ":", crossing: "+", leavesRight: "|", leavesLeft: "|", headRight: ">",
    headLeft: "<", request: "-", answer: ".", push: "~", copy: "=", lost: "X", waits: "_",
    user: "*", cloud: "@", system: "%", shows: "o", started: "^", killed: "+", timer: "t",
    rule: "-", strongRule: "=",
    good: "v", bad: "X", notJudged: "-", unknown: "?", ellipsis: "..", notEqual: "!=",
    separator: ", ", absent: "-")
}
