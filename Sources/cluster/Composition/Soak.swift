import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport
import Synchronization

/// Many runs, spread over the machine's cores where they are in memory.
///
/// Each run is a function of its scenario and seed, so it does not matter who makes it: the
/// summary is the same for any number of workers and shards.
struct Soak: Sendable {
  /// One scenario that is soaked.
  struct Target: Sendable {
    let path: String
    let scenario: Scenario
  }

  let targets: [Target]
  let seeds: ClosedRange<Int>
  /// Of so many shards, this is the one of that number, from 1.
  let shard: (number: Int, of: Int)
  let options: RunOptions
  /// On the monotonic clock; nil for no limit.
  let deadline: Int64?

  /// How many runs there are in this shard.
  var count: Int {
    let all = targets.count * seeds.count
    return all < shard.number ? 0 : (all - shard.number) / shard.of + 1
  }

  private func setup(_ place: Int) -> (target: Target, setup: RunSetup) {
    let index = place * shard.of + shard.number - 1
    let target = targets[index / seeds.count]
    let seed = Seed(UInt64(seeds.lowerBound + index % seeds.count))
    return (
      target,
      RunSetup(
        target.scenario, seed: seed, drawsWeather: options.drawsWeather,
        isAimed: options.isAimed)
    )
  }

  /// In memory, by `jobs` workers that take every so-manieth run.
  func run(jobs: Int, progress: SoakProgress) async throws -> SoakSummary {
    try await withThrowingTaskGroup(of: SoakSummary.self) { group in
      for worker in 0..<jobs {
        group.addTask {
          try work(from: worker, by: jobs, progress) { setup in
            Judged(try JudgedRun.inMemory(setup))
          }
        }
      }
      var summary = SoakSummary()
      for try await part in group { summary.merge(part) }
      return summary
    }
  }

  /// One after the other, on whatever makes and judges a run.
  func run(
    progress: SoakProgress, judge: (RunSetup) throws -> Judged
  ) throws -> SoakSummary {
    var summary = SoakSummary()
    summary.merge(try work(from: 0, by: 1, progress, judge: judge))
    return summary
  }

  private func work(
    from first: Int, by stride: Int, _ progress: SoakProgress,
    judge: (RunSetup) throws -> Judged
  ) throws -> SoakSummary {
    var summary = SoakSummary()
    for place in Swift.stride(from: first, to: count, by: stride) {
      if Signals.received != nil { break }
      if let deadline, WallClock.monotonicNanoseconds >= deadline { break }
      let (target, setup) = setup(place)
      let judged = try judge(setup)
      summary.note(
        judged, path: target.path,
        rerun: options.rerun(
          target.path, target.scenario, seed: setup.seed, namesStore: false))
      progress.note(isSurprise: !judged.judgement.asExpected)
    }
    return summary
  }

}

/// How far a soak has come, told on a terminal twice a second.
final class SoakProgress: Sendable {
  private struct State {
    var runs = 0
    var surprises = 0
    var told: Int64 = 0
  }

  private let total: Int
  private let deadline: Int64?
  private let began = WallClock.monotonicNanoseconds
  private let tell: @Sendable (String) -> Void
  private let state = Mutex(State())

  private static let pause: Int64 = 500_000_000

  /// - Parameter deadline: when the soak ends in any case, on the monotonic clock.
  init(total: Int, deadline: Int64?, tell: @escaping @Sendable (String) -> Void) {
    self.total = total
    self.deadline = deadline
    self.tell = tell
  }

  func note(isSurprise: Bool) {
    let line = state.withLock { state -> String? in
      state.runs += 1
      if isSurprise { state.surprises += 1 }
      let now = WallClock.monotonicNanoseconds
      guard now - state.told >= SoakProgress.pause else { return nil }
      state.told = now
      return self.line(state, now)
    }
    if let line { tell(line) }
  }

  private func line(_ state: State, _ now: Int64) -> String {
    let milliseconds = max(1, (now - began) / 1_000_000)
    let runs = Int64(max(1, state.runs))
    var left = Int64(total - state.runs) * milliseconds / runs / 1000
    if let deadline { left = min(left, max(0, (deadline - now) / 1_000_000_000)) }
    return "\(state.runs) of \(total) runs, \(runs * 1000 / milliseconds) runs/s, "
      + "\(state.surprises) surprises, \(left) s left"
  }
}

extension SoakSummary {
  fileprivate mutating func note(_ judged: Judged, path: String, rerun: String) {
    runs += 1
    switch judged.judgement.verdict {
    case .pass: pass += 1
    case .fail: fail += 1
    case .unknown, .notJudged: unknown += 1
    }
    happened.merge(judged.happenings) { $0 + $1 }
    note(
      SoakWishes(
        file: path, variant: judged.scenario.variant, expect: judged.scenario.expect,
        results: judged.results, happenings: judged.happenings, idle: judged.idle))
    guard !judged.judgement.asExpected else {
      let failed = judged.results.filter { $0.verdict == .fail }
      guard !failed.isEmpty else { return }
      note(
        SoakFinding(
          file: path, variant: judged.scenario.variant, seed: judged.seed, failed: failed,
          rerun: rerun))
      return
    }
    let expected = judged.scenario.expect.fail
    let sometimes = judged.scenario.expect.sometimes
    let odd = judged.results.filter { result in
      expected.contains(result.name.rawValue)
        ? result.verdict != .fail
        : (result.verdict == .fail && !sometimes.contains(result.name.rawValue))
          || result.verdict == .unknown
    }
    surprises.append(
      Surprise(
        file: path, variant: judged.scenario.variant, seed: judged.seed, checks: odd,
        rerun: rerun))
  }
}
