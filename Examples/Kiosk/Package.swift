// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Programs that own the displays, as an external package would make them, with only Flipbook's public API.
///
/// `Kiosk` opens the devices itself; `Panel` has them opened by a seat, and is the only one that links libseat.
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
    .executableTarget(
      name: "Panel",
      dependencies: [
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "FlipbookDisplay", package: "flipbook"),
        .product(name: "FlipbookSeat", package: "flipbook"),
      ]),
    .testTarget(
      name: "KioskTests",
      dependencies: [
        "Kiosk",
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "FlipbookDisplay", package: "flipbook"),
        .product(name: "FlipbookSeat", package: "flipbook"),
        .product(name: "StageTest", package: "flipbook"),
      ], exclude: ["dashboard.png"]),
  ],
  swiftLanguageModes: [.v6])
