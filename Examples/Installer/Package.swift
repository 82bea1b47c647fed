// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A program that shows its progress on the displays, as an external package would, with only Flipbook's public API.
let package = Package(
  name: "installer",
  dependencies: [.package(name: "flipbook", path: "../..")],
  targets: [
    .executableTarget(
      name: "installer", dependencies: [.product(name: "FlipbookClient", package: "flipbook")]),
    .testTarget(
      name: "InstallerTests",
      dependencies: [
        "installer",
        .product(name: "FlipbookClient", package: "flipbook"),
        // Only built, for a process that the tests start.
        .product(name: "flipbookd", package: "flipbook"),
      ]),
  ],
  swiftLanguageModes: [.v6])
