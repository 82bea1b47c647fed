// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Scanout
import Testing

/// A square on black at a variable position.
private func draw(_ x: Int, plus part: Fixed = 0, into scene: inout Scene) {
  scene.background = .black
  scene.add(
    .rectangle(Rectangle(x: Fixed(x) + part, y: 2, width: 4, height: 4)),
    paint: .solid(Color(hex: 0xFFFFFF)))
}

private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

@Suite struct PresenterTests {
  typealias Memory = MemoryOutput

  private func presenter(
    _ pacing: FrameClock.Pacing = .driver, refreshMillihertz: Int = 100_000
  ) -> Presenter<Memory> {
    Presenter(
      output: MemoryOutput(
        width: 32, height: 8, refreshMillihertz: refreshMillihertz, pacing: pacing))
  }

  @Test func `the first frame is drawn whole and for now`() throws {
    var presenter = presenter()
    #expect(presenter.beginFrame(at: at(3)) == at(3))
    draw(4, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(3)) == .queued)
    #expect(presenter.output.log[0].drawn.pixelCount == 32 * 8)
  }

  @Test func `a frame is shown at the next vblank`() throws {
    var presenter = presenter()
    _ = presenter.beginFrame(at: at(3))
    draw(4, into: &presenter.scene)
    try presenter.endFrame(at: at(3))
    #expect(presenter.wakeTime == at(10))
    try presenter.advance(at: at(9))
    #expect(presenter.presentedFrameCount == 0)
    try presenter.advance(at: at(10))
    #expect(presenter.presentedFrameCount == 1)
    #expect(presenter.output.flipCount == 1)
  }

  @Test func `after a vblank the next frame is for the one after`() throws {
    var presenter = presenter()
    _ = presenter.beginFrame(at: at(3))
    draw(4, into: &presenter.scene)
    try presenter.endFrame(at: at(3))
    try presenter.advance(at: at(10))
    #expect(presenter.beginFrame(at: at(10)) == at(20))
  }

  @Test func `a frame begun too late for the nearest vblank is not shown by it`() throws {
    var presenter = presenter()
    try step(&presenter, x: 4, at: 3)
    try presenter.advance(at: at(10))
    // A millisecond before the vblank at 20: too near, so the frame is shown at 30.
    #expect(presenter.beginFrame(at: at(19)) == at(30))
    draw(8, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(19)) == .pending)
    let time = presenter.wakeTime ?? .zero
    #expect(time > at(20) && time < at(21))
    try presenter.advance(at: at(20))
    #expect(presenter.committedFrameCount == 1)
    try presenter.advance(at: at(21))
    try presenter.advance(at: at(30))
    #expect(presenter.output.log[1].presentedAt == at(30))
    // The vblank at 20 showed the old frame.
    #expect(presenter.clock.missedVblankCount == 1)
  }

  @Test func `after a restart the next frame is drawn whole and for now`() throws {
    var presenter = presenter()
    try step(&presenter, x: 4, at: 3)
    try presenter.advance(at: at(10))
    presenter.restart()
    let isFree = presenter.mustRedraw && !presenter.isBusy && presenter.wakeTime == nil
    #expect(isFree)
    #expect(presenter.beginFrame(at: at(57)) == at(57))
    draw(4, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(57)) == .queued)
    #expect(presenter.output.log[1].changed.pixelCount == 32 * 8)
    #expect(presenter.presentedFrameCount == 1)
  }

  @Test func `nothing is begun while a frame is on its way`() throws {
    var presenter = presenter()
    _ = presenter.beginFrame(at: at(3))
    draw(4, into: &presenter.scene)
    try presenter.endFrame(at: at(3))
    #expect(presenter.beginFrame(at: at(4)) == nil)
  }

  @Test func `an equal scene is neither drawn nor committed`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: 0)
    let written = presenter.pixelsWritten
    _ = presenter.beginFrame(at: at(20))
    draw(4, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(20)) == .unchanged)
    #expect(presenter.pixelsWritten == written)
    #expect(presenter.committedFrameCount == 1)
    #expect(presenter.wakeTime == at(30))
  }

  @Test func `a scene that gives equal pixels is not committed and is not forgotten`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: 0)
    // Each step is less than a shade, all of them together are a quarter of a pixel.
    for step in 1...1024 {
      let now = at(20 * step + 1)
      try presenter.advance(at: now)
      _ = presenter.beginFrame(at: now)
      draw(4, plus: Fixed(step, over: 4096), into: &presenter.scene)
      let outcome = try presenter.endFrame(at: now)
      if step == 1 { #expect(outcome == .unchanged) }
    }
    // At most one commit for each of the 64 shades of the two edges; then a quarter is uncovered.
    #expect(presenter.committedFrameCount > 50 && presenter.committedFrameCount < 140)
    try presenter.advance(at: at(20 * 1025))
    #expect(presenter.output.pixel(x: 4, y: 3) == 0xBFBFBF)
  }

  @Test func `each buffer is brought up to date from what it holds`() throws {
    var presenter = presenter()
    for (index, x) in [0, 8, 16, 16, 4, 24].enumerated() {
      try show(x, on: &presenter, at: index * 20)
      for column in 0..<32 {
        let isWhite = column >= x && column < x + 4
        #expect(presenter.output.pixel(x: column, y: 3) == (isWhite ? 0xFFFFFF : 0))
      }
    }
    #expect(presenter.output.flipCount == 5)
  }

  @Test func `what is drawn is only what differs`() throws {
    var presenter = presenter()
    for (index, x) in [0, 8, 16].enumerated() { try show(x, on: &presenter, at: index * 20) }
    let frame = presenter.output.log[2]
    #expect(frame.drawn.pixelCount >= 32 && frame.drawn.pixelCount <= 2 * 6 * 6)
    let wasDrawn = presenter.drawn.contains(x: 9, y: 3)
    let hasChanged = presenter.changed.contains(x: 9, y: 3)
    #expect(!wasDrawn && hasChanged)
  }

  @Test func `a return to what a buffer holds draws nothing and is shown`() throws {
    var presenter = presenter()
    for (index, x) in [0, 8].enumerated() { try show(x, on: &presenter, at: index * 20) }
    let written = presenter.pixelsWritten
    try show(0, on: &presenter, at: 40)
    #expect(presenter.pixelsWritten == written)
    #expect(presenter.output.pixel(x: 1, y: 3) == 0xFFFFFF)
    #expect(presenter.output.pixel(x: 9, y: 3) == 0)
  }

  @Test func `without vblanks a frame waits for its instant`() throws {
    var presenter = presenter(.timer)
    try show(0, on: &presenter, at: 5)
    #expect(presenter.beginFrame(at: at(6)) == at(15))
    draw(8, into: &presenter.scene)
    #expect(try presenter.endFrame(at: at(6)) == .pending)
    #expect(presenter.wakeTime == at(15))
    try presenter.advance(at: at(14))
    #expect(presenter.committedFrameCount == 1)
    try presenter.advance(at: at(15))
    #expect(presenter.committedFrameCount == 2)
  }

  @Test func `a frame that is a period late is drawn again for the next vblank`() throws {
    var presenter = presenter(.timer)
    try show(0, on: &presenter, at: 5)
    _ = presenter.beginFrame(at: at(6))
    draw(8, into: &presenter.scene)
    try presenter.endFrame(at: at(6))
    try presenter.advance(at: at(36))
    #expect(presenter.committedFrameCount == 1 && presenter.mustRedraw)
    #expect(presenter.beginFrame(at: at(36)) == at(45))
    #expect(presenter.clock.missedVblankCount == 3)
    draw(16, into: &presenter.scene)
    try presenter.endFrame(at: at(36))
    for _ in 0..<2 { try presenter.advance(at: at(45)) }
    #expect(presenter.output.pixel(x: 9, y: 3) == 0)
    #expect(presenter.output.pixel(x: 17, y: 3) == 0xFFFFFF)
    #expect(presenter.clock.missedVblankCount == 3 && !presenter.mustRedraw)
  }

  @Test func `a frame that is less than a period late is shown`() throws {
    var presenter = presenter(.timer)
    try show(0, on: &presenter, at: 5)
    _ = presenter.beginFrame(at: at(6))
    draw(8, into: &presenter.scene)
    try presenter.endFrame(at: at(6))
    try presenter.advance(at: at(24))
    #expect(presenter.committedFrameCount == 2)
  }

  @Test func `of late frames the second in a row is shown`() throws {
    var presenter = presenter(.timer)
    try show(0, on: &presenter, at: 5)
    for (x, now) in [(8, 6), (16, 36)] {
      try presenter.advance(at: at(now))
      _ = presenter.beginFrame(at: at(now))
      draw(x, into: &presenter.scene)
      try presenter.endFrame(at: at(now))
    }
    try presenter.advance(at: at(90))
    #expect(presenter.committedFrameCount == 2)
  }

  @Test func `vblanks that pass between the frames of a moving stage are missed`() throws {
    var presenter = presenter()
    for turn in 0..<5 {
      // The loop returns only every fifth period, when a vblank has just passed.
      try step(&presenter, x: turn, at: 50 * turn + 1)
    }
    // The first frame's vblank is at 10; the next is for 60, shown then, and so on.
    #expect(presenter.clock.missedVblankCount == 4 * 4)
  }

  @Test func `vblanks that pass between unchanged frames are missed`() throws {
    var presenter = presenter()
    try show(0, on: &presenter, at: 0)
    for now in [10, 20, 70] {
      _ = presenter.beginFrame(at: at(now))
      draw(0, into: &presenter.scene)
      try presenter.endFrame(at: at(now))
      try presenter.advance(at: at(now + 10))
    }
    #expect(presenter.clock.missedVblankCount == 4)
  }

  @Test func `vblanks that pass while the stage rests are not missed`() throws {
    var presenter = presenter()
    try step(&presenter, x: 0, at: 0)
    try presenter.advance(at: at(10))
    try step(&presenter, x: 1, at: 500)
    #expect(presenter.clock.missedVblankCount == 0)
  }

  @Test func `a scene larger than there is room is incomplete`() throws {
    var presenter = Presenter(output: MemoryOutput(width: 32, height: 8), shapeCapacity: 2)
    for (count, now) in [(2, 0), (3, 100), (2, 200)] {
      try presenter.advance(at: at(now))
      _ = presenter.beginFrame(at: at(now))
      for number in 0..<count { draw(4 * number, into: &presenter.scene) }
      try presenter.endFrame(at: at(now))
      #expect(presenter.isIncomplete == (count > 2))
    }
  }

  /// One turn of the loop of a moving stage.
  private func step(_ presenter: inout Presenter<Memory>, x: Int, at milliseconds: Int) throws {
    try presenter.advance(at: at(milliseconds))
    _ = presenter.beginFrame(at: at(milliseconds))
    draw(x, into: &presenter.scene)
    try presenter.endFrame(at: at(milliseconds))
  }

  @Test func `the snapshot equals the buffer`() throws {
    var presenter = presenter()
    for (index, x) in [0, 8, 16].enumerated() { try show(x, on: &presenter, at: index * 20) }
    var copy = [UInt32](repeating: 0xFF, count: 40 * 8)
    var buffer = PixelBuffer(
      copy.mutableSpan, width: 32, height: 8, strideInBytes: 160, format: .xrgb8888)
    let isDrawn = presenter.drawSnapshot(into: &buffer)
    #expect(isDrawn)
    for y in 0..<8 {
      for x in 0..<32 { #expect(copy[y * 40 + x] == presenter.output.pixel(x: x, y: y)) }
    }
    #expect(copy[39] == 0xFF)
  }

  @Test func `before the first frame there is no snapshot`() {
    var presenter = presenter()
    var copy = [UInt32](repeating: 0xFF, count: 32 * 8)
    var buffer = PixelBuffer(
      copy.mutableSpan, width: 32, height: 8, strideInBytes: 128, format: .xrgb8888)
    let isDrawn = presenter.drawSnapshot(into: &buffer)
    #expect(!isDrawn)
  }

  private func show(_ x: Int, on presenter: inout Presenter<Memory>, at milliseconds: Int) throws {
    var now = at(milliseconds)
    try presenter.advance(at: now)
    _ = presenter.beginFrame(at: now)
    draw(x, into: &presenter.scene)
    try presenter.endFrame(at: now)
    while presenter.isBusy, let wake = presenter.wakeTime {
      now = wake
      try presenter.advance(at: now)
    }
  }
}
