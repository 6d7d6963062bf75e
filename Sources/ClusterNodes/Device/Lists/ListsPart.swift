import ClusterCore

/// The list of search results on a device's screen. It is not stored: it is gone with the app.
struct ListsPart: Hashable, Sendable {
  private static let line: Text = "lists/search"

  private let policy: Policy
  /// The newest query; searches are numbered from 1.
  private var query: Text = ""
  private var number = 0
  private var isAnswered = true
  private var underWay: [RequestNumber: Int] = [:]
  private var shown = ShownList(query: nil, items: [], loading: 0)
  private var backoff = Backoff()

  init(_ policy: Policy) {
    self.policy = policy
  }

  var pending: Int { isAnswered ? 0 : 1 }

  mutating func renumber(by shift: Int) {
    underWay = Dictionary(uniqueKeysWithValues: underWay.map { ($0.key + shift, $0.value) })
  }

  mutating func search(_ query: Text, _ out: inout Outgoing) {
    self.query = query
    number += 1
    isAnswered = false
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    ask(&out)
    show(shown.query, shown.items, &out)
  }

  mutating func synchronise(_ out: inout Outgoing) {
    guard !isAnswered else { return }
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    ask(&out)
    show(shown.query, shown.items, &out)
  }

  mutating func wake(_ line: Text, _ out: inout Outgoing) {
    backoff.wake(line)
    ask(&out)
    show(shown.query, shown.items, &out)
  }

  mutating func receive(_ answer: Answer, to request: RequestNumber, _ out: inout Outgoing) {
    guard case .results(let query, let items) = answer else { return fail(request, &out) }
    guard let number = underWay.removeValue(forKey: request) else { return }
    if number == self.number {
      isAnswered = true
      backoff.succeed(ListsPart.line)
    }
    if policy.shownList == .overwrite || number == self.number {
      show(query, items, &out)
    } else {
      show(shown.query, shown.items, &out)
    }
  }

  mutating func fail(_ request: RequestNumber, _ out: inout Outgoing) {
    guard let number = underWay.removeValue(forKey: request) else { return }
    if number == self.number && !isAnswered {
      let timer = backoff.fail(ListsPart.line, rule: policy.retry)
      if let timer { out.emit(.setTimer(timer)) }
    }
    show(shown.query, shown.items, &out)
  }

  private mutating func ask(_ out: inout Outgoing) {
    guard out.isLinkUp, !isAnswered, !underWay.values.contains(number) else { return }
    underWay[out.send(.search(query, number: number), for: .lists)] = number
  }

  private mutating func show(_ query: Text?, _ items: [Text], _ out: inout Outgoing) {
    let list = ShownList(query: query, items: items, loading: underWay.count)
    guard list != shown else { return }
    shown = list
    out.emit(.show([.list(list)]))
  }

  var state: [JSONNode.Member] {
    guard number > 0 else { return [] }
    let items = shown.items.map { JSONNode(.string($0.string)) }
    return [JSONNode.Member(name: "list", value: JSONNode(.array(items)))]
  }
}
