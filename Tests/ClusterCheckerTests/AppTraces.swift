import ClusterCore

@testable import ClusterChecker

// Words for hand-built traces of orders, searches and pushes.
extension TraceBuilder {
  /// A scenario in which the phone orders, searches and registers for pushes.
  static func app(_ members: String = "") throws -> TraceBuilder {
    try TraceBuilder(
      #""timeline": [{"id": "o1", "at": "1s", "device": "phone", "order": "book"},"#
        + #"{"id": "s1", "at": "2s", "device": "phone", "search": "zo"},"#
        + #"{"id": "t1", "at": "3s", "device": "phone", "register": "p"}, "#
        + #"{"id": "n1", "at": "4s", "cloud": {"publish": {"item": "i1"}}}]"#
        + (members.isEmpty ? "" : ", " + members))
  }

  mutating func order(
    _ intent: IntentID, again: IntentID? = nil, shows status: OrderStatus? = .pending
  ) {
    let wish = OrderWish(item: "book", intent: again)
    step(
      "phone", .entry(intent), .operation(.order(wish), intent: intent),
      status.map { [PerformedEffect(.show([.order(intent, $0)]), .done)] } ?? [], root: intent)
  }

  mutating func sendOrder(_ intent: IntentID, try count: Int = 1, key: Text? = "k") {
    let effect = Effect.send(
      .order(Order(intent: intent, item: "book", made: 1, key: key)), number: count)
    let name = TraceBuilder.message(.order, intent, count)
    step(
      "phone", .timer(TimerName(device: "phone", kind: "retry", root: intent, count: count)),
      .timer(Text("orders/\(intent)")), [PerformedEffect(effect, .sent(name, .copies([10])))],
      root: intent)
  }

  mutating func orderArrives(
    _ intent: IntentID, try count: Int = 1, copy: Int = 1, key: Text? = "k", made: Int64 = 1,
    answer: Answer = .placed(entry: 1)
  ) {
    let order = Order(intent: intent, item: "book", made: made, key: key)
    let name = TraceBuilder.message(.order, intent, count)
    step(
      .cloud, .delivery(name, copy: copy), .request(.order(order), from: "phone"),
      [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: intent)
  }

  mutating func showOrder(_ intent: IntentID, _ status: OrderStatus, try count: Int = 1) {
    let name = TraceBuilder.message(.order, intent, count)
    step(
      "phone", .delivery(name.answer, copy: 1), .answer(.placed(entry: 1), to: count),
      [PerformedEffect(.show([.order(intent, status)]), .done)], root: intent)
  }

  mutating func search(_ query: Text, _ intent: IntentID) {
    step("phone", .entry(intent), .operation(.search(query), intent: intent), [], root: intent)
  }

  /// The answer to a search comes, and the screen shows that list.
  mutating func results(
    of query: Text, _ items: [Text], _ intent: IntentID, shows list: ShownList?
  ) {
    step(
      "phone", .delivery(TraceBuilder.message(.search, intent, 1).answer, copy: 1),
      .answer(.results(query: query, items: items), to: 1),
      list.map { [PerformedEffect(.show([.list($0)]), .done)] } ?? [], root: intent)
  }

  mutating func register() {
    let name = TraceBuilder.message(.register, "t1", 1)
    step(
      .cloud, .delivery(name, copy: 1), .request(.register("p"), from: "phone"),
      [PerformedEffect(.answer(.done), .sent(name.answer, .copies([10])))], root: "t1")
  }

  mutating func publish(_ item: Text, _ entry: EntryID, to users: [UserID]? = nil) {
    let publication = Publication(
      notice: Notice(id: item, item: item, badge: nil),
      audience: users.map { .users($0) } ?? .all)
    step(.cloud, .entry(entry), .cloud(.publish(publication)), [], root: entry)
  }

  /// The phone is delivered an answer, and sets its badge if one is named.
  mutating func contact(badge: Int?, _ root: RootID = "c1") {
    step(
      "phone", .delivery(TraceBuilder.message(.unread, root, 1).answer, copy: 1),
      .answer(.unread([]), to: 9), badge.map { [PerformedEffect(.setBadge($0), .done)] } ?? [],
      root: root)
  }

  mutating func endApp() {
    calm()
    end(scenario.start.changes)
  }

  static func message(_ kind: MessageKind, _ root: RootID, _ count: Int) -> MessageName {
    MessageName(sender: "phone", receiver: .cloud, kind: kind, root: root, count: count)
  }
}
