// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Motion
import Scanout
import Testing

/// A driver never reports a flip: the kernel then refuses every commit that does not wait for it.
@Suite struct FlipTimeoutTests {
  private let small = ScriptedCard.mode(64, 32)

  /// The state of an output that was restarted after a lost flip.
  private struct Recovery {
    var tryCount = 0
    /// How often a try was announced to wait.
    var waitCount = 0
    var longestCall = TimeSpan(nanoseconds: 0)
    var outcome = CommitOutcome.busy
  }

  /// An output on a lit display that has lost its last flip.
  private func stalled() throws -> OutputBench {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    let mayWaitBefore = bench.output.mayWait
    _ = try bench.commit()
    script.loseFlips()
    script.time += .milliseconds(1000)
    do throws(KMSError) {
      _ = try bench.takeReport()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == .stalled)
    }
    bench.output.restart()
    let mayWait = bench.output.mayWait
    #expect(mayWait && !mayWaitBefore)
    script.calls = []
    return bench
  }

  /// Tries until a frame is on the display, as a presenter does, or until an instant.
  private func recover(
    _ bench: inout OutputBench, until end: Instant = Instant(nanoseconds: .max)
  ) throws -> Recovery {
    let script = bench.script
    var recovery = Recovery()
    while recovery.tryCount < 1000, script.time < end {
      let before = script.time
      recovery.tryCount += 1
      if bench.output.willWait(at: before) { recovery.waitCount += 1 }
      recovery.outcome = try bench.commit() ?? .busy
      recovery.longestCall = max(recovery.longestCall, script.time - before)
      switch recovery.outcome {
      case .queued: return recovery
      case .busy: script.time += TimeSpan(nanoseconds: 16_666_667)
      case .busyUntil(let instant): script.time = max(instant, script.time)
      }
    }
    return recovery
  }

  // Earlier it tried at each vblank, for ever.
  @Test func `a flip that is never reported costs one commit that waits for it`() throws {
    var bench = try stalled()
    let script = bench.script
    let begin = script.time
    let recovery = try recover(&bench)
    #expect(recovery.outcome == .queued)
    #expect(recovery.tryCount <= 20 && recovery.waitCount == 1)
    // The time for which the kernel waits for its CRTC and its plane.
    #expect(recovery.longestCall <= .milliseconds(20_100))
    #expect(script.time - begin <= .milliseconds(32_000))
    let waiting = ScriptedCard.Call.commit(modeset: false, event: false, nonblocking: false)
    #expect(script.calls.filter { $0 == waiting }.count == 1)
    #expect(try bench.takeReport() != nil)
    #expect(try bench.show() != nil)
    let mayWait = bench.output.mayWait
    #expect(!mayWait)
  }

  @Test func `a flip that is reported late is not waited for`() throws {
    var bench = try stalled()
    let script = bench.script
    let early = try recover(&bench, until: script.time + .milliseconds(5000))
    #expect(early.outcome != .queued && early.waitCount == 0)
    script.findFlips()
    let late = try recover(&bench)
    #expect(late.tryCount == 1 && late.waitCount == 0)
    script.vblank()
    #expect(try bench.takeReport() != nil)
    #expect(!script.calls.contains(.commit(modeset: false, event: false, nonblocking: false)))
  }

  @Test func `a display that is busy for a few frames is tried at each vblank`() throws {
    var bench = try stalled()
    let recovery = try recover(&bench, until: bench.script.time + .milliseconds(99))
    #expect(recovery.outcome == .busy && recovery.tryCount == 6)
  }

  @Test func `each lost flip has a wait of its own`() throws {
    var bench = try stalled()
    _ = try recover(&bench)
    _ = try bench.takeReport()
    _ = try bench.show()
    _ = try bench.commit()
    bench.script.loseFlips()
    bench.output.restart()
    #expect(try recover(&bench).tryCount > 15)
  }
}
