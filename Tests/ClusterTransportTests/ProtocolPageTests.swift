import ClusterCore
import Testing

@testable import ClusterTransport

/// `docs/protocol.md` is true: what it shows the codec takes, and what the codec takes it shows.
@Suite struct ProtocolPageTests {
  /// What a block of examples holds; the word behind `json` on its first line.
  enum Part: String, CaseIterable, Sendable {
    case host, device, event, effect, request, answer, change, shown, push, vault, call, notice
    case entry
  }

  static let page: String = {
    var root = #filePath
    for _ in 0..<3 { root = FileSystem.directory(of: root) }
    let bytes = try? FileSystem.read("\(root)/docs/protocol.md")
    return String(decoding: bytes ?? [], as: UTF8.self)
  }()

  /// Every example of a part: the shortest runs of lines that are JSON.
  static func examples(_ part: Part) -> [String] {
    var found: [String] = []
    var isInside = false
    var text = ""
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```json \(part.rawValue)"
        if !text.isEmpty { found.append(text) }
        text = ""
      } else if isInside {
        text += line
        guard (try? JSONParser.parse(text)) != nil else { continue }
        found.append(text)
        text = ""
      }
    }
    return found
  }

  /// Reads an example and writes it again.
  private static func again(_ part: Part, _ text: String) throws -> String {
    let reader = JSONReader(try JSONParser.parse(text))
    switch part {
    case .host: return try HostFrame(reader).json
    case .device: return try DeviceFrame(reader).json
    case .event: return try NodeEvent(reader).json
    case .effect: return try Effect(reader).json
    case .request: return try Request(reader).json
    case .answer: return try Answer(reader).json
    case .change: return try Change(reader).json
    case .shown: return try Shown(reader).json
    case .push: return try Push(reader).json
    case .vault: return try VaultItem(reader).json
    case .call: return try TransferCall(reader).json
    case .notice: return try TransferNotice(reader).json
    case .entry: return try StoreEntry(reader).json
    }
  }

  @Test(arguments: Part.allCases)
  func everyExampleIsTakenAndWrittenAgainAsItStands(part: Part) throws {
    let examples = Self.examples(part)
    #expect(!examples.isEmpty, "the page has no example")
    for example in examples {
      let again = try Self.again(part, example)
      // The policy and the rules of an `init` are cut on the page.
      guard !example.contains("\"init\"") else { continue }
      let one = try JSONParser.parse(example).inOrder.json
      let two = try JSONParser.parse(again).inOrder.json
      #expect(one == two, "\(example) is written as \(again)")
    }
  }

  /// The kinds the codec knows, as it names them to one that it does not know.
  private static func kinds(_ part: Part, _ key: String) -> [String] {
    do {
      _ = try again(part, "{\"\(key)\":\"\(String(repeating: "?", count: 65))\"}")
      return []
    } catch {
      let allowed = (error as? FormatError)?.allowed ?? ""
      return allowed.split(separator: ", ").map(String.init)
    }
  }

  /// Kinds that the codec names and that no page has to show where they stand.
  private static let elsewhere: [Part: Set<String>] = [
    // Handed to the cloud and to transfer services only.
    .event: ["request", "cloud", "transferCall"],
    // Requests are among the kinds of message, which pushes and transfers have too.
    .request: ["push", "enqueue", "cancelTask", "listTasks", "finished", "failed", "tasks"],
    // The entries of other parts than records are nobody else's affair.
    .entry: [
      "transferWanted", "transferEnded", "ordered", "orderSettled", "registered", "read",
      "counted", "seeded", "asked", "answered", "signedOut", "renewing", "renewed",
    ],
  ]

  @Test(arguments: [
    Part.host, .device, .event, .effect, .request, .answer, .push, .call, .notice, .entry,
  ])
  func everyKindThatTheCodecKnowsIsShown(part: Part) throws {
    let key = [Part.host, .device].contains(part) ? "type" : "kind"
    let known = Self.kinds(part, key)
    #expect(known.count > 1)
    let shown = try Self.examples(part).compactMap { example -> String? in
      guard case .string(let kind) = try JSONParser.parse(example)[key]?.content else { return nil }
      return kind
    }
    for kind in known where !(Self.elsewhere[part] ?? []).contains(kind) {
      #expect(shown.contains(kind), "no example of \(kind)")
    }
  }

  @Test(arguments: Operation.Verb.allCases)
  func everyOperationIsShown(verb: Operation.Verb) throws {
    let isShown = try Self.examples(.event).contains { example in
      try JSONParser.parse(example)[verb.rawValue] != nil
    }
    #expect(isShown)
  }

  @Test(arguments: CloudError.allCases)
  func everyErrorIsTold(error: CloudError) {
    let row = "| `\(error.rawValue)` | \(error.status) | \(error.certainlyNotApplied) |"
    #expect(Self.page.contains(row), "no row \(row)")
  }
}

extension JSONNode {
  /// The same with the members of every object in the order of their names.
  fileprivate var inOrder: JSONNode {
    switch content {
    case .object(let members):
      let sorted = members.sorted { Text($0.name) < Text($1.name) }
      return JSONNode(
        .object(sorted.map { JSONNode.Member(name: $0.name, value: $0.value.inOrder) }))
    case .array(let elements): return JSONNode(.array(elements.map(\.inOrder)))
    case .null, .bool, .number, .string: return self
    }
  }
}
