import ClusterCore
import ClusterReport

/// Text that a hostile or careless device might send.
enum Nasty {
  static let texts = [
    "\u{1B}[31mred\u{1B}[0m", "two\nlines", "nul\0in", "\u{202E}desrever", "\u{2066}isolated",
    "tab\tand\rreturn", "bell\u{7}", "\u{9B}31m", "zero\u{200B}width", "e\u{301}", "日本語の題名",
    "👩‍👩‍👧 family", String(repeating: "long ", count: 300), "\u{FEFF}mark", "", "\u{2028}line",
    "\"quoted\\\"", "Milch und Brötchen", "\u{E0001}tag", "العربية",
  ]

  /// Scalars of a line that could steer a terminal or reorder its text.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0x61C,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Columns, counted here in a second way: wide by name of the block.
  static func columns(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { sum, scalar in
      let isWide =
        (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xD7FF).contains(scalar.value)
        || (0xF900...0xFAFF).contains(scalar.value) || (0xFE30...0xFE6F).contains(scalar.value)
        || (0xFF00...0xFF60).contains(scalar.value) || (0x1F300...0x1FAFF).contains(scalar.value)
      return sum + (isWide ? 2 : 1)
    }
  }
}

/// Runs without rhyme or reason: any event after any other.
struct RandomTrace {
  private var random: Generator
  private let devices: [NodeID]

  init(seed: UInt64, devices: [NodeID]) {
    random = Generator(state: seed)
    self.devices = devices
  }

  mutating func events(_ count: Int) -> [TraceEvent] {
    var at: Int64 = 0
    return (1...count).map { number in
      at += random.below(400)
      return TraceEvent(
        number: number, at: Instant(at), cause: number > 1 ? Int(random.below(Int64(number))) : nil,
        root: "w1", kind: kind(number, count))
    }
  }

  private mutating func kind(_ number: Int, _ count: Int) -> TraceEvent.Kind {
    if number == count {
      return .ended(Ending(reason: .limit, cloud: [], neverReleased: [save(), push()]))
    }
    switch random.below(12) {
    case 0:
      let partition = Partition(devices: devices, traffic: .hold, length: .seconds(2))
      return .partition(partition, isOn: random.below(2) == 0)
    case 1: return .clockJump(device: device(), by: Milliseconds(random.below(9000) - 4000))
    case 2: return .dropped(random.below(2) == 0 ? save().answer : push())
    case 3: return .calm
    default: return .step(step())
    }
  }

  private mutating func step() -> Step {
    let device = device()
    let effects = (0..<random.below(4)).map { _ in effect() }
    let clock = ClockReading(wall: random.below(20_000), continuous: 0)
    func made(_ node: NodeID, _ name: EventName, _ event: NodeEvent) -> Step {
      Step(
        node: node, name: name, event: event, clock: node == .cloud ? nil : clock,
        effects: effects, pending: 0)
    }
    switch random.below(8) {
    case 0: return made(device, .entry("start"), .start(Launch(isLinkUp: true)))
    case 1: return made(device, .entry(intent()), .operation(operation(), intent: intent()))
    case 2:
      let name = save()
      return made(name.sender, .delivery(name.answer, copy: 1), .answer(answer(), to: 1))
    case 3: return made(device, .failure(save()), .failure(.timeout, of: 1))
    case 4:
      let name = push()
      let copy = 1 + Int(random.below(3))
      return made(
        name.receiver, .delivery(name, copy: copy), .push(.changed(intent: intent())))
    case 5:
      let timer = TimerName(device: device, kind: "retry", root: intent(), count: 2)
      return made(device, .timer(timer), .timer("r"))
    case 6: return made(device, .entry("link"), .link(isUp: random.below(2) == 0))
    default:
      let name = save()
      return made(
        .cloud, .delivery(name, copy: 1 + Int(random.below(2))),
        .request(.save([edit()]), from: name.sender))
    }
  }

  private mutating func effect() -> PerformedEffect {
    switch random.below(5) {
    case 0: return PerformedEffect(.show([.field(path(), .scalar(value()))]), .done)
    case 1: return PerformedEffect(.answer(answer()), .sent(save().answer, dispatch()))
    case 2:
      return PerformedEffect(
        .push(.changed(intent: intent()), to: device()), .sent(push(), dispatch()))
    case 3:
      return PerformedEffect(.send(.pull(cursor: 3), number: 1), .sent(save(), dispatch()))
    default:
      return PerformedEffect(.send(.save([edit()]), number: 1), .sent(save(), dispatch()))
    }
  }

  private mutating func dispatch() -> Dispatch {
    switch random.below(6) {
    case 0: .copies([])
    case 1: .held(until: .entry(intent()))
    case 2: .kept
    case 3: .refused
    default: .copies([30, 40])
    }
  }

  private mutating func operation() -> Operation {
    switch random.below(3) {
    case 0: .write([path(): value(), path(): value()])
    case 1: .add([path(): [value(), value()]])
    default: .sync
    }
  }

  private mutating func answer() -> Answer {
    let state = FieldState(
      content: .scalar(value(), stamp: Stamp(milliseconds: 3), maker: device()), intent: intent(),
      number: 1)
    switch random.below(4) {
    case 0: return .refused(.serviceUnavailable)
    case 1: return .pulled(changes: [Change(path: path(), state: state)], cursor: 2, more: true)
    default:
      let results = (0...random.below(3)).map { index in
        EditResult(intent: intent(), path: path(), isKept: index == 0, state: state)
      }
      return .saved(results)
    }
  }

  private mutating func edit() -> Edit {
    Edit(intent: intent(), path: path(), operation: .write(value()), stamp: nil, base: 0)
  }

  private mutating func text() -> String {
    let index = Int(random.below(Int64(Nasty.texts.count + 4)))
    return index < Nasty.texts.count ? Nasty.texts[index] : "w\(index)"
  }

  private mutating func value() -> Value { .text(Text(text())) }
  private mutating func intent() -> IntentID { IntentID(text()) }
  private mutating func path() -> FieldPath {
    FieldPath(RecordID("r\(random.below(2))"), FieldName(text()))
  }
  private mutating func device() -> NodeID { devices[Int(random.below(Int64(devices.count)))] }
  private mutating func save() -> MessageName {
    Build.save(device(), RootID("w\(random.below(5))"), 1 + Int(random.below(2)))
  }
  private mutating func push() -> MessageName {
    Build.push(device(), RootID("w\(random.below(5))"))
  }
}
