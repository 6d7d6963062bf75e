import ClusterCore

/// What the words of a page mean, those that are on it.
struct PageWords {
  private enum Word: CaseIterable {
    case save, attempt, several, kept, push, pull, change
    case order, key, ledger, call, vault, tokens, memory, outbox, cursor, effect
    case weather, calm, quiet, model, witnesses
  }

  private var words: Set<Word> = []

  init(_ runs: [PageRun]) {
    for run in runs { collect(run) }
  }

  func write(to page: inout Markup) {
    guard !words.isEmpty else { return }
    page.add("<details class=\"words\"><summary>What the words mean</summary>\n")
    page.add("<dl class=\"facts\">\n")
    for word in Word.allCases where words.contains(word) {
      page.add(PageWords.meaning(word))
      page.add("</dd>\n")
    }
    page.add("</dl></details>\n")
  }

  private mutating func collect(_ run: PageRun) {
    for row in run.rows.rows {
      for line in row.lines {
        switch line.content {
        case .arrow(let arrow): collect(arrow.arrow)
        case .rule(_, let isStrong): words.formUnion(isStrong ? [.quiet] : [.calm, .weather])
        case .marks, .failure, .parting: break
        }
      }
    }
    if !run.states.model.isEmpty { words.insert(.model) }
    if !run.facts.checks.isEmpty { words.insert(.witnesses) }
    // The panel's own words for what a device keeps.
    let keys = Set(run.states.keys.texts.map { Text($0) })
    if keys.contains("vault") { words.formUnion([.vault, .tokens, .memory]) }
    if keys.contains("outbox") { words.insert(.outbox) }
    if keys.contains("cursor") { words.insert(.cursor) }
    if keys.contains("ledger") { words.insert(.ledger) }
    if keys.contains("killed") { words.insert(.effect) }
  }

  private mutating func collect(_ arrow: ChartArrow) {
    guard let name = arrow.message else { return }
    collect(name)
    // Most answers to a pull bring nothing.
    if name.kind == .pull, name.part == .answer, arrow.label != ChartWords.nothingNew {
      words.insert(.change)
    }
  }

  private mutating func collect(_ name: MessageName) {
    if name.isRetry { words.insert(.attempt) }
    if name.count > 1, !name.kind.isTry, !name.kind.isTransfer { words.insert(.several) }
    switch name.kind {
    case .save: words.formUnion([.save, .kept])
    case .push: words.insert(.push)
    case .pull: words.insert(.pull)
    case .order: words.formUnion([.order, .key])
    case .call: words.insert(.call)
    case .refresh, .signIn, .signOut: words.insert(.tokens)
    case .fetch, .put, .enqueue, .cancelTask, .listTasks, .finished, .failed, .tasks, .readOrder,
      .search, .register, .markRead, .unread:
      break
    }
  }

  private static func meaning(_ word: Word) -> StaticString {
    switch word {
    case .save: "<dt>save NAME</dt><dd>a device sends the cloud the edit of that name"
    case .attempt: "<dt>(2)</dt><dd>the second attempt at the same thing"
    case .several:
      """
      <dt>#2</dt><dd>the second message of its kind that one entry led to; it asks or tells \
      something new and is no second attempt, which is (2)
      """
    case .kept:
      "<dt>NAME kept</dt><dd>the cloud took the edit; “lost to OTHER”: that edit won over it"
    case .push: "<dt>push NAME</dt><dd>the cloud tells a device that something has changed"
    case .pull:
      "<dt>pull after 3</dt><dd>a device asks what has changed at the cloud since change number 3"
    case .change:
      "<dt>FIELD by NAME</dt><dd>the answer: what the field holds now comes from that edit"
    case .order: "<dt>order</dt><dd>something that is to be done once, such as a payment"
    case .key:
      """
      <dt>key</dt><dd>the idempotency key of an order: by it the cloud knows a second attempt as \
      the same order, and gives the first answer again
      """
    case .ledger:
      "<dt>ledger</dt><dd>the orders that the cloud has taken; two entries are two payments"
    case .call: "<dt>call</dt><dd>a request that the cloud lets in with an access token only"
    case .vault:
      """
      <dt>vault</dt><dd>where the system keeps the tokens (a keychain): it outlives the app, and \
      all processes of a device share it
      """
    case .tokens:
      """
      <dt>access token, refresh token</dt><dd>a request is let in with the first, which lives \
      shortly; the second gets the next pair. access#2 is the second that was given out
      """
    case .memory:
      """
      <dt>session in memory</dt><dd>the newest access token that the process was given or has \
      used; gone when it dies
      """
    case .outbox: "<dt>outbox</dt><dd>what a device has stored for the cloud, and is not settled"
    case .cursor:
      "<dt>cursor</dt><dd>the number up to which a device has read the changes of the cloud"
    case .effect:
      """
      <dt>effect</dt><dd>one thing that a step does: it stores, shows or sends something, or sets \
      a timer; a kill falls between two of them
      """
    case .weather:
      "<dt>weather</dt><dd>what the links do to messages: how long each takes, what is lost or doubled"
    case .quiet:
      "<dt>quiet</dt><dd>nothing is under way, no device waits for anything, and so the run ends"
    case .witnesses:
      """
      <dt>witnesses</dt><dd>how many things a check had to judge in this run; a check without any \
      says nothing
      """
    case .calm:
      """
      <dt>calm</dt><dd>from here on nothing is lost or cut off, and every device syncs until all \
      is at rest
      """
    case .model:
      "<dt>model</dt><dd>what the cloud must hold by its own rules, worked out apart from it"
    }
  }
}
