// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Scanout
import Testing

/// An output that may lose its pixels once its first frame is shown.
private struct ClearedOutput: Output, ~Copyable {
  var memory = MemoryOutput(width: 32, height: 8, refreshMillihertz: 100_000)
  var isCleared = false

  var sizeInPixels: PixelSize { memory.sizeInPixels }
  var sizeInMillimetres: PhysicalSize? { nil }
  var refreshMillihertz: Int { memory.refreshMillihertz }
  var pacing: FrameClock.Pacing { memory.pacing }
  var format: PixelFormat { memory.format }
  var bufferCount: Int { memory.bufferCount }
  var nextReportTime: Instant? { mutating get { memory.nextReportTime } }

  mutating func acquire() -> AcquiredBuffer? { memory.acquire() }

  @_lifetime(&self)
  mutating func pixels(of buffer: AcquiredBuffer) -> PixelBuffer { memory.pixels(of: buffer) }

  mutating func commit(
    _ frame: FrameInfo, drawn: borrowing DamageRegion, changed: borrowing DamageRegion,
    at now: Instant
  ) throws(MemoryOutput.Failure) -> CommitOutcome {
    try memory.commit(frame, drawn: drawn, changed: changed, at: now)
  }

  mutating func takeReport(at now: Instant) throws(MemoryOutput.Failure) -> OutputReport? {
    if let report = try memory.takeReport(at: now) { return report }
    defer { isCleared = false }
    return isCleared ? .cleared : nil
  }
}

@Suite struct ClearedOutputTests {
  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func draw(_ presenter: inout Presenter<ClearedOutput>, at now: Instant) throws
    -> Presenter<ClearedOutput>.Outcome?
  {
    guard presenter.beginFrame(at: now) != nil else { return nil }
    presenter.scene.background = .black
    presenter.scene.add(
      .rectangle(Rectangle(x: 4, y: 2, width: 4, height: 4)), paint: .solid(Color(hex: 0xFFFFFF)))
    return try presenter.endFrame(at: now)
  }

  @Test func `a display that was cleared gets the same frame once more, as a whole`() throws {
    var presenter = Presenter(output: ClearedOutput())
    _ = try draw(&presenter, at: at(3))
    presenter.output.isCleared = true
    try presenter.advance(at: at(10))
    #expect(presenter.presentedFrameCount == 1)
    let isDue = presenter.isFrameDue(.never, at: at(11))
    #expect(isDue)
    #expect(try draw(&presenter, at: at(11)) != .unchanged)
    try presenter.advance(at: at(20))
    #expect(presenter.presentedFrameCount == 2)
    #expect(presenter.output.memory.log[1].changed.pixelCount == 32 * 8)
    // Once is enough.
    let isDueAgain = presenter.isFrameDue(.never, at: at(21))
    #expect(!isDueAgain)
    #expect(try draw(&presenter, at: at(21)) == .unchanged)
  }
}
