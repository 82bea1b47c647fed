// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Motion
import Scanout
import Testing

/// Drivers without atomic commits.
@Suite struct LegacyOutputTests {
  private let small = ScriptedCard.mode(64, 32)

  private func card() -> ScriptedCard {
    let script = ScriptedCard(displays: [[small]])
    script.isAtomic = false
    return script
  }

  @Test func `the first frame sets the CRTC, the others flip`() throws {
    let script = card()
    var bench = try OutputBench(script)
    let isAtomic = bench.output.isAtomic
    #expect(!isAtomic)
    _ = try bench.commit()
    #expect(script.calls == [.hideCursor, .setCRTC])
    // The call has waited for the display.
    #expect(bench.output.nextReportTime == script.time)
    #expect(try bench.takeReport() == .presented(at: script.time, sequence: nil))
    #expect(bench.output.takeSetup()?.damage == .dirtyFB)
    script.calls = []
    #expect(try bench.show() != nil)
    #expect(script.calls == [.pageFlip, .flush])
  }

  @Test func `a driver that does not know damage is asked once`() throws {
    let script = card()
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.fail("flush", ENOSYS)
    _ = try bench.show()
    script.calls = []
    _ = try bench.show()
    #expect(script.calls == [.pageFlip])
  }

  @Test(arguments: [EINVAL, EOPNOTSUPP, ENOSYS])
  func `a driver that cannot flip has its CRTC set for each frame`(errno: CInt) throws {
    let script = card()
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.fail("pageFlip", errno)
    #expect(try bench.show() != nil)
    script.calls = []
    #expect(try bench.show() != nil)
    #expect(script.calls == [.setCRTC])
    script.fail("setCRTC", ENOSPC)
    #expect(throws: KMSError(.refused, .setCRTC, errno: ENOSPC)) { try failure(&bench) }
  }

  @Test func `a flip that fails for good says so`() throws {
    let script = card()
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.fail("pageFlip", ENODEV)
    #expect(throws: KMSError(.lostDevice, .pageFlip, errno: ENODEV)) { try failure(&bench) }
  }

  @Test func `a display is switched off where its mode has to be set for certain`() throws {
    let script = card()
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.calls = []
    bench.output.restart(on: bench.output.pipe, switchingOff: true)
    #expect(script.calls.isEmpty)
    #expect(try bench.show() != nil)
    #expect(script.calls == [.turnOff, .hideCursor, .setCRTC])
  }

  private func failure(_ bench: inout OutputBench) throws(KMSError) { _ = try bench.commit() }
}
