// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Scanout
import Testing

/// An output that is sometimes busy, or has no free buffer.
private struct StarvedOutput: Output, ~Copyable {
  var memory = MemoryOutput(width: 32, height: 8, refreshMillihertz: 100_000)
  var isStarved = false
  /// Until when it accepts no frame; nil while it does.
  var busyEnd: Instant?
  var tryCount = 0

  var sizeInPixels: PixelSize { memory.sizeInPixels }
  var sizeInMillimetres: PhysicalSize? { nil }
  var refreshMillihertz: Int { memory.refreshMillihertz }
  var pacing: FrameClock.Pacing { memory.pacing }
  var format: PixelFormat { memory.format }
  var bufferCount: Int { memory.bufferCount }
  var nextReportTime: Instant? { mutating get { memory.nextReportTime } }

  mutating func acquire() -> AcquiredBuffer? { isStarved ? nil : memory.acquire() }

  @_lifetime(&self)
  mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer { memory.pixels(of: buffer) }

  mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(MemoryOutput.Failure) -> CommitOutcome {
    tryCount += 1
    if let busyEnd, now < busyEnd { return .busyUntil(busyEnd) }
    return try memory.commit(frame, drawn: drawn, changed: changed, at: now)
  }

  mutating func takeReport(at now: Instant) throws(MemoryOutput.Failure) -> OutputReport? {
    try memory.takeReport(at: now)
  }
}

@Suite struct StarvedOutputTests {
  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func draw(_ x: Int, _ presenter: inout Presenter<StarvedOutput>, at now: Instant) throws {
    guard presenter.beginFrame(at: now) != nil else { return }
    presenter.scene.background = .black
    presenter.scene.add(
      .rectangle(Rectangle(x: Fixed(x), y: 2, width: 4, height: 4)),
      paint: .solid(Color(hex: 0xFFFFFF)))
    try presenter.endFrame(at: now)
  }

  @Test func `what found no buffer is drawn at the next vblank`() throws {
    var presenter = Presenter(output: StarvedOutput())
    try draw(4, &presenter, at: at(3))
    try presenter.advance(at: at(10))
    presenter.invalidate()
    presenter.output.isStarved = true
    try draw(20, &presenter, at: at(11))
    #expect(presenter.output.memory.pixel(x: 21, y: 3) == 0)
    // Nothing else changes from here on.
    let isDueAtOnce = presenter.isFrameDue(.never, at: at(12))
    let next = presenter.nextDeadline(.never)
    let deadline = try #require(next)
    #expect(!isDueAtOnce && deadline > at(12) && deadline <= at(20))
    presenter.output.isStarved = false
    let isDue = presenter.isFrameDue(.never, at: deadline)
    #expect(isDue)
    try draw(20, &presenter, at: deadline)
    // A sixteenth of a period after the vblank, which must not latch it.
    try presenter.advance(at: at(21))
    try presenter.advance(at: at(30))
    #expect(presenter.output.memory.pixel(x: 21, y: 3) == 0xFFFFFF)
  }

  @Test func `an output that is busy until an instant is tried then, and not before`() throws {
    var presenter = Presenter(output: StarvedOutput())
    presenter.output.busyEnd = at(1003)
    try draw(4, &presenter, at: at(3))
    let wakeTime = presenter.wakeTime
    #expect(wakeTime == at(1003))
    for time in stride(from: 4, through: 1002, by: 7) { try presenter.advance(at: at(time)) }
    let countBefore = presenter.output.tryCount
    #expect(countBefore == 1 && presenter.committedFrameCount == 0)
    try presenter.advance(at: at(1003))
    let count = presenter.output.tryCount
    #expect(count == 2 && presenter.committedFrameCount == 1)
  }

  @Test func `before the first vblank, too, it is not tried without end`() throws {
    var presenter = Presenter(output: StarvedOutput(isStarved: true))
    try draw(4, &presenter, at: at(3))
    let next = presenter.nextDeadline(.never)
    #expect(next == at(13))
    presenter.output.isStarved = false
    try draw(4, &presenter, at: at(13))
    try presenter.advance(at: at(20))
    #expect(presenter.presentedFrameCount == 1)
  }
}
