// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Motion
import OutputConfiguration
import Scanout
import Testing

/// Displays that need several connectors.
@Suite struct TileTests {
  @Test func `the property's text is read`() throws {
    let read = try #require(tile("7:1:2:1:1:0:1920:2160\0"))
    #expect(read.group == 7 && read.columns == 2 && read.rows == 1)
    #expect(read.column == 1 && read.row == 0)
    #expect(read.size == PixelSize(width: 1920, height: 2160))
  }

  @Test(arguments: [
    "", "1:1:2:1:0:0:1920", "1:1:2:1:0:0:1920:2160:1", "1:1:1:1:0:0:1920:2160",
    "1:1:2:1:2:0:1920:2160", "1:1:1:2:0:2:1920:2160", "1:1:2:1:0:0:0:2160", "1:1:2:1:0:0:9000:2160",
    "1:1:-2:1:0:0:1920:2160", "1:1:2:1:0:0:99999999999999999999:1", "1:1:5:1:0:0:100:100",
    "1:1:3:2:0:0:100:100",
  ])
  func `what makes no sense is no part of a display`(text: String) {
    #expect(tile(text) == nil)
  }

  @Test func `a display of two parts is one output with one framebuffer`() throws {
    let script = pair()
    var bench = try OutputBench(script)
    #expect(try bench.device.scan(OutputRules()).pipes.count == 1)
    // The connector of the left part represents both; it is the second in the order of connectors.
    #expect(bench.output.pipe.connector.id == script.plugs[1].id)
    #expect(bench.output.sizeInPixels == PixelSize(width: 128, height: 64))
    #expect(try bench.show()?.wasPresented == true)
    let planes = try (0..<2).map { index in
      try #require(script.plane(of: script.plugs[index].id))
    }
    #expect(planes.map { $0["FB_ID"] } == [planes[0]["FB_ID"], planes[0]["FB_ID"]])
    #expect(planes.map { $0["SRC_X"] } == [64 << 16, 0])
    #expect(planes.map { $0["SRC_W"] } == [64 << 16, 64 << 16])
    #expect(planes.map { $0["CRTC_X"] } == [0, 0])
    // A flip is one commit for both, and the event of the second CRTC is attributed correctly.
    for _ in 0..<4 {
      script.calls = []
      #expect(try bench.show()?.wasPresented == true)
      #expect(script.calls == [.commit(modeset: false, event: true, nonblocking: true)])
      let planes = script.plugs.compactMap { script.plane(of: $0.id)?["FB_ID"] }
      #expect(planes.count == 2 && Set(planes).count == 1)
    }
    bench.output.turnOff()
    #expect(script.crtcs.allSatisfy { script.mode(of: $0) == nil })
  }

  @Test func `each part has a mode of its size`() throws {
    let script = pair()
    for index in 0..<2 { script.plugs[index].modes.insert(ScriptedCard.mode(100, 50), at: 0) }
    let pipes = try script.open().scan(OutputRules()).pipes
    #expect(pipes.map(\.size) == [PixelSize(width: 128, height: 64)])
  }

  @Test func `an incomplete display's connector is an output of its own`() throws {
    let script = pair()
    let device = try script.open()
    var whole = try OutputBench(script, on: device)
    _ = try whole.show()
    script.plugs[0].connection = .disconnected
    let pipes = try device.scan(OutputRules()).pipes
    #expect(pipes.map(\.size) == [PixelSize(width: 64, height: 64)])
    #expect(!pipes[0].isSame(as: whole.output.pipe))
    var alone = try OutputBench(script, on: device)
    #expect(try alone.show()?.wasPresented == true)
    // Then it is plugged in again.
    script.plugs[0].connection = .connected
    var again = try OutputBench(script, on: device)
    #expect(try again.show()?.wasPresented == true)
    #expect(again.output.pipe.isSame(as: whole.output.pipe))
  }

  @Test func `without a CRTC for each part, and with legacy drivers, all are outputs of their own`()
    throws
  {
    let script = ScriptedCard(displays: pairModes, crtcCount: 1)
    give(script)
    #expect(try script.open().scan(OutputRules()).pipes.map(\.size.width) == [64])
    let legacy = pair()
    legacy.isAtomic = false
    #expect(try legacy.open().scan(OutputRules()).pipes.map(\.size.width) == [64, 64])
  }

  @Test func `parts of two displays are not mixed, and a rule for one makes it a display`() throws {
    let script = pair()
    script.plugs[0].tile = tile("2:1:2:1:1:0:64:64")
    #expect(try script.open().scan(OutputRules()).pipes.count == 2)
    let ruled = pair()
    var rules = OutputRules()
    try OutputRuleReader.add(Array("HDMI-A-1:off".utf8).span, to: &rules, from: .program)
    #expect(try ruled.open().scan(rules).pipes.map(\.size.width) == [64])
  }

  @Test func `CRTCs that were the wrong way round change places in one commit`() throws {
    let script = pair()
    script.light(0, 1, mode: pairModes[0][0])
    script.light(1, 0, mode: pairModes[0][0])
    script.plugs[0].possibleCRTCs = CRTCMask(index: 0)
    script.plugs[1].possibleCRTCs = CRTCMask(index: 1)
    var bench = try OutputBench(script)
    #expect(try bench.show()?.wasPresented == true)
    #expect(script.values[20]?["CRTC_ID"] == 40 && script.values[21]?["CRTC_ID"] == 41)
  }

  @Test func `both are tested together with other outputs`() throws {
    let script = ScriptedCard(displays: pairModes + [[ScriptedCard.mode(64, 64)]])
    give(script)
    script.bandwidth = 2 * 64 * 64 * 60 / 1000 + 2
    let scan = try script.open().scan(OutputRules())
    #expect(scan.pipes.map(\.size.width) == [128])
    #expect(scan.unlit.map(\.reason) == [.noBandwidth])
  }

  @Test func `a second part that cannot be made leaves nothing behind`() throws {
    let script = pair()
    let device = try script.open()
    script.fail("createModeBlob", ENOMEM, after: 1)
    #expect(throws: KMSError(.noMemory, .modeBlob, errno: ENOMEM)) {
      _ = try OutputBench(script, on: device)
    }
    #expect(script.blobs.isEmpty && script.dumbBuffers.isEmpty)
  }

  private var pairModes: [[Mode]] { Array(repeating: [ScriptedCard.mode(64, 64)], count: 2) }

  /// A card with a display of two parts, the right one at the first connector.
  private func pair() -> ScriptedCard {
    let script = ScriptedCard(displays: pairModes)
    give(script)
    return script
  }

  private func give(_ script: ScriptedCard) {
    script.plugs[0].tile = tile("1:1:2:1:1:0:64:64")
    script.plugs[1].tile = tile("1:1:2:1:0:0:64:64")
  }

  private func tile(_ text: String) -> Tile? { Tile(Array(text.utf8).span) }
}

extension ScriptedCard {
  /// The primary plane of a connector's CRTC.
  fileprivate func plane(of connector: ConnectorID) -> [String: UInt64]? {
    let crtc = values[connector.rawValue]?["CRTC_ID"]
    return planes.compactMap { values[$0.id.rawValue] }.first { $0["CRTC_ID"] == crtc }
  }
}

extension OutputReport {
  fileprivate var wasPresented: Bool {
    if case .presented = self { true } else { false }
  }
}
