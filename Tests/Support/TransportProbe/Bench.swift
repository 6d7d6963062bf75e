import ClusterCore
import ClusterTransport

/// Prints the figures of the lock-step on this machine.
enum Bench {
  static func run() {
    let executable = CurrentProcess.executable
    let probe = LockStepProbe(
      device: [executable, "device"], echo: [executable, "echo"], event: .timer("pull"),
      setup: .toy)
    do {
      for (devices, isPinned) in [(1, true), (8, true), (1, false), (8, false)] {
        let figures = try probe.measure(devices: devices, steps: 40_000, isPinned: isPinned)
        print(
          "\(devices) devices, \(isPinned ? "one core" : "any core"):",
          "\(figures.stepsPerSecond) steps/s, \(figures.pingPongsPerSecond) ping-pongs/s,",
          "ratio \(Int(figures.ratio * 100)) %,",
          "frames of \(figures.requestBytes) and \(figures.answerBytes) bytes")
      }
      let start = try probe.measureColdStart(devices: 8, bare: ["/bin/true"])
      print("cold start of 8 devices: \(start.devices), 8 bare processes: \(start.bare)")
    } catch {
      print(error)
    }
  }
}

extension DeviceInit {
  static var toy: DeviceInit {
    DeviceInit(device: "toy", policy: .sound, rules: .standard, seed: 1, start: [])
  }
}
