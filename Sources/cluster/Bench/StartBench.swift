import ClusterCore
import ClusterEngine
import ClusterNodes
import ClusterReport
import ClusterTransport

/// How long it takes until something begins.
enum StartBench {
  static var rows: [BenchRow] {
    [
      BenchRow(
        "cold-start", "eight devices, from nothing to the first frame of each", .seconds,
        beside: "eight bare processes spawned and reaped", reach: 5, aim: 3, take: devices),
      BenchRow(
        "second-start", "./run-cluster.sh where nothing is to be built", .seconds, reach: 0.5,
        aim: 0.2, take: script),
    ]
  }

  private static func devices(_ size: BenchSize) throws -> [BenchFigure.Sample] {
    let probe = LockStepBench.probe
    return try (0..<size.repetitions).map { _ in
      let start = try probe.measureColdStart(devices: 8, bare: ["/bin/true"])
      return BenchFigure.Sample(
        start.devices.inSeconds, yardstick: start.bare.inSeconds, work: "8 devices")
    }
  }

  private static func script(_ size: BenchSize) throws -> [BenchFigure.Sample] {
    guard let root = Checkout.root else {
      throw BenchMissing(reason: "this tool does not stand in its checkout")
    }
    guard CurrentProcess.executable.contains("/release/") else {
      throw BenchMissing(reason: "the script runs the release build, and this is another")
    }
    return try Trip.make { folder in
      let command = ["\(root)/run-cluster.sh", "--quiet", "--store", "\(folder)/store"]
      // The first may build.
      _ = try Trip(command, in: folder)
      return try (0..<size.repetitions).map { _ in
        let trip = try Trip(command, in: folder)
        return BenchFigure.Sample(trip.seconds, work: trip.output)
      }
    }
  }
}
