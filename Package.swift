// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled the same way: Swift 6 mode, warnings are errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The rooms, and the only ways between them. `Tests/ArchitectureTests` holds the imports to it.
let package = Package(
  name: "cluster",
  targets: [
    .target(name: "SyncModels", swiftSettings: strict),
    .target(name: "ClusterCore", swiftSettings: strict),
    .target(name: "ClusterNodes", dependencies: ["ClusterCore"], swiftSettings: strict),
    .target(
      name: "ClusterEngine", dependencies: ["ClusterCore", "ClusterNodes"], swiftSettings: strict),
    .target(name: "ClusterPlatform", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "ClusterTransport", dependencies: ["ClusterCore", "ClusterPlatform"],
      swiftSettings: strict),

    .testTarget(
      name: "ClusterCoreTests", dependencies: ["ClusterCore"], swiftSettings: strict),
    .testTarget(
      name: "ClusterEngineTests", dependencies: ["ClusterEngine"], swiftSettings: strict),
    .testTarget(
      name: "SyncModelsTests", dependencies: ["SyncModels"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .executableTarget(
      name: "TransportProbe",
      dependencies: ["ClusterCore", "ClusterPlatform", "ClusterTransport"],
      path: "Tests/Support/TransportProbe", swiftSettings: strict),
    .testTarget(
      name: "ClusterTransportTests",
      dependencies: ["ClusterCore", "ClusterPlatform", "ClusterTransport", "TransportProbe"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
