// swift-tools-version: 6.2

import PackageDescription

/// Feeds nonsense to the parsers of what clients send.
///
/// `Scripts/fuzz` builds and runs it.
let package = Package(
  name: "flipbook-fuzzing",
  dependencies: [.package(name: "flipbook", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz", dependencies: [.product(name: "Flipbook", package: "flipbook")],
      swiftSettings: [
        .strictMemorySafety(), .treatAllWarnings(as: .error),
        .enableExperimentalFeature("Lifetimes"),
      ],
      // GNU's gold gives up at the sanitizers' debug information.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
  ],
  swiftLanguageModes: [.v6])
