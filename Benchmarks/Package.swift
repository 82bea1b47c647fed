// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The benchmark is built like the daemon: `Scripts/bench` sets this, as `Scripts/embedded` does.
let isEmbedded = Context.environment["FLIPBOOK_EMBEDDED"] == "1"

/// As in the parent's manifest: sections of their own, and what the compiler may count on.
let singleCopies = SwiftSetting.unsafeFlags([
  "-Xfrontend", "-function-sections", "-Xfrontend", "-enable-single-module-llvm-emission",
])
let wide: [SwiftSetting] =
  Context.environment["FLIPBOOK_CPU"].map { [.unsafeFlags(["-Xcc", "-march=\($0)"])] } ?? []

let common: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isEmbedded ? [.enableExperimentalFeature("Embedded"), singleCopies] : []) + wide

let package = Package(
  name: "flipbook-benchmarks",
  dependencies: [.package(name: "flipbook", path: "..")],
  targets: [
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .target(
      name: "Baselines", dependencies: ["CCairo"], linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "bench",
      dependencies: ["Baselines", .product(name: "Flipbook", package: "flipbook")],
      swiftSettings: common,
      // Valgrind 3.19 gives up at the compiler's debug information; names stay.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"])]),
  ],
  swiftLanguageModes: [.v6])
