// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Motion
import OutputConfiguration
import Scanout
import Testing

@Suite struct KMSOutputTests {
  private let small = ScriptedCard.mode(64, 32)

  @Test func `the first frame sets the mode, the others flip`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    #expect(script.calls.isEmpty)
    #expect(try bench.show() != nil)
    #expect(script.mode(of: script.crtcs[0])?.size == small.size)
    let setup = bench.output.takeSetup()
    #expect(setup?.isModeset == true && setup?.damage == .wholeFrames)
    script.calls = []
    #expect(try bench.show() != nil)
    #expect(script.calls == [.commit(modeset: false, event: true, nonblocking: true)])
  }

  @Test func `a mode that is set is kept without a modeset`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.light(0, 0, mode: small)
    var bench = try OutputBench(script)
    #expect(try bench.show() != nil)
    let setup = bench.output.takeSetup()
    #expect(setup?.isModeset == false)
  }

  @Test func `a report has the vblank's time and number`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    _ = try bench.commit()
    #expect(try bench.takeReport() == nil)
    script.vblank()
    let instant = Instant(nanoseconds: script.time.nanoseconds / 1000 * 1000)
    #expect(try bench.takeReport() == .presented(at: instant, sequence: script.sequence))
  }

  @Test func `while a flip is pending another one is busy`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.fail("commit", EBUSY)
    #expect(try bench.commit() == .busy)
    #expect(try bench.commit() == .queued)
  }

  @Test func `a display that another master has switched off is set up once more`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.values[script.crtcs[0].rawValue]?["ACTIVE"] = 0
    script.fail("commit", EINVAL)
    #expect(try bench.show() != nil)
    #expect(script.mode(of: script.crtcs[0]) != nil)
  }

  @Test(arguments: [
    (EACCES, KMSError.Kind.otherMaster), (ENODEV, .lostDevice), (ENOMEM, .noMemory),
    (ERANGE, .refused),
  ])
  func `a commit that fails says why`(errno: CInt, kind: KMSError.Kind) throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.fail("commit", errno)
    do throws(KMSError) {
      _ = try bench.commit()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == KMSError(kind, .atomicCommit, errno: errno))
    }
  }

  @Test func `clips are given to a driver that wants them, and given up`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.values[script.planes[0].id.rawValue]?["FB_DAMAGE_CLIPS"] = 0
    var bench = try OutputBench(script)
    _ = try bench.show()
    #expect(bench.output.takeSetup()?.damage == .clips)
    let blobCount = script.blobs.count
    _ = try bench.show()
    #expect(script.values[script.planes[0].id.rawValue]?["FB_DAMAGE_CLIPS"] != 0)
    script.fail("createBlob", ENOMEM)
    #expect(try bench.show() != nil)
    #expect(script.blobs.count == blobCount)
  }

  @Test func `without memory for two buffers one suffices`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    script.fail("createDumb", ENOMEM)
    _ = try bench.show()
    #expect(script.framebuffers.count == 1)
    #expect(try bench.show() != nil)
    bench.output.restart()
    _ = try bench.show()
    #expect(script.framebuffers.count == 2)
  }

  @Test(arguments: [
    "duplicate", "createDumb", "map", "addFramebuffer", "createModeBlob", "properties",
  ])
  func `an output that cannot be made leaves nothing behind`(call: String) throws {
    let script = ScriptedCard(displays: [[small]])
    do {
      let device = try script.open()
      let scan = try device.scan(OutputRules())
      for count in 1...4 {
        script.fail(call, ENOMEM, after: count - 1)
        do throws(KMSError) {
          let output = try device.makeOutput(scan.pipes[0], time: script.clock)
          #expect(output.bufferCount == 2)
        } catch {
          #expect(error.errno == ENOMEM || call == "properties")
        }
        #expect(script.dumbBuffers.isEmpty && script.framebuffers.isEmpty && script.blobs.isEmpty)
        #expect(script.handleCount == 1)
      }
    }
    #expect(script.handleCount == 0)
  }

  @Test func `an output gives back all that it had`() throws {
    let script = ScriptedCard(displays: [[small]])
    do {
      var bench = try OutputBench(script)
      _ = try bench.show()
      let isShown = bench.output.isShown()
      #expect(isShown)
      bench.output.abandon()
      #expect(script.framebuffers.isEmpty)
    }
    #expect(script.dumbBuffers.isEmpty && script.blobs.isEmpty && script.handleCount == 0)
  }

  @Test func `a driver without vblanks is paced by the clock`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.countsVblanks = false
    let bench = try OutputBench(script)
    #expect(bench.output.pacing == .timer)
  }

  @Test func `a device without vblanks may clear its memory when a mode is set`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.countsVblanks = false
    var bench = try OutputBench(script)
    #expect(try bench.show() != nil)
    #expect(try bench.takeReport() == .cleared)
    // The pixels of both buffers are unknown.
    for _ in 0..<2 {
      #expect(bench.output.acquire()?.age == 0)
      #expect(try bench.show() != nil)
      #expect(try bench.takeReport() == nil)
    }
    #expect(bench.output.acquire()?.age == 2)
  }

  @Test func `nothing is cleared where the mode was set before, or vblanks are counted`() throws {
    for countsVblanks in [false, true] {
      let script = ScriptedCard(displays: [[small]])
      script.countsVblanks = countsVblanks
      if !countsVblanks { script.light(0, 0, mode: small) }
      var bench = try OutputBench(script)
      #expect(try bench.show() != nil)
      #expect(try bench.takeReport() == nil)
    }
  }

  @Test func `a flip that does not complete stalls after a second`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    _ = try bench.commit()
    let deadline = bench.output.nextReportTime
    #expect(deadline == script.time + .milliseconds(1000))
    script.time += .milliseconds(1000)
    do throws(KMSError) {
      _ = try bench.takeReport()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == .stalled)
    }
  }

  // The kernel may wait ten seconds for a lost flip.
  @Test func `after a lost flip the mode is set without waiting for it`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    _ = try bench.commit()
    script.losesFlips = true
    bench.output.restart()
    let before = script.time
    #expect(try bench.commit() == .busy)
    #expect(script.time - before < .milliseconds(100))
    // The kernel stops waiting for the flip.
    script.pending = [:]
    script.losesFlips = false
    #expect(try bench.show() != nil)
  }

  @Test func `where modesets cannot be made without waiting they are made so`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.refusesNonblockingModesets = true
    var bench = try OutputBench(script)
    #expect(try bench.commit() == .queued)
    #expect(try bench.takeReport() != nil)
    #expect(script.mode(of: script.crtcs[0]) != nil)
  }

  // An event of a CRTC that is off and stays off is refused, but not with TEST_ONLY.
  @Test func `a display moves from a CRTC that is off already`() throws {
    let script = ScriptedCard(displays: [[small]], crtcCount: 2)
    script.light(1, 0, mode: small, isActive: false)
    script.plugs[0].possibleCRTCs = [CRTCMask(index: 0)]
    var bench = try OutputBench(script)
    // A display that is already off is released without an event and without a wait.
    #expect(try bench.commit() == .busy)
    #expect(try bench.show() != nil)
    let commits = script.calls.filter { $0 != .test(modeset: true) && $0 != .test(modeset: false) }
    #expect(commits == [modeset(event: true), modeset(event: false), modeset(event: true)])
    #expect(try bench.show() != nil)
    #expect(script.mode(of: script.crtcs[0]) != nil && script.mode(of: script.crtcs[1]) == nil)
  }

  @Test func `a display moves from a CRTC that is off, of a driver that waits for modes`() throws {
    let script = ScriptedCard(displays: [[small]], crtcCount: 2)
    script.light(1, 0, mode: small, isActive: false)
    script.plugs[0].possibleCRTCs = [CRTCMask(index: 0)]
    script.refusesNonblockingModesets = true
    var bench = try OutputBench(script)
    #expect(try bench.commit() == .queued)
    #expect(try bench.takeReport() != nil)
    #expect(script.mode(of: script.crtcs[0]) != nil && script.mode(of: script.crtcs[1]) == nil)
  }

  // The kernel assumes a mode that the display has lost.
  @Test func `a display is switched off before its mode is set, without waiting`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    _ = try bench.commit()
    script.calls = []
    bench.output.restart(on: bench.output.pipe, switchingOff: true)
    let waits = bench.output.awaitOthers()
    #expect(!waits)
    // A flip is pending; then the display is switched off, and afterwards its mode is set.
    let before = script.time
    #expect(try bench.commit() == .busy)
    #expect(script.mode(of: script.crtcs[0]) != nil)
    script.vblank()
    #expect(try bench.commit() == .busy)
    #expect(script.mode(of: script.crtcs[0]) == nil)
    script.vblank()
    #expect(try bench.show() != nil)
    #expect(script.mode(of: script.crtcs[0])?.size == small.size)
    #expect(script.time - before < .milliseconds(51))
    let commits = script.calls.filter { $0 != .test(modeset: true) && $0 != .test(modeset: false) }
    let off = modeset(event: false)
    #expect(commits == [off, off, modeset(event: true), modeset(event: true)])
  }

  @Test func `a driver that waits for modes does so to switch a display off`() throws {
    let script = ScriptedCard(displays: [[small]])
    script.refusesNonblockingModesets = true
    var bench = try OutputBench(script)
    #expect(try bench.commit() == .queued)
    _ = try bench.takeReport()
    script.calls = []
    bench.output.restart(on: bench.output.pipe, switchingOff: true)
    #expect(try bench.commit() == .queued)
    let blocking = ScriptedCard.Call.commit(modeset: true, event: false, nonblocking: false)
    #expect(script.calls.filter { $0 == blocking }.count == 2)
  }

  // The kernel switches a display off when its framebuffer is removed, and waits for that.
  @Test func `a display that is left is off before its framebuffers go`() throws {
    let script = ScriptedCard(displays: [[small]])
    var bench = try OutputBench(script)
    _ = try bench.show()
    script.calls = []
    bench.output.turnOff()
    #expect(script.calls == [modeset(event: false)])
    #expect(script.mode(of: script.crtcs[0]) == nil)
    #expect(script.values[script.planes[0].id.rawValue]?["FB_ID"] == 0)
    #expect(script.values[script.plugs[0].id.rawValue]?["CRTC_ID"] == 0)
  }

  /// A modeset that does not wait.
  private func modeset(event: Bool) -> ScriptedCard.Call {
    .commit(modeset: true, event: event, nonblocking: true)
  }

  @Test func `the event of a CRTC that is switched off is not taken for the frame's`() throws {
    let script = ScriptedCard(displays: [[small]], crtcCount: 2)
    script.light(0, 0, mode: small)
    script.plugs[0].possibleCRTCs = [CRTCMask(index: 1)]
    var bench = try OutputBench(script)
    #expect(try bench.commit() == .queued)
    let userData = try #require(script.pending[script.crtcs[1]] ?? nil)
    #expect(script.pending.count == 2)
    script.report(userData, script.crtcs[0])
    #expect(try bench.takeReport() == nil)
    script.vblank()
    #expect(try bench.takeReport() != nil)
  }
}
