// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import Glibc
import PackageDescription

/// What is built: words of `FLIPBOOK_BUILD`, such as `embedded x86-64-v3`.
///
/// Modules of one variant are no use to another: each keeps its own `--scratch-path`.
let words = Context.environment["FLIPBOOK_BUILD"]?.split(separator: " ").map(String.init) ?? []

let knownWords = [
  "embedded", "wasm", "x86-64-v3", "32-bit", "optimised", "themes", "benchmarks", "fuzzing", "long",
]
for word in words where !knownWords.contains(word) && !word.hasPrefix("tests=") {
  fatalError("FLIPBOOK_BUILD: '\(word)' is neither tests=… nor one of \(knownWords)")
}

/// Set by `Scripts/build daemon`: the same sources, compiled as Embedded Swift.
let isEmbedded = words.contains("embedded")

/// Set by `Scripts/build --arch wasm32`: only what draws on a web page compiles, see the end.
let isForWeb = words.contains("wasm")

/// What the compiler may count on, where that is more than the architecture's least: AVX2.
///
/// The same bytes come out, from wider vectors. Swift follows Clang's `-march`; its own `-target-cpu` knows only models, not
/// levels (compiler-workarounds.md: processor-level).
let wide: [SwiftSetting] =
  words.contains("x86-64-v3") ? [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])] : []

let common: [SwiftSetting] =
  [
    .strictMemorySafety(), .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isEmbedded ? [.enableExperimentalFeature("Embedded")] : []) + wide

/// Set for 32-bit processors, together with such a `--triple`.
let is32Bit = words.contains("32-bit")

/// For the modules that must never touch the heap; only Embedded mode of 64 bits can check it
/// (compiler-workarounds.md: no-allocations).
let noHeap: [SwiftSetting] = isEmbedded && !is32Bit ? [.unsafeFlags(["-no-allocations"])] : []

/// Set by `Scripts/test` for unit tests under AddressSanitizer, with a `--scratch-path` of its own.
///
/// Modules are then optimised in debug mode, too, and keep their assertions. The tests are not: their results are not used.
let isOptimised = words.contains("optimised")

/// Shipped code is optimised for size, except for the few functions with `@_optimize(speed)`.
let small: [SwiftSetting] =
  isEmbedded
  ? [.unsafeFlags(["-Osize"], .when(configuration: .release))]
  : isOptimised
    ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

/// For modules that pixels do not wait for: nothing is inlined but what must be, or the daemon is 5 % larger.
let noInlining = ["-Xfrontend", "-sil-inline-threshold", "-Xfrontend", "0"]
let smallest: [SwiftSetting] =
  small + (isEmbedded ? [.unsafeFlags(noInlining, .when(configuration: .release))] : [])

let commonModules = ["FixedPoint", "Motion", "Text", "Stage"]
let package = Package(
  name: "flipbook",
  products: [
    .executable(name: "flipbookd", targets: ["flipbookd"]),
    .executable(name: "flipbook-selftest", targets: ["flipbook-selftest"]),
    .library(
      name: "Flipbook",
      targets: commonModules + ["DisplayList", "Raster", "Theme", "Animations", "Flipbook"]),
    .library(name: "FlipbookClient", targets: commonModules + ["FlipbookClient"]),
  ],
  targets: [
    .systemLibrary(name: "CLinux"), .systemLibrary(name: "CPixels"),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .target(name: "FixedPoint", swiftSettings: common + noHeap + smallest),
    .target(
      name: "Motion", dependencies: ["FixedPoint"], swiftSettings: common + noHeap + smallest),
    .target(name: "Text", dependencies: ["FixedPoint"], swiftSettings: common + smallest),
    .target(name: "Stage", dependencies: ["FixedPoint", "Text"], swiftSettings: common + smallest),
    .target(
      name: "DisplayList", dependencies: ["FixedPoint", "CPixels"], swiftSettings: common + small),
    .target(
      name: "Raster", dependencies: ["FixedPoint", "DisplayList", "CPixels"],
      swiftSettings: common + small),
    .target(name: "Linux", dependencies: ["Text", "CLinux"], swiftSettings: common + small),
    .target(
      name: "Theme", dependencies: ["FixedPoint", "Text", "DisplayList"],
      swiftSettings: common + smallest),
    .target(
      name: "Animations",
      dependencies: ["FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Theme"],
      swiftSettings: common + smallest),
    .target(
      name: "Scanout", dependencies: ["Motion", "DisplayList", "Raster"],
      swiftSettings: common + small),
    .target(
      name: "Flipbook",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Theme", "Animations",
      ],
      swiftSettings: common),
    .target(
      name: "OutputConfiguration",
      dependencies: ["FixedPoint", "Text", "DisplayList", "Scanout", "Linux"],
      swiftSettings: common + smallest),
    .target(
      name: "KMS",
      dependencies: [
        "Motion", "DisplayList", "Raster", "Scanout", "OutputConfiguration", "Linux", "CDRM",
        "CLinux",
      ],
      // compiler-workarounds.md: generic-deinit.
      swiftSettings: isOptimised ? common : common + small),
    .target(
      name: "Fbdev",
      dependencies: ["Motion", "DisplayList", "Raster", "Scanout", "Linux", "CLinux"],
      swiftSettings: common + small),
    .target(
      name: "Keymaps", dependencies: ["Text", "Stage", "Theme"], swiftSettings: common + smallest),
    .target(name: "BootTimes", dependencies: ["Motion", "Text"], swiftSettings: common + smallest),
    .target(
      name: "Console",
      dependencies: ["FixedPoint", "Text", "DisplayList", "Raster", "Linux", "Theme", "CLinux"],
      swiftSettings: common + smallest),
    .target(
      name: "Control",
      dependencies: ["FixedPoint", "Motion", "Text", "Stage", "Linux"],
      swiftSettings: common + smallest),
    .target(
      name: "FlipbookClient",
      dependencies: ["FixedPoint", "Motion", "Text", "Stage", "Linux", "Control", "CLinux"],
      swiftSettings: common + smallest),
    .target(
      name: "ControlClient",
      dependencies: [
        "Motion", "Text", "Stage", "Linux", "BootTimes", "Control", "FlipbookClient", "CLinux",
      ],
      swiftSettings: common + smallest),
    .target(
      name: "Followers",
      dependencies: [
        "FixedPoint", "Text", "Linux", "Control", "FlipbookClient", "ControlClient", "CLinux",
      ],
      swiftSettings: common + smallest),
    .target(
      name: "Presentation",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Linux", "Animations",
        "Scanout", "OutputConfiguration", "KMS", "Fbdev", "CLinux",
      ],
      swiftSettings: common + smallest),
    .target(
      name: "Daemon",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Linux", "Theme",
        "Animations", "Keymaps", "Scanout", "OutputConfiguration", "KMS", "Presentation", "Control",
        "Console", "BootTimes", "CLinux",
      ],
      swiftSettings: common + smallest),
    .executableTarget(
      name: "flipbookd",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Linux", "Animations",
        "Scanout", "OutputConfiguration", "KMS", "Presentation", "ControlClient", "Followers",
        "Daemon", "CLinux",
      ],
      swiftSettings: common + smallest),
    .executableTarget(
      name: "flipbook-selftest",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Linux", "Animations",
        "Scanout", "CLinux",
      ],
      swiftSettings: common),
  ],
  swiftLanguageModes: [.v6])

/// A module that is compiled as regular Swift only.
func regular(name: String, dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: common)
}

/// The tool and the tests use the full runtime; the daemon's dependencies stay libdrm and libc.
if !isEmbedded {
  // A source tarball has it, so that it needs no network.
  let parser = "swift-argument-parser"
  package.dependencies = [
    access("\(Context.packageDirectory)/\(parser)/Package.swift", F_OK) == 0
      ? .package(path: parser)
      : .package(url: "https://github.com/apple/\(parser)", exact: "1.8.2")
  ]
  package.products.append(.executable(name: "flipbook", targets: ["flipbook"]))
  package.products += ["FlipbookDisplay", "FlipbookSeat", "StageTest"]
    .map { .library(name: $0, targets: [$0]) }
  package.targets += [
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CSeat", pkgConfig: "libseat", providers: [.apt(["libseat-dev"])]),
    regular(
      name: "FlipbookDisplay",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Linux", "Animations",
        "Scanout", "OutputConfiguration", "Presentation", "CLinux",
      ]),
    regular(name: "FlipbookSeat", dependencies: ["Linux", "FlipbookDisplay", "CLinux", "CSeat"]),
    regular(
      name: "ToolSupport",
      dependencies: ["FixedPoint", "Motion", "Text", "Linux", "FlipbookClient", "CLinux"]),
    regular(
      name: "Images",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Theme", "Animations",
        "Control", "ToolSupport", "CPNG",
      ]),
    regular(
      name: "StageTest",
      dependencies: [
        "Motion", "Text", "DisplayList", "Raster", "Linux", "Animations", "Scanout", "ToolSupport",
        "Images",
      ]),
    regular(
      name: "Installers", dependencies: ["Text", "Linux", "Followers", "ToolSupport", "CLinux"]),
    regular(
      name: "Agent", dependencies: ["Linux", "Control", "FlipbookClient", "ToolSupport", "CLinux"]),
    regular(
      name: "Doctor",
      dependencies: [
        "FixedPoint", "Text", "DisplayList", "Raster", "Linux", "Animations", "Scanout",
        "OutputConfiguration", "KMS", "Fbdev", "FlipbookClient", "ToolSupport", "CDRM", "CLinux",
      ]),
    regular(
      name: "ToolOptions",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Theme", "Keymaps",
        "Animations", "Followers", "FlipbookClient", "ToolSupport", "Images", "Installers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    regular(
      name: "TerminalView", dependencies: ["Linux", "ToolSupport", "Images", "CLinux", "CZlib"]),
    .executableTarget(
      name: "flipbook",
      dependencies: [
        "Text", "Linux", "Animations", "Control", "Followers", "FlipbookClient", "ToolSupport",
        "ToolOptions", "Images", "TerminalView", "Installers", "Agent", "Doctor", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: common),
  ]

  /// Names of test targets, such as `tests=KMSTests,RasterTests`: builds no others, which is quicker.
  let wanted = words.first { $0.hasPrefix("tests=") }?.dropFirst("tests=".count)
    .split(separator: ",").map(String.init)
  let tested = [
    "FixedPoint", "Motion", "Text", "DisplayList", "Raster", "Linux", "Theme", "Animations",
    "Keymaps", "Scanout", "OutputConfiguration", "KMS", "Fbdev", "Presentation", "Control",
    "FlipbookClient", "FlipbookDisplay", "ControlClient", "Followers", "Console", "Daemon",
    "BootTimes", "Doctor", "ToolSupport", "ToolOptions", "Images", "TerminalView", "StageTest",
    "Agent", "flipbook",
  ]
  package.targets += [
    // The oracle is slow; it need not be debugged in every run of the tests.
    .target(
      name: "Support", dependencies: ["Animations", "Scanout", "Control"], path: "Tests/Support",
      swiftSettings: common + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .testTarget(name: "ReferenceTests", dependencies: ["Support"], swiftSettings: common),
  ]
  package.targets += tested.map { module in
    .testTarget(
      name: "\(module)Tests",
      // The daemon's frames are compared with the tool's; a bus has another implementation of D-Bus.
      dependencies: [.byName(name: module), "Support"]
        + (module == "Daemon" ? ["Images", "ToolOptions", "ToolSupport"] : [])
        + (module == "flipbook" ? ["CSystemd"] : []),
      swiftSettings: common)
  }
  /// Set by `Scripts/fuzz`: a program of libFuzzer's, which has a `main` of its own.
  if words.contains("fuzzing") {
    package.targets.append(
      .executableTarget(
        name: "fuzz",
        dependencies: ["Raster", "Animations", "Keymaps", "Installers", "Agent", "Console"],
        path: "Fuzzing/Sources/fuzz", swiftSettings: common,
        // GNU's gold gives up at the sanitizers' debug information.
        linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
  }
  package.targets.removeAll { $0.type == .test && wanted?.contains($0.name) == false }
}

/// Set by `Scripts/build theme`: the compiler of themes and the libraries that only it needs.
if words.contains("themes") && !isEmbedded {
  package.targets += [
    .target(name: "CTOML", cxxSettings: [.unsafeFlags(["-std=c++17"])]),
    .systemLibrary(name: "CRSVG", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .target(name: "CImages", dependencies: ["CRSVG"]),
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2"),
    .target(name: "CFonts", dependencies: ["CFreeType"]), .target(name: "CXKB"),
    .target(
      name: "ThemeCompiler",
      dependencies: [
        "FixedPoint", "Stage", "DisplayList", "Theme", "Animations", "CTOML", "CImages", "CFonts",
        "CPNG", "CXKB",
      ],
      swiftSettings: common + small),
    .target(name: "CMovingImages"), .target(name: "CHTTP"),
    .target(name: "PlymouthScript", swiftSettings: common + small),
    regular(
      name: "Recording",
      dependencies: ["Linux", "ToolSupport", "Images", "CLinux", "CMovingImages", "CZlib"]),
    regular(
      name: "ThemeImport",
      dependencies: [
        "Linux", "Theme", "ToolSupport", "ThemeCompiler", "PlymouthScript", "CImages",
        "CMovingImages", "CPNG", "CLinux",
      ]),
    .executableTarget(
      name: "flipbook-theme",
      dependencies: [
        "FixedPoint", "Motion", "Stage", "DisplayList", "Animations", "Linux", "Theme",
        "FlipbookClient", "ToolSupport", "ToolOptions", "Images", "TerminalView", "Recording",
        "Text", "ThemeCompiler", "ThemeImport", "CLinux", "CHTTP",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: common),
    .testTarget(
      name: "ThemeCompilerTests",
      dependencies: [
        "FixedPoint", "DisplayList", "Raster", "Theme", "Animations", "Keymaps", "ThemeCompiler",
        "CXKB", "Support",
      ],
      swiftSettings: common),
  ]
  package.targets += ["Recording", "PlymouthScript", "ThemeImport"].map { module in
    .testTarget(
      name: "\(module)Tests", dependencies: [.byName(name: module)], swiftSettings: common)
  }
}

/// Set by `Scripts/bench`, in Embedded mode: what Flipbook costs, beside Cairo, which nothing else needs.
if words.contains("benchmarks") {
  package.targets += [
    .systemLibrary(name: "CCairo", path: "Benchmarks/Sources/CCairo", pkgConfig: "cairo"),
    .target(
      name: "Baselines", dependencies: ["CCairo"], path: "Benchmarks/Sources/Baselines",
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "OwnLoop", dependencies: ["Presentation", "Flipbook"],
      path: "Benchmarks/Sources/OwnLoop", swiftSettings: common + smallest),
    .executableTarget(
      name: "bench", dependencies: ["Baselines", "Fbdev", "Theme", "OwnLoop"],
      path: "Benchmarks/Sources/bench", swiftSettings: common,
      // Valgrind 3.19 gives up at the compiler's debug information; names stay.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"])]),
  ]
}

/// What modules do not have for a web page, where there is no kernel: what is left draws, parses commands and asks.
let partsForWeb = [
  "Control": ["Server", "Wire/Psplash"],
  "flipbook-selftest": ["main.swift", "Player.swift", "Trace.swift", "TracedOutput.swift"],
]
if isForWeb {
  for target in package.targets {
    target.exclude += partsForWeb[target.name] ?? []
    target.dependencies.removeAll { if case .byNameItem("Linux", _) = $0 { true } else { false } }
  }
  package.targets.append(
    .target(
      name: "Playground",
      dependencies: [
        "FixedPoint", "Motion", "Text", "Stage", "DisplayList", "Raster", "Theme", "Animations",
        "Scanout", "Control",
      ],
      swiftSettings: common + smallest))
} else {
  package.targets.first { $0.name == "Control" }?.exclude.append("Prompts/PageAnswerMemory.swift")
  package.targets.first { $0.name == "flipbook-selftest" }?.exclude.append("WebExports.swift")
}

/// Each target depends on all that its dependencies depend on: SwiftPM compiles no module again for a new layout of a type
/// further down (compiler-workarounds.md: layouts).
var modulesBelow: [String: Set<String>] = [:]
for target in package.targets {
  let names = target.dependencies.compactMap {
    if case .byNameItem(let name, _) = $0 { name } else { nil }
  }
  let below = names.reduce(into: Set<String>()) { $0.formUnion(modulesBelow[$1] ?? []) }
  target.dependencies += below.subtracting(names).sorted().map { .byName(name: $0) }
  modulesBelow[target.name] = below.union(names)
}
