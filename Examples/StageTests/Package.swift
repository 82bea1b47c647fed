// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What a program needs that shows the stage on displays.
let onDisplays: [Target.Dependency] = [
  "FirstStage",
  .product(name: "Flipbook", package: "flipbook"),
  .product(name: "FlipbookDisplay", package: "flipbook"),
]

/// Makes and tests stages as an external package would, with only Flipbook's public API.
let package = Package(
  name: "stage-tests",
  dependencies: [.package(name: "flipbook", path: "../..")],
  targets: [
    .target(name: "FirstStage", dependencies: [.product(name: "Flipbook", package: "flipbook")]),
    .executableTarget(
      name: "frames",
      dependencies: [
        "FirstStage",
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "StageTest", package: "flipbook"),
      ]),
    .executableTarget(
      name: "hello",
      dependencies: [
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "FlipbookDisplay", package: "flipbook"),
      ]),
    .executableTarget(name: "show", dependencies: onDisplays),
    .executableTarget(name: "report", dependencies: onDisplays),
    .executableTarget(name: "percentages", dependencies: onDisplays),
    .target(name: "Pulse", dependencies: [.product(name: "Flipbook", package: "flipbook")]),
    .testTarget(
      name: "StageTests",
      dependencies: [
        "FirstStage", "Pulse",
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "StageTest", package: "flipbook"),
      ]),
    .testTarget(
      name: "SceneTests",
      dependencies: [
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "StageTest", package: "flipbook"),
      ]),
  ],
  swiftLanguageModes: [.v6])
