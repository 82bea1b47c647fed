// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Tests stages as a package of somebody else's would: only what Flipbook makes public.
let package = Package(
  name: "stage-tests",
  dependencies: [.package(name: "flipbook", path: "../..")],
  targets: [
    .testTarget(
      name: "StageTests",
      dependencies: [
        .product(name: "Flipbook", package: "flipbook"),
        .product(name: "StageTest", package: "flipbook"),
      ])
  ],
  swiftLanguageModes: [.v6])
