// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "notes-app",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Notes", targets: ["Notes"])],
  dependencies: [.package(name: "cluster", path: "../..")],
  targets: [
    .target(name: "Notes"),
    .testTarget(
      name: "NotesTests",
      dependencies: ["Notes", .product(name: "ClusterTesting", package: "cluster")]),
  ],
  swiftLanguageModes: [.v6]
)
