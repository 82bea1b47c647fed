// SPDX-License-Identifier: Apache-2.0

import CLinux
@testable import KMS
import OutputConfiguration
import Testing

/// The state that a compositor leaves is restored.
@Suite struct SavedDisplaysTests {
  private let small = ScriptedCard.mode(64, 32)
  private let large = ScriptedCard.mode(128, 64)

  /// A card of a compositor that shows HDR, with a value for each property of a table.
  private func leftBehind(isActive: Bool = true) -> ScriptedCard {
    let script = ScriptedCard(displays: [[small, large]])
    script.light(0, 0, mode: large, isActive: isActive)
    let crtc = script.crtcs[0].rawValue
    let plug = script.plugs[0].id.rawValue
    let plane = script.planes[0].id.rawValue
    for (object, name) in [
      (crtc, "GAMMA_LUT"), (crtc, "DEGAMMA_LUT"), (crtc, "CTM"), (plug, "HDR_OUTPUT_METADATA"),
    ] {
      let blob = script.makeID()
      script.blobs[blob] = Array(name.utf8)
      script.values[object]?[name] = UInt64(blob)
    }
    for name in ["Colorspace", "Broadcast RGB", "content type", "underscan"] {
      script.values[plug]?[name] = 2
    }
    script.values[plug]?["max bpc"] = 16
    script.values[crtc]?["VRR_ENABLED"] = 1
    script.values[plane]?["alpha"] = 0x8000
    script.values[plane]?["pixel blend mode"] = 2
    script.values[plane]?["rotation"] = 4
    return script
  }

  private func value(_ script: ScriptedCard, _ name: String) -> UInt64? {
    let objects = [
      script.crtcs[0].rawValue, script.plugs[0].id.rawValue, script.planes[0].id.rawValue,
    ]
    return objects.compactMap { script.values[$0]?[name] }.first
  }

  private static let neutral: [(name: String, value: UInt64)] = [
    ("HDR_OUTPUT_METADATA", 0), ("Colorspace", 0), ("Broadcast RGB", 0), ("content type", 0),
    ("underscan", 0), ("GAMMA_LUT", 0), ("DEGAMMA_LUT", 0), ("CTM", 0), ("VRR_ENABLED", 0),
    ("rotation", 1), ("alpha", 0xFFFF), ("pixel blend mode", 0), ("max bpc", 16),
  ]

  @Test func `each saved property with a neutral value is among them`() {
    func names<Name: ObjectProperty>(_: Name.Type) -> [String] {
      Name.allCases.filter { $0.row.neutral != nil && $0.row.isSaved }.map { "\($0.row.name)" }
    }
    let all = names(ConnectorProperty.self) + names(CRTCProperty.self) + names(PlaneProperty.self)
    #expect(Set(all).isSubset(of: SavedDisplaysTests.neutral.map(\.name)))
  }

  @Test(arguments: neutral)
  func `what a compositor has left is put to neutral, and given back`(name: String, neutral: UInt64)
    throws
  {
    let script = leftBehind()
    let before = try #require(value(script, name))
    let content = script.blobs[UInt32(before)]
    var bench = try OutputBench(script)
    _ = try bench.show()
    #expect(value(script, name) == neutral)
    // A compositor's blobs are freed when it ends.
    script.blobs = [:]
    bench.device.restore()
    let after = try #require(value(script, name))
    if let content {
      #expect(after != 0 && script.restored[UInt32(after)] == content)
    } else {
      #expect(after == before)
    }
    #expect(script.mode(of: script.crtcs[0])?.size == large.size)
  }

  @Test(arguments: neutral.map(\.name).dropLast())
  func `a property that cannot be neutral does not keep a frame off the display`(name: String)
    throws
  {
    let script = leftBehind()
    script.refusedChanges = [name]
    var bench = try OutputBench(script)
    #expect(try bench.show() != nil)
  }

  @Test func `after another master everything is put to neutral again`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.values[script.plugs[0].id.rawValue]?["HDR_OUTPUT_METADATA"] = 7
    bench.output.restart(on: bench.output.pipe)
    _ = try bench.show()
    #expect(value(script, "HDR_OUTPUT_METADATA") == 0)
  }

  @Test func `a plane that firmware has rotated is put to ROTATE_0 without a modeset`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.light(0, 0, mode: small)
    script.values[script.planes[0].id.rawValue]?["rotation"] = 4
    var bench = try OutputBench(script)
    _ = try bench.show()
    let setup = bench.output.takeSetup()
    #expect(setup?.isModeset == false && value(script, "rotation") == 1)
  }

  @Test func `a display that was off is off again`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    bench.device.restore()
    #expect(script.mode(of: script.crtcs[0]) == nil)
  }

  @Test func `who is not DRM master restores nothing`() throws {
    let script = leftBehind()
    var bench = try OutputBench(script)
    _ = try bench.show()
    bench.device.dropMaster()
    script.calls = []
    bench.device.restore()
    #expect(script.calls.isEmpty)
  }

  @Test func `what needs a modeset to be given back gets one`() throws {
    let script = leftBehind()
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.needsModeset = ["Colorspace"]
    bench.device.restore()
    #expect(value(script, "Colorspace") == 2)
  }
}
