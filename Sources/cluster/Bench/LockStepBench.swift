import ClusterCore
import ClusterReport
import ClusterTransport

/// Devices in processes, one frame to each and one back.
enum LockStepBench {
  static var rows: [BenchRow] {
    [
      BenchRow(
        "lock-step", "steps of one device in a process", .perSecond("steps"),
        beside: "bare frames of the same length to and fro, on the same core", reach: 0.5,
        aim: 0.85, take: { try steps(devices: 1, $0) }),
      BenchRow(
        "lock-step-8", "steps of eight devices in processes, in turn", .perSecond("steps"),
        beside: "the same with eight", reach: 0.5, aim: 0.85, take: { try steps(devices: 8, $0) }),
    ]
  }

  /// The devices of this very program, which search and are answered in turn: frames and effects
  /// as they are in runs, and a state that does not grow.
  static var probe: LockStepProbe {
    LockStepProbe(
      device: [CurrentProcess.executable, DeviceCommand.name],
      echo: [CurrentProcess.executable, EchoCommand.name],
      setup: DeviceInit(
        device: "device", policy: .sound, rules: .standard, seed: 1, start: [])
    ) { step in
      step.isMultiple(of: 2)
        ? .operation(.search("zo"), intent: "q1")
        : .answer(.results(query: "zo", items: ["zoo"]), to: step / 2 + 1)
    }
  }

  private static func steps(devices: Int, _ size: BenchSize) throws -> [BenchFigure.Sample] {
    try probe.measure(
      devices: devices, steps: size.of(20_000), repetitions: size.repetitions, isPinned: true
    ).map { figures in
      BenchFigure.Sample(
        figures.stepsPerSecond, yardstick: figures.pingPongsPerSecond,
        work: "\(figures.effects) effects")
    }
  }
}

/// `cluster echo`: the other end of a ping-pong.
struct EchoCommand: DirectCommand {
  static let name = "echo"
  static let usage = "--answer BYTES --socket PATH"
  static let summary = "the other end of a ping-pong; started by bench"
  private static let answer = Option("answer", "BYTES", help: "how long each answer is")
  private static let socket = Option("socket", "PATH", help: "where its host listens")
  private static let directory = Option("directory", "DIR", help: "not used")
  static let options = [answer, socket, directory]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let bytes = try arguments.number(Self.answer, in: 1...ProtocolVersion.longestFrame) ?? 1
    CurrentProcess.exit(PingPong.echo(socket: arguments[Self.socket] ?? "", answerBytes: bytes))
  }
}
