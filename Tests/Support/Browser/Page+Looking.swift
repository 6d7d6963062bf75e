import Foundation

// What a person would do with a page, and what they would see.
extension Page {
  package enum Key: String, Sendable {
    case left = "ArrowLeft"
    case right = "ArrowRight"
    case home = "Home"
    case end = "End"
    case tab = "Tab"

    /// What the protocol calls the key's code on Windows, which is what pages are told.
    var code: Int {
      switch self {
      case .tab: 9
      case .end: 35
      case .home: 36
      case .left: 37
      case .right: 39
      }
    }
  }

  /// Presses a key and lets it go.
  package func press(_ key: Key) throws {
    for type in ["rawKeyDown", "keyUp"] {
      try send(
        "Input.dispatchKeyEvent",
        [
          "type": type, "key": key.rawValue, "code": key.rawValue,
          "windowsVirtualKeyCode": key.code,
        ])
    }
  }

  /// Shows the page so large and so bright.
  package func show(_ look: Look) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": look.width, "height": look.height, "deviceScaleFactor": 1,
        "mobile": look.width < 500,
      ])
    try send(
      "Emulation.setEmulatedMedia",
      [
        "media": "screen",
        "features": [["name": "prefers-color-scheme", "value": look.scheme.rawValue]],
      ])
    try settle()
  }

  /// Waits until what was changed is laid out and painted, which a page behind others is not.
  package func settle() throws {
    try send("Page.bringToFront")
    _ = try evaluate(
      "new Promise(done => requestAnimationFrame(() => setTimeout(() => done(1))))", as: Int.self)
  }

  /// Lays the page out as it is printed, on paper of that width in pixels.
  package func showPrinted(width: Int, height: Int) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    try send("Emulation.setEmulatedMedia", ["media": "print"])
    try settle()
  }

  /// What is in the window, as a PNG.
  package func screenshot() throws -> Data { try bytes(of: "Page.captureScreenshot") }

  /// The printed page.
  package func printed() throws -> Data {
    try bytes(of: "Page.printToPDF", ["printBackground": true, "preferCSSPageSize": true])
  }

  private func bytes(of method: String, _ parameters: [String: Any] = [:]) throws -> Data {
    let answer = try send(method, parameters)
    guard let text = answer["data"] as? String, let data = Data(base64Encoded: text) else {
      throw BrowserError.unexpected("\(method) without data")
    }
    return data
  }

  /// The names that a screen reader has for the elements that a selector finds, in their order;
  /// empty for an element that it passes over.
  package func accessibleNames(of selector: String) throws -> [String] {
    let tree = try send("Accessibility.getFullAXTree")
    var names: [Int: String] = [:]
    for node in tree["nodes"] as? [[String: Any]] ?? [] {
      guard let element = node["backendDOMNodeId"] as? Int, node["ignored"] as? Bool != true
      else { continue }
      names[element] = (node["name"] as? [String: Any])?["value"] as? String
    }
    let document = try send("DOM.getDocument", ["depth": 0])
    guard let root = (document["root"] as? [String: Any])?["nodeId"] as? Int else {
      throw BrowserError.unexpected("\(document)")
    }
    let found = try send("DOM.querySelectorAll", ["nodeId": root, "selector": selector])
    return try (found["nodeIds"] as? [Int] ?? []).map { number in
      let described = try send("DOM.describeNode", ["nodeId": number])
      let node = described["node"] as? [String: Any]
      return (node?["backendNodeId"] as? Int).flatMap { names[$0] } ?? ""
    }
  }
}
