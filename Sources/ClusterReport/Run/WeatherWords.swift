import ClusterCore

/// A scenario's links in words, one line for each kind of weather.
struct WeatherWords {
  private let groups: [(links: [LinkID], weather: Weather, doubling: PartsPerMillion)]
  private let linkCount: Int
  private let plan: LinkPlan

  init(_ plan: LinkPlan, devices: [NodeID]) {
    self.plan = plan
    let links = devices.flatMap(LinkPlan.links)
    linkCount = links.count
    var groups: [(links: [LinkID], weather: Weather, doubling: PartsPerMillion)] = []
    for link in links {
      let request = LinkID(sender: link.receiver, receiver: link.sender, kind: .http)
      // An answer cannot be doubled, which does not make its weather another one.
      let doubling = link.canDouble ? plan[link].duplicate : plan[request].duplicate
      var weather = plan[link]
      weather.duplicate = .never
      if let place = groups.firstIndex(where: { $0.weather == weather && $0.doubling == doubling })
      {
        groups[place].links.append(link)
      } else {
        groups.append(([link], weather, doubling))
      }
    }
    self.groups = groups.sorted { $0.links.count > $1.links.count }
  }

  /// The lines, and one for each transfer link that differs from its device's requests.
  func lines(transfers: Set<NodeID>) -> [String] {
    lines
      + transfers.sorted().flatMap { device -> [String] in
        LinkPlan.transferLinks(of: device).compactMap { link in
          var requests = plan[LinkID(sender: device, receiver: .cloud, kind: .http)]
          requests.duplicate = .never
          guard plan[link] != requests else { return nil }
          return "\(link): " + words(plan[link], doubling: .never)
        }
      }
  }

  /// `all: 20–80 ms, loss 5 %, doubled 3 %`, then what differs.
  var lines: [String] {
    groups.map { group in
      name(of: group.links) + ": " + words(group.weather, doubling: group.doubling)
    }
  }

  private func name(of links: [LinkID]) -> String {
    if links.count == linkCount { return "all" }
    if links.allSatisfy({ $0.kind == .push }) && links.count * 3 == linkCount { return "pushes" }
    if links.allSatisfy({ $0.kind == .http }) && links.count * 3 == linkCount * 2 {
      return "requests and answers"
    }
    if links.count * 2 > linkCount { return "most" }
    return links.map(\.description).joined(separator: ", ")
  }

  private func words(_ weather: Weather, doubling: PartsPerMillion) -> String {
    var parts = [delay(weather)]
    if weather.loss > .never { parts.append("loss \(Wording.percent(weather.loss))") }
    if doubling > .never { parts.append("doubled \(Wording.percent(doubling))") }
    if let burst = weather.burst {
      parts.append(
        "for \(Wording.length(burst.length)) in every \(Wording.length(burst.every)) "
          + "loss \(Wording.percent(burst.loss))")
    }
    if weather.isFirstInFirstOut { parts.append("in order") }
    return preset(weather, doubling) + parts.joined(separator: ", ")
  }

  private func preset(_ weather: Weather, _ doubling: PartsPerMillion) -> String {
    var weather = weather
    weather.duplicate = doubling
    let preset = Weather.Preset.allCases.first { Weather($0) == weather }
    return preset.map { "\($0.rawValue), " } ?? ""
  }

  private func delay(_ weather: Weather) -> String {
    let floor = weather.floor
    switch weather.delay {
    case .constant(let delay): return Wording.length(max(delay, floor))
    case .uniform(let low, let high):
      let low = max(low, floor)
      let high = max(high, floor)
      if low == high { return Wording.length(low) }
      let isShort = high < Milliseconds.seconds(1)
      return (isShort ? "\(low.count)" : Wording.length(low)) + "–" + Wording.length(high)
    case .exponential(let mean):
      return "about \(Wording.length(mean)) and at least \(Wording.length(floor))"
    }
  }
}
