import ClusterCore

// Messages that a step sends, and what keeps them from simply arriving.
extension ChartLayout {
  /// Notes what was sent; a row for each message that will not simply arrive.
  mutating func sendingRows(of step: Step, _ event: TraceEvent) -> [ChartRow] {
    var rows: [ChartRow] = []
    for performed in step.effects {
      guard case .sent(let name, let dispatch) = performed.outcome,
        let label = label(of: performed.effect, name: name)
      else { continue }
      ledger.noteSent(
        name, label: label, file: performed.effect.file, dispatch: dispatch, at: event.at)
      if let trouble = Trouble(dispatch), let arrow = arrow(name, label: label, end: trouble.end) {
        rows.append(row(event, .arrow(arrow)))
      }
    }
    return rows
  }

  private func label(of effect: Effect, name: MessageName) -> String? {
    switch effect {
    case .send(let request, _): words.request(request, name: name)
    case .answer(let answer): words.answer(answer, name: name, file: ledger[name.request]?.file)
    case .push(let push, _): words.push(push, name: name)
    case .transfer(let call): words.call(call)
    case .notify(let notice): words.notice(notice)
    case .cancel, .store, .show, .setTimer, .cancelTimer, .moveFile, .vault, .setBadge: nil
    }
  }

  func arrow(
    _ name: MessageName, label: String, end: ChartArrow.End, lateness: Lateness? = nil,
    note: String = ""
  ) -> ChartArrow? {
    guard let from = lanes.firstIndex(of: name.origin),
      let to = lanes.firstIndex(of: name.destination), from != to
    else { return nil }
    let kind: ChartArrow.Kind =
      name.part == .answer ? .answer : name.kind == .push ? .push : .request
    return ChartArrow(
      from: from, to: to, kind: kind, label: label, end: end, lateness: lateness, note: note,
      message: name)
  }

  /// What keeps a message from simply arriving.
  struct Trouble: Hashable {
    let end: ChartArrow.End

    init?(_ dispatch: Dispatch) {
      switch dispatch {
      case .copies(let delays):
        guard delays.isEmpty else { return nil }
        end = .lost
      case .held(let event): end = .held("until \(event)")
      case .kept: end = .held("until online")
      case .refused: end = .refused
      }
    }
  }
}

extension Effect {
  /// The file of which it asks for bytes, or brings some.
  fileprivate var file: FileName? {
    guard case .send(let request, _) = self else { return nil }
    return switch request {
    case .fetch(let range): range.file
    case .put(let part): part.range.file
    case .save, .pull, .order, .readOrder, .search, .register, .markRead, .unread, .call, .refresh,
      .signIn, .signOut:
      nil
    }
  }
}
