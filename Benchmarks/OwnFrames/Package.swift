// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Draws frames of an animation of one's own, as a program outside of this package would: regular Swift, only the public API.
let package = Package(
  name: "own-frames",
  dependencies: [.package(name: "flipbook", path: "../..")],
  targets: [
    .executableTarget(
      name: "own-frames",
      dependencies: [
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "FlipbookDisplay", package: "flipbook"),
      ])
  ],
  swiftLanguageModes: [.v6])
