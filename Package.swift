// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled the same way: Swift 6 mode, warnings are errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A room of the house; the arrows between rooms are those listed here and no others.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: strict)
}

let package = Package(
  name: "cluster",
  // Where task executors and mutexes are found; Linux has no such bound.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "cluster", targets: ["cluster"]),
    .library(name: "ClusterTesting", targets: ["ClusterTesting"]),
  ],
  targets: [
    room("SyncModels"),
    room("ClusterCore"),
    room("ClusterNodes", ["ClusterCore"]),
    room("ClusterChecker", ["ClusterCore", "SyncModels"]),
    room("ClusterEngine", ["ClusterCore", "ClusterNodes", "ClusterChecker"]),
    room("ClusterReport", ["ClusterCore", "ClusterChecker"]),
    // All that differs between systems stands in one folder, its C in a target of its own.
    .target(
      name: "ClusterPlatform", path: "Sources/ClusterTransport/Platform/C",
      cSettings: [.treatAllWarnings(as: .error)]),
    room("ClusterTransport", ["ClusterCore", "ClusterPlatform"], exclude: ["Platform/C"]),
    room(
      "ClusterTesting",
      ["SyncModels", "ClusterCore", "ClusterChecker", "ClusterEngine", "ClusterReport"]),
    .executableTarget(
      name: "cluster",
      dependencies: [
        "SyncModels", "ClusterCore", "ClusterNodes", "ClusterChecker", "ClusterEngine",
        "ClusterReport", "ClusterTransport",
      ],
      swiftSettings: strict),

    tests("SyncModelsTests", ["SyncModels"], resources: [.copy("Fixtures")]),
    tests("ClusterCoreTests", ["ClusterCore"]),
    tests("ClusterCheckerTests", ["ClusterChecker", "ClusterCore", "SyncModels"]),
    tests(
      "ClusterEngineTests",
      ["ClusterEngine", "ClusterNodes", "ClusterCore", "ClusterChecker", "SyncModels"],
      exclude: ["Golden"]),
    tests(
      "ClusterReportTests", ["ClusterReport", "ClusterCore", "ClusterChecker"],
      exclude: ["Golden"]),
    .executableTarget(
      name: "TransportProbe", dependencies: ["ClusterCore", "ClusterTransport"],
      path: "Tests/Support/TransportProbe", swiftSettings: strict),
    tests(
      "ClusterTests",
      [
        "cluster", "Browser", "Waiting", "ClusterChecker", "ClusterCore", "ClusterEngine",
        "ClusterReport",
      ]),
    .target(name: "Waiting", path: "Tests/Support/Waiting", swiftSettings: strict),
    .target(name: "Browser", path: "Tests/Support/Browser", swiftSettings: strict),
    .executableTarget(
      name: "PageBench", dependencies: ["Browser"], path: "Tests/Support/PageBench",
      swiftSettings: strict),
    tests("ClusterTestingTests", ["ClusterTesting"]),
    tests("ArchitectureTests", []),
    .target(
      name: "FuzzSubjects",
      dependencies: ["ClusterCore", "ClusterChecker", "ClusterEngine", "ClusterTransport"],
      path: "Tests/Support/FuzzSubjects", swiftSettings: strict),
    tests("FuzzTests", ["FuzzSubjects"], exclude: ["Corpora"]),
    tests(
      "ClusterTransportTests", ["ClusterCore", "ClusterTransport", "TransportProbe", "Waiting"]),
  ],
  swiftLanguageModes: [.v6]
)

// libFuzzer brings a main function of its own, so this is no target of an ordinary build:
// CLUSTER_FUZZ=1 swift build -c release --sanitize=fuzzer --product Fuzz
if Context.environment["CLUSTER_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzSubjects"], path: "Tests/Support/Fuzz",
      exclude: ["json.dict"], swiftSettings: strict))
}
