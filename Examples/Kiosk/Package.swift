// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A program that owns the displays, as an external package would make it, with only Flipbook's public API.
let package = Package(
  name: "kiosk",
  dependencies: [.package(name: "flipbook", path: "../..")],
  targets: [
    .executableTarget(
      name: "Kiosk",
      dependencies: [
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "FlipbookDisplay", package: "flipbook"),
      ]),
    .testTarget(
      name: "KioskTests",
      dependencies: [
        "Kiosk",
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "FlipbookDisplay", package: "flipbook"),
        .product(name: "StageTest", package: "flipbook"),
      ], exclude: ["dashboard.png"]),
  ],
  swiftLanguageModes: [.v6])
