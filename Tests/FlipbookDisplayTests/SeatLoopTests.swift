// SPDX-License-Identifier: Apache-2.0

import Animations
import CLinux
import DisplayList
import FixedPoint
import Linux
import Motion
import Stage
import Testing

@testable import FlipbookDisplay

/// Nothing to see.
private struct Blank: Animation, Sendable {
  mutating func apply(_ command: Command, at time: Instant) {}
  func draw(at time: Instant, in box: AnimationBox, style: Void, into scene: inout Scene) {}
  func nextChange(after time: Instant, in box: AnimationBox, style: Void) -> NextChange { .never }
  func state(at time: Instant) -> StageState { .running }
  func stateChange(after time: Instant) -> Instant? { nil }
  func progress(at time: Instant, channel: Int) -> Fixed { 0 }
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (stageWidth, 4) }
}

/// A loop on a seat; its card is a file that shows nothing.
@Suite struct SeatLoopTests {
  private static let path = "/dev/dri/card0"

  private let manager: FakeSeat
  private let now = Display.now

  init() throws { manager = try FakeSeat() }

  private func loop() throws -> DisplayLoop<Blank> {
    var display = try Display(.card(Self.path))
    display.seat = manager.connector()
    return try display.start(DisplayStage(Blank(), style: ()))
  }

  @Test func `no card is opened before the seat is enabled, and then by the seat`() throws {
    var loop = try loop()
    #expect(try loop.dispatch(at: now) == [])
    #expect(manager.takeRequests() == ["connect 1"])
    try manager.report(.enabled)
    let events = try loop.dispatch(at: now)
    guard case .failure(of: Self.path, let reason)? = events.first, events.count == 1 else {
      Issue.record("not one failure: \(events)")
      return
    }
    #expect(reason.contains("not a KMS device"))
    #expect(manager.takeRequests() == ["open \(Self.path)", "give back \(Self.path)"])
  }

  @Test func `a switch is reported and acknowledged, and no card is opened until the next`() throws
  {
    var loop = try loop()
    try manager.report(.enabled)
    _ = try loop.dispatch(at: now)
    _ = manager.takeRequests()
    try manager.report(.disabled)
    #expect(try loop.dispatch(at: now) == [.terminalGiven])
    #expect(try loop.dispatch(at: now + .seconds(60)) == [])
    #expect(manager.takeRequests() == ["acknowledge"])
    try manager.report(.enabled)
    #expect(try loop.dispatch(at: now + .seconds(61)) == [.terminalTaken])
    #expect(manager.takeRequests() == ["open \(Self.path)", "give back \(Self.path)"])
  }

  @Test func `suspend closes the seat, and resume opens it again`() throws {
    var loop = try loop()
    try manager.report(.enabled)
    _ = try loop.dispatch(at: now)
    _ = manager.takeRequests()
    loop.suspend()
    #expect(try loop.dispatch(at: Display.now) == [.suspended])
    #expect(manager.takeRequests() == ["disconnect 1"])
    var descriptors = loop.fileDescriptors
    #expect(!descriptors.contains(manager.descriptor))
    loop.resume()
    #expect(try loop.dispatch(at: Display.now) == [.resumed])
    #expect(manager.takeRequests() == ["connect 2"])
    descriptors = loop.fileDescriptors
    #expect(descriptors.contains(manager.descriptor))
    try manager.report(.enabled)
    _ = try loop.dispatch(at: Display.now)
    #expect(manager.takeRequests() == ["open \(Self.path)", "give back \(Self.path)"])
  }

  @Test func `a seat that fails is an event, and its deadline the next attempt`() throws {
    var loop = try loop()
    try manager.report(.enabled)
    _ = try loop.dispatch(at: now)
    manager.failure = SystemError(.receive, errno: EPIPE)
    try manager.report()
    let events = try loop.dispatch(at: now)
    #expect(events == [.failure(of: "seat", reason: "cannot read its events: broken pipe")])
    manager.failure = nil
    let next = loop.nextDeadline
    let deadline = try #require(next)
    #expect(deadline > now)
    _ = manager.takeRequests()
    #expect(try loop.dispatch(at: deadline) == [])
    #expect(manager.takeRequests() == ["connect 2"])
  }

  @Test func `memory needs no seat`() throws {
    var display = try Display(.memory(width: 8, height: 8))
    display.seat = manager.connector()
    var loop = try display.start(DisplayStage(Blank(), style: ()))
    #expect(try loop.dispatch(at: now).count == 1)
    #expect(manager.takeRequests() == [])
  }
}
