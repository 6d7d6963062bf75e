/// Reads the links of a scenario: a default, then what differs, the narrower later.
struct LinkPlanDecoder {
  let devices: [DeviceSetup]

  func plan(_ reader: JSONReader?) throws(FormatError) -> LinkPlan {
    var weather: [LinkID: Weather] = [:]
    for device in devices {
      for link in LinkPlan.links(of: device.id) { weather[link] = .standard }
      for link in LinkPlan.transferLinks(of: device.id) { weather[link] = .standard }
    }
    guard let reader else { return LinkPlan(weather: weather) }
    let scopes =
      ["default", "push", "transfer"]
      + devices.flatMap { device in
        [device.id.string] + LinkPlan.links(of: device.id).map(\.description)
          + LinkPlan.transferLinks(of: device.id).map(\.description)
      }
    _ = try reader.object(allowing: scopes)
    let rank = Dictionary(uniqueKeysWithValues: zip(scopes, scopes.indices))
    let entries = try reader.entries().sorted {
      (width($0.name), rank[$0.name] ?? 0) < (width($1.name), rank[$1.name] ?? 0)
    }
    for (scope, patch) in entries {
      for link in weather.keys.sorted(by: { $0.description < $1.description })
      where covers(scope, link) {
        let isExplicit = scope == link.description
        weather[link] = try WeatherDecoder(canDouble: link.canDouble, isExplicit: isExplicit)
          .weather(patch, over: weather[link] ?? .standard)
      }
    }
    return LinkPlan(weather: weather)
  }

  /// The wider scope is laid first: all links, all pushes, a device's, one link's.
  private func width(_ scope: String) -> Int {
    switch scope {
    case "default": 0
    case "push", "transfer": 1
    case _ where scope.contains(">"): 3
    default: 2
    }
  }

  private func covers(_ scope: String, _ link: LinkID) -> Bool {
    switch scope {
    case "default": true
    case "push": link.kind == .push
    case "transfer": link.kind == .transfer
    case _ where scope.contains(">"): scope == link.description
    case _ where link.kind == .transfer:
      link.sender.transferOwner?.string == scope || link.receiver.transferOwner?.string == scope
    default: link.sender.string == scope || link.receiver.string == scope
    }
  }
}

/// Reads one link's weather.
struct WeatherDecoder {
  /// Whether a message can arrive twice on it.
  let canDouble: Bool
  /// Whether the file names this very link, so that what it cannot do is an error.
  let isExplicit: Bool

  private enum Order: String, CaseIterable {
    case fifo, any
  }

  func weather(_ reader: JSONReader, over base: Weather) throws(FormatError) -> Weather {
    let object = try reader.object(allowing: [
      "preset", "delay", "floor", "loss", "duplicate", "burst", "order",
    ])
    var weather = base
    if let preset = object.optional("preset") { weather = Weather(try preset.choice()) }
    if let delay = object.optional("delay") {
      weather.delay = try self.delay(delay)
      weather.floor = Self.leastDelay(weather.delay)
    }
    if let floor = object.optional("floor") { weather.floor = try floor.delay() }
    if let loss = object.optional("loss") { weather.loss = try loss.chance() }
    if let duplicate = object.optional("duplicate") {
      weather.duplicate = try duplicate.chance()
      guard canDouble || !isExplicit || weather.duplicate == .never else {
        throw duplicate.error(
          "an answer on an http link cannot be doubled",
          allowed: "\"duplicate\" on the request's direction, DEVICE>cloud, or on a push link")
      }
    }
    if let burst = object.optional("burst") { weather.burst = try self.burst(burst) }
    if let order = object.optional("order") {
      weather.isFirstInFirstOut = try order.choice(Order.self) == .fifo
    }
    if !canDouble { weather.duplicate = .never }
    return weather
  }

  private static func leastDelay(_ delay: Weather.Delay) -> Milliseconds {
    switch delay {
    case .constant(let delay): delay
    case .uniform(let low, _): low
    case .exponential: 0
    }
  }

  private func delay(_ reader: JSONReader) throws(FormatError) -> Weather.Delay {
    guard reader.kind == .object else { return .constant(try reader.delay()) }
    let object = try reader.object(allowing: ["uniform", "exponential"])
    if let mean = object.optional("exponential") { return .exponential(mean: try mean.delay()) }
    let bounds = try object.required("uniform")
    let ends = try bounds.list { reader throws(FormatError) in try reader.delay() }
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw bounds.mismatch(expected: "two durations, the smaller first: [\"20ms\", \"80ms\"]")
    }
    return .uniform(ends[0], ends[1])
  }

  private func burst(_ reader: JSONReader) throws(FormatError) -> Weather.Burst {
    let object = try reader.object(allowing: ["every", "length", "loss"])
    let burst = Weather.Burst(
      every: try object.required("every").delay(), length: try object.required("length").delay(),
      loss: try object.optional("loss")?.chance() ?? .always)
    guard burst.length > .zero, burst.length <= burst.every else {
      throw reader.mismatch(expected: "a \"length\" above 0ms and not above \"every\"")
    }
    return burst
  }
}

extension JSONReader {
  /// A chance from 0 to 1, exact to a millionth.
  func chance() throws(FormatError) -> PartsPerMillion {
    guard case .number(let text) = node.content,
      let count = Decimal(parsing: text)?.scaled(by: PartsPerMillion.always.count),
      (0...PartsPerMillion.always.count).contains(count)
    else { throw mismatch(expected: "a number from 0 to 1 with at most six decimals") }
    return PartsPerMillion(count)
  }
}
