import ClusterCore

/// Weather laid on top of a scenario's own, to see whether it holds out.
package enum HostileWeather {
  /// Loss and doubling that are added, and the longest delay.
  package static let loss = PartsPerMillion(100_000)
  package static let duplicate = PartsPerMillion(100_000)
  package static let delay = Milliseconds.seconds(2)

  /// The scenario with a tenth more lost, a tenth more doubled and up to two seconds later.
  package static func added(to scenario: Scenario) -> Scenario {
    var scenario = scenario
    for (link, weather) in scenario.links.weather {
      var worse = weather
      worse.loss = sum(weather.loss, loss)
      if link.canDouble { worse.duplicate = sum(weather.duplicate, duplicate) }
      worse.extra = weather.extra + delay
      scenario.links.weather[link] = worse
    }
    return scenario
  }

  private static func sum(_ left: PartsPerMillion, _ right: PartsPerMillion) -> PartsPerMillion {
    min(.always, PartsPerMillion(left.count + right.count))
  }
}
