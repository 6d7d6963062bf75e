import Foundation

/// One page of a browser, and what it complained of.
package final class Page {
  typealias Object = [String: Any]

  /// How a page is to be shown.
  package struct Look: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, CaseIterable, Sendable {
      case light, dark
    }

    /// In pixels of the page.
    package let width: Int
    package let height: Int
    package let scheme: Scheme

    package init(width: Int, height: Int, scheme: Scheme) {
      self.width = width
      self.height = height
      self.scheme = scheme
    }

    package var description: String { "\(width)×\(height), \(scheme.rawValue)" }
  }

  private let browser: Browser
  private let session: String
  /// Exceptions, errors and warnings of the console, and complaints of the browser.
  package private(set) var complaints: [String] = []
  /// What was asked of a network or of the disk, the page itself first.
  package private(set) var requests: [String] = []

  init(_ browser: Browser, session: String) throws {
    self.browser = browser
    self.session = session
    browser.pipe.listen(to: session) { [weak self] in self?.note($0, $1) }
    for domain in ["Page", "Runtime", "Network", "Log", "DOM", "Accessibility"] {
      try send("\(domain).enable")
    }
  }

  /// Goes away, which leaves the browser to others.
  package func close() {
    _ = try? send("Page.close")
  }

  /// Loads a file and waits until its scripts have run.
  package func load(_ file: URL) throws {
    try send("Page.navigate", ["url": file.absoluteString])
    try browser.pipe.wait(for: "Page.loadEventFired", session: session)
  }

  /// The value of an expression, which may be a promise; it must be what JSON can hold.
  package func evaluate<Value: Decodable>(
    _ expression: String, as type: Value.Type = Value.self
  ) throws -> Value {
    let answer = try run(expression)
    guard let result = answer["result"] as? Object else {
      throw BrowserError.unexpected("\(answer)")
    }
    // An array, since JSON text of old has no bare values.
    let json = try JSONSerialization.data(withJSONObject: [result["value"] ?? NSNull()])
    guard let value = try JSONDecoder().decode([Value].self, from: json).first else {
      throw BrowserError.unexpected("\(result)")
    }
    return value
  }

  /// Evaluates what has no value of interest.
  package func perform(_ statements: String) throws { _ = try run("{ \(statements) }; null") }

  private func run(_ expression: String) throws -> Object {
    let answer = try send(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let thrown = answer["exceptionDetails"] as? Object {
      let exception = thrown["exception"] as? Object
      throw BrowserError.threw(exception?["description"] as? String ?? "\(thrown)")
    }
    return answer
  }

  @discardableResult
  func send(_ method: String, _ parameters: Object = [:]) throws -> Object {
    try browser.pipe.send(method, parameters, session: session)
  }

  private func note(_ method: String, _ parameters: Object) {
    switch method {
    case "Network.requestWillBeSent":
      let request = parameters["request"] as? Object
      requests.append(request?["url"] as? String ?? "?")
    case "Runtime.exceptionThrown":
      complaints.append("exception: \(parameters["exceptionDetails"] ?? "")")
    case "Runtime.consoleAPICalled":
      guard ["error", "warning", "assert"].contains(parameters["type"] as? String) else { return }
      complaints.append("console: \(parameters["args"] ?? "")")
    case "Log.entryAdded":
      let entry = parameters["entry"] as? Object
      complaints.append("log: \(entry?["text"] ?? "")")
    default: return
    }
  }
}
