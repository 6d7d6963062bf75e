import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// Makes single runs of a soak again, with all that a run leaves.
struct RunKeeper {
  let soak: Soak
  let options: RunOptions
  let executor: Executor
  /// So many runs of a scenario stay, the newest.
  let most: Int

  /// Where the run's page is, from the soak's store on; nil where the soak has no such scenario.
  func page(
    of file: String, _ variant: VariantName, _ seed: Seed, rerun: String
  ) throws -> String? {
    let target = soak.targets.first { $0.path == file && $0.scenario.variant == variant }
    guard let scenario = target?.scenario else { return nil }
    let setup = RunSetup(
      scenario, seed: seed, drawsWeather: options.drawsWeather, isAimed: options.isAimed)
    let told = try executor.runAndStore(setup, options, isSeedGiven: true, rerun: rerun)
    _ = try RunStore.prune(root: options.storeRoot, scenario: scenario.name, keep: most)
    return told.summary.store.flatMap { $0.split(separator: "/").last }.map {
      "\(scenario.name)/\($0)/\(StoredPage.name)"
    }
  }
}
