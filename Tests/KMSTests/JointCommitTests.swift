// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import OutputConfiguration
import Scanout
import Testing

/// The first frames of a card's outputs, which configure their displays in one commit.
@Suite struct JointCommitTests {
  private let small = ScriptedCard.mode(64, 32)
  private let joint = ScriptedCard.Call.commit(modeset: true, event: true, nonblocking: true)
  private let blocking = ScriptedCard.Call.commit(modeset: true, event: false, nonblocking: false)

  /// Two outputs of a card, both off.
  private struct Pair: ~Copyable {
    let script: ScriptedCard
    var first: OutputBench
    var second: OutputBench

    /// Draws the first frames of both, and commits them as the daemon does.
    mutating func commit() throws -> [CommitOutcome?] {
      _ = first.output.awaitOthers()
      _ = second.output.awaitOthers()
      var outcomes = [try first.commit(), try second.commit()]
      let frames = [first.output.waitingFrame, second.output.waitingFrame].compactMap(\.self)
      if frames.isEmpty { return outcomes }
      #expect(outcomes == [.busyUntil(script.time), .busyUntil(script.time)])
      let commit = first.output.commitTogether(frames)
      first.output.record(commit)
      second.output.record(commit)
      outcomes = [try first.commit(), try second.commit()]
      return outcomes
    }

    /// Reads the kernel's events; returns the reports.
    mutating func takeReports() throws -> [OutputReport?] {
      while let event = try first.device.nextEvent() {
        let isTaken = first.output.deliver(event)
        #expect(second.output.deliver(event) != isTaken)
      }
      return [
        try first.output.takeReport(at: script.time), try second.output.takeReport(at: script.time),
      ]
    }
  }

  private func pair(on script: ScriptedCard) throws -> Pair {
    let device = try script.open()
    let first = try OutputBench(script, on: device)
    let second = try OutputBench(script, on: device, pipe: 1)
    return Pair(script: script, first: first, second: second)
  }

  /// The commits that were more than tests.
  private func commits(_ script: ScriptedCard) -> [ScriptedCard.Call] {
    script.calls.filter { $0 != .test(modeset: true) && $0 != .test(modeset: false) }
  }

  @Test func `two displays are configured by one commit, with an event each`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    var pair = try pair(on: script)
    script.calls = []
    #expect(try pair.commit() == [.queued, .queued])
    #expect(commits(script) == [joint])
    #expect(script.crtcs.allSatisfy { script.mode(of: $0) != nil })
    #expect(pair.first.output.takeSetup()?.isModeset == true)
    #expect(pair.second.output.takeSetup()?.isModeset == true)
    #expect(try pair.takeReports() == [nil, nil])
    script.vblank()
    #expect(try !pair.takeReports().contains(nil))
    // From then on each output flips by itself.
    script.calls = []
    #expect(try pair.commit() == [.queued, .queued])
    let flip = ScriptedCard.Call.commit(modeset: false, event: true, nonblocking: true)
    #expect(commits(script) == [flip, flip])
    script.vblank()
    #expect(try !pair.takeReports().contains(nil))
  }

  @Test func `each takes one of the events of a kernel that names no CRTC`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    var pair = try pair(on: script)
    #expect(try pair.commit() == [.queued, .queued])
    script.vblank()
    while var event = try pair.first.device.nextEvent() {
      event.crtc = nil
      let isTaken = pair.first.output.deliver(event) || pair.second.output.deliver(event)
      #expect(isTaken)
    }
    let reports = [
      try pair.first.output.takeReport(at: script.time),
      try pair.second.output.takeReport(at: script.time),
    ]
    #expect(!reports.contains(nil))
  }

  @Test(arguments: [ENOSPC, EBUSY, ENOMEM])
  func `what is refused together though its test passed is committed one by one`(
    errno: CInt
  ) throws {
    let script = ScriptedCard(displays: [[small], [small]])
    var pair = try pair(on: script)
    script.calls = []
    script.fail("commit", errno)
    #expect(try pair.commit() == [.queued, .queued])
    #expect(commits(script) == [joint, joint, joint])
    script.vblank()
    #expect(try !pair.takeReports().contains(nil))
  }

  @Test func `a driver that waits for modes does so once for both`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    var pair = try pair(on: script)
    script.calls = []
    script.refusesNonblockingModesets = true
    #expect(try pair.commit() == [.queued, .queued])
    #expect(commits(script) == [joint, blocking])
    #expect(try !pair.takeReports().contains(nil))
  }

  @Test func `each display takes over what drove the other one`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    // A compositor's clones: one CRTC for both, with its cursor on.
    script.light(0, 0, mode: small)
    script.values[script.plugs[1].id.rawValue]?["CRTC_ID"] = UInt64(script.crtcs[0].rawValue)
    var pair = try pair(on: script)
    script.calls = []
    #expect(try pair.commit() == [.queued, .queued])
    let fed = script.plugs.map { script.values[$0.id.rawValue]?["CRTC_ID"] }
    #expect(Set(fed).count == 2)
    script.vblank()
    #expect(try !pair.takeReports().contains(nil))
  }

  @Test func `what is refused to be put to neutral is for each output to find out`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    script.refusedChanges = ["HDR_OUTPUT_METADATA"]
    for plug in script.plugs { script.values[plug.id.rawValue]?["HDR_OUTPUT_METADATA"] = 7 }
    var pair = try pair(on: script)
    script.calls = []
    #expect(try pair.commit() == [.queued, .queued])
    #expect(commits(script) == [joint, joint])
  }

  @Test func `a driver without atomic commits has each display set at once`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    script.isAtomic = false
    var pair = try pair(on: script)
    script.calls = []
    #expect(try pair.commit() == [.queued, .queued])
    #expect(script.calls.filter { $0 == .setCRTC }.count == 2)
  }

  @Test func `an output that is restarted waits no longer`() throws {
    let script = ScriptedCard(displays: [[small], [small]])
    var pair = try pair(on: script)
    _ = pair.first.output.awaitOthers()
    _ = try pair.first.commit()
    let isWaiting = pair.first.output.waitingFrame != nil
    pair.first.output.restart()
    let waitsStill = pair.first.output.waitingFrame != nil
    #expect(isWaiting && !waitsStill)
    #expect(try pair.first.commit() == .queued)
  }
}
