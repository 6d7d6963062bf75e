// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled the same way: Swift 6 mode, warnings are errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "cluster",
  targets: [
    .target(name: "SyncModels", swiftSettings: strict),
    .target(name: "ClusterCore", swiftSettings: strict),
    .target(name: "ClusterReport", dependencies: ["ClusterCore"], swiftSettings: strict),
    .testTarget(
      name: "SyncModelsTests", dependencies: ["SyncModels"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "ClusterReportTests", dependencies: ["ClusterCore", "ClusterReport"],
      exclude: ["Golden"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
