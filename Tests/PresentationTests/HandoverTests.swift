// SPDX-License-Identifier: Apache-2.0

import Motion
import Testing

@testable import Presentation

@Suite struct HandoverTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  @Test func `without a request nothing happens`() {
    var handover = Handover(timeout: .milliseconds(100))
    #expect(handover.step(isIdle: true, at: start) == .nothing)
    #expect(!handover.isUnderWay && !handover.isDone && handover.deadline == nil)
  }

  @Test func `master is dropped when no flip is pending`() {
    var handover = Handover(timeout: .milliseconds(100))
    handover.begin(.deactivate, at: start)
    #expect(handover.isUnderWay && handover.deadline == at(1000))
    #expect(handover.step(isIdle: false, at: at(999)) == .nothing)
    #expect(handover.step(isIdle: true, at: at(999)) == .dropMaster(.deactivate))
    #expect(!handover.isUnderWay && handover.deadline == nil)
  }

  @Test func `a flip that does not complete is given up after a second`() {
    var handover = Handover(timeout: .milliseconds(100))
    handover.begin(.quit, at: start)
    #expect(handover.step(isIdle: false, at: at(1000)) == .dropMaster(.quit))
  }

  @Test func `quitting checks every five milliseconds who is scanned out, until the timeout`() {
    var handover = Handover(timeout: .milliseconds(12))
    handover.begin(.quit, at: start)
    _ = handover.step(isIdle: true, at: start)
    #expect(handover.deadline == start && handover.isUnderWay && !handover.isDone)
    #expect(handover.step(isIdle: true, at: start) == .checkScanout(isLast: false))
    #expect(handover.deadline == at(5))
    #expect(handover.step(isIdle: true, at: at(4)) == .nothing)
    #expect(handover.step(isIdle: true, at: at(5)) == .checkScanout(isLast: false))
    #expect(handover.step(isIdle: true, at: at(10)) == .checkScanout(isLast: false))
    #expect(handover.deadline == at(12))
    #expect(handover.step(isIdle: true, at: at(12)) == .checkScanout(isLast: true))
    #expect(handover.isDone && handover.deadline == nil)
    #expect(handover.step(isIdle: true, at: at(20)) == .nothing)
  }

  @Test func `with a timeout of zero the only check is the last`() {
    var handover = Handover(timeout: .zero)
    handover.begin(.quit, at: start)
    _ = handover.step(isIdle: true, at: start)
    #expect(handover.step(isIdle: true, at: start) == .checkScanout(isLast: true))
  }

  @Test func `another program that is scanned out ends it`() {
    var handover = Handover(timeout: .milliseconds(100))
    handover.begin(.quit, at: start)
    _ = handover.step(isIdle: true, at: start)
    handover.finish()
    #expect(handover.isDone && handover.step(isIdle: true, at: at(200)) == .nothing)
  }

  @Test func `quit takes precedence over deactivate, and not the other way round`() {
    var handover = Handover(timeout: .milliseconds(100))
    handover.begin(.deactivate, at: start)
    handover.begin(.quit, at: at(1))
    handover.begin(.deactivate, at: at(2))
    #expect(handover.step(isIdle: true, at: at(3)) == .dropMaster(.quit))
  }

  @Test func `a deactivation can be cancelled while it drains, a quit cannot`() {
    var handover = Handover(timeout: .milliseconds(100))
    handover.begin(.deactivate, at: start)
    handover.cancel()
    #expect(!handover.isUnderWay && handover.isCancelled)
    #expect(handover.step(isIdle: true, at: at(1)) == .nothing)
    handover.begin(.quit, at: at(2))
    handover.cancel()
    #expect(handover.isUnderWay)
  }

  @Test func `a cancellation is remembered for two turns`() {
    var handover = Handover(timeout: .milliseconds(100))
    handover.begin(.deactivate, at: start)
    handover.cancel()
    handover.forgetCancellation()
    #expect(handover.isCancelled)
    handover.forgetCancellation()
    #expect(!handover.isCancelled)
    handover.forgetCancellation()
    #expect(!handover.isCancelled)
  }
}
