// swift-tools-version: 6.2

import PackageDescription

/// The benchmark is built like the daemon: `Scripts/bench` sets this, as `Scripts/embedded` does.
let isEmbedded = Context.environment["FLIPBOOK_EMBEDDED"] == "1"

let common: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isEmbedded ? [.enableExperimentalFeature("Embedded")] : [])

let package = Package(
  name: "flipbook-benchmarks",
  dependencies: [.package(name: "flipbook", path: "..")],
  targets: [
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .target(name: "Peers", dependencies: ["CCairo"]),
    .executableTarget(
      name: "bench",
      dependencies: ["Peers", .product(name: "Flipbook", package: "flipbook")],
      swiftSettings: common),
  ],
  swiftLanguageModes: [.v6])
