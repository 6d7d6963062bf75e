import ClusterCore

/// What the signs of a page's lanes mean, those that are on it.
struct PageKey {
  private enum Sign: CaseIterable {
    case request, answer, push, lost, copy, late, held, retry, runningTimer
    case user, cloud, system, shows, started, killed, timer, failed
    case cutOff, suspended, locked, token
  }

  private var signs: Set<Sign> = []
  private let words: PageWords

  init(_ runs: [PageRun]) {
    words = PageWords(runs)
    for rows in runs.map(\.rows) {
      for row in rows.rows { collect(row) }
      for tie in rows.ties { signs.insert(tie.kind == .retry ? .retry : .runningTimer) }
    }
  }

  func write(to page: inout Markup) {
    page.add("<ul class=\"key\" aria-label=\"What the signs mean\">\n")
    for sign in Sign.allCases where signs.contains(sign) {
      page.add("<li>")
      page.add(PageKey.meaning(sign))
      page.add("</li>\n")
    }
    page.add("</ul>\n")
    words.write(to: &page)
  }

  private mutating func collect(_ row: PageRow) {
    for (state, condition) in zip(row.lanes, row.conditions) {
      if state == .cutOff { signs.insert(.cutOff) }
      if condition.isSuspended { signs.insert(.suspended) }
      if condition.isLocked { signs.insert(.locked) }
      if condition.token != nil { signs.insert(.token) }
    }
    for line in row.lines {
      switch line.content {
      case .arrow(let arrow): collect(arrow)
      case .marks(let marks): signs.formUnion(marks.compactMap { PageKey.sign($0.kind) })
      case .rule, .failure, .parting: break
      }
    }
  }

  private mutating func collect(_ arrow: PageArrow) {
    switch arrow.arrow.kind {
    case .request: signs.insert(.request)
    case .answer: signs.insert(.answer)
    case .push: signs.insert(.push)
    }
    if arrow.arrow.isLate { signs.insert(.late) }
    switch arrow.fate {
    case .delivered, .late: break
    case .copy: signs.insert(.copy)
    case .lost, .refused, .unheard: signs.insert(.lost)
    case .held: signs.insert(.held)
    }
  }

  private static func sign(_ kind: ChartMark.Kind) -> Sign? {
    switch kind {
    case .user: .user
    case .cloud: .cloud
    case .system: .system
    case .shows: .shows
    case .started: .started
    case .killed: .killed
    case .timer: .timer
    case .failed: .failed
    case .plain: nil
    }
  }

  private static func meaning(_ sign: Sign) -> StaticString {
    switch sign {
    case .request:
      """
      <svg width="36" height="12" aria-hidden="true"><path class="a q" d="M0 6H28"/>\
      <path class="hd" d="M34 6l-9-4v8z"/></svg>request
      """
    case .answer:
      """
      <svg width="36" height="12" aria-hidden="true"><path class="a w" d="M0 6H28"/>\
      <path class="hd" d="M34 6l-9-4v8z"/></svg>answer
      """
    case .push:
      """
      <svg width="36" height="12" aria-hidden="true"><path class="a p" d="M0 6H28"/>\
      <path class="hd" d="M34 6l-9-4v8z"/></svg>push
      """
    case .lost:
      """
      <svg width="36" height="12" aria-hidden="true"><path class="a q lost" d="M0 6H24"/>\
      <path class="x" d="M24 1l10 10m0-10l-10 10"/></svg>lost, refused or not taken
      """
    case .copy:
      """
      <svg width="36" height="12" aria-hidden="true">\
      <path class="a q copy" d="M0 4H28M0 7H28"/>\
      <path class="hd" d="M34 6l-9-4v8z"/></svg>×2: the same message once more
      """
    case .late:
      """
      <svg width="36" height="12" aria-hidden="true"><path class="a q late" d="M0 6H28"/>\
      <path class="hd late" d="M34 6l-9-4v8z"/></svg>late: slower than usual on its link; overtaken: one \
      that was sent after it came first
      """
    case .held:
      """
      <svg width="36" height="12" aria-hidden="true"><path class="a q held" d="M0 6H28"/>\
      <path class="x" d="M30 1v10"/></svg>held back
      """
    case .retry:
      """
      <svg width="20" height="12" aria-hidden="true"><path class="tr" d="M10 0V12"/></svg>\
      from an attempt to its retry
      """
    case .runningTimer:
      """
      <svg width="20" height="12" aria-hidden="true"><path class="tt" d="M10 0V12"/></svg>\
      a timer runs
      """
    case .user: "● the user acts, or the app by itself"
    case .cloud: "◆ the cloud"
    case .system: "◇ the system"
    case .shows: "○ the device shows"
    case .started: "↻ a process starts"
    case .killed: "† a process is killed"
    case .timer: "◷ a timer fires, or a clock jumps"
    case .failed: "✗ an attempt fails"
    case .cutOff:
      """
      <svg width="20" height="12" aria-hidden="true">\
      <rect class="bc" x="5" width="10" height="12"/></svg>cut off
      """
    case .suspended:
      """
      <svg width="20" height="12" aria-hidden="true">\
      <rect class="bs" x="5" width="10" height="12"/></svg>suspended
      """
    case .locked:
      """
      <svg width="20" height="12" aria-hidden="true">\
      <rect class="bl" x="5" width="10" height="12"/></svg>locked
      """
    case .token:
      """
      <svg width="20" height="12" aria-hidden="true">\
      <rect class="g1" x="2" width="16" height="12"/></svg>which access token the vault holds
      """
    }
  }
}
