import ClusterCore
import ClusterEngine
import Testing

/// The weather must hit the same messages whatever else is in the scenario.
@Suite struct NameStabilityTests {
  private static let devices = ["phone", "tablet", "laptop"]

  private static let timeline = [
    Sample.write("a", at: "1s", "phone", "one"),
    Sample.write("b", at: "2s", "tablet", "two"),
    Sample.write("c", at: "3s", "laptop", "three", field: "theme"),
    Sample.write("d", at: "7s", "phone", "four"),
    Sample.partition("p", at: "8s", "tablet", traffic: "refuse", for: "2300ms"),
    Sample.write("e", at: "11s", "tablet", "five"),
  ]

  /// One change of the scenario and what it leaves of devices and timeline.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let devices: [String]
    let timeline: [String]
  }

  private static func without(_ id: String) -> [String] {
    timeline.filter { !$0.contains("\"id\": \"\(id)\"") }
  }

  static let changes: [Edit] = {
    let added = [
      Sample.write("x", at: "1500ms", "phone", "new"),
      Sample.write("x", at: "2500ms", "laptop", "new", field: "colour"),
      Sample.write("x", at: "0ms", "tablet", "new"),
      Sample.write("x", at: "11s", "laptop", "new"),
      Sample.sync("x", at: "5s", "laptop"),
      Sample.partition("q", at: "4s", "laptop", traffic: "drop", for: "3s"),
      Sample.partition("q", at: "1s", "phone", traffic: "hold", for: "2s"),
      Sample.partition("q", at: "2s", "tablet", traffic: "refuse", for: "500ms"),
    ]
    let removed = ["a", "b", "c", "d", "e", "p"]
    return added.enumerated().map { index, entry in
      Edit(testDescription: "entry added \(index)", devices: devices, timeline: timeline + [entry])
    }
      + removed.map { id in
        Edit(testDescription: "\(id) removed", devices: devices, timeline: without(id))
      } + [
        Edit(testDescription: "watch added", devices: devices + ["watch"], timeline: timeline),
        Edit(
          testDescription: "laptop removed", devices: ["phone", "tablet"], timeline: without("c")),
      ]
  }()

  /// A message by what it carries, not by its name: the k-th save of an edit and its answer,
  /// the k-th push of an edit to a device, the rest by sender, kind and instant.
  private static func fates(of run: RecordedRun) -> [String: [Milliseconds]] {
    var fates: [String: [Milliseconds]] = [:]
    var saves: [String: Int] = [:]
    var keys: [MessageName: String] = [:]
    var cut: Set<NodeID> = []
    for event in run.events.prefix(while: { $0.kind != .calm }) {
      if case .partition(let partition, let isOn) = event.kind {
        if isOn { cut.formUnion(partition.devices) } else { cut.subtract(partition.devices) }
      }
      for effect in event.step?.effects ?? [] {
        guard case .sent(let name, let dispatch) = effect.outcome else { continue }
        let base: String
        switch effect.effect {
        case .send(.save(let edits), _):
          base = "save \(name.sender) \(edits.map { "\($0.intent) \($0.path)" })"
        case .push(.changed(let intent), let device): base = "push \(device) \(intent)"
        case .send(.pull, _): base = "pull \(name.sender) at \(event.at)"
        case .answer: base = "answer of \(keys[name.request] ?? "?")"
        case .send(let request, _): base = "\(request.kind.rawValue) \(name.sender) at \(event.at)"
        case .cancel, .store, .show, .setTimer, .cancelTimer, .push, .transfer, .moveFile, .notify,
          .setBadge, .vault:
          continue
        }
        saves[base, default: 0] += 1
        let key = "\(base) #\(saves[base, default: 0])"
        keys[name] = key
        // What a partition or the calm does is no fate of the message.
        let device = name.origin == .cloud ? name.destination : name.origin
        if case .copies(let delays) = dispatch, !cut.contains(device) { fates[key] = delays }
      }
    }
    return fates
  }

  private static func run(_ edit: Edit, seed: UInt64) throws -> RecordedRun {
    let scenario = try Sample.scenario(
      devices: edit.devices, links: Sample.stormy, timeline: edit.timeline)
    return try RecordedRun(RunSetup(scenario, seed: Seed(seed)))
  }

  private static let seeds = Extent.seeds(100)

  /// The fates of the scenario as it was, seed for seed; run once for all changes.
  private static let before = Result {
    let base = Edit(testDescription: "", devices: devices, timeline: timeline)
    return try seeds.map { fates(of: try run(base, seed: $0)) }
  }

  @Test(arguments: changes)
  func aChangeElsewhereLeavesEveryFateAsItWas(change: Edit) throws {
    var matched = 0
    for (seed, before) in zip(Self.seeds, try Self.before.get()) {
      let after = Self.fates(of: try Self.run(change, seed: seed))
      for (key, delays) in before {
        guard let others = after[key] else { continue }
        matched += 1
        #expect(others == delays, "seed \(seed): \(key)")
      }
    }
    #expect(matched > 10 * Self.seeds.count, "too little was compared to mean anything")
  }
}
