// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Scanout
import Testing

private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

/// The times at which a presenter requests a frame, at 100 Hz: a vblank each 10 ms.
@Suite struct PresenterScheduleTests {
  private func presenter(limit: Int? = nil) -> Presenter<MemoryOutput> {
    var presenter = Presenter(
      output: MemoryOutput(width: 32, height: 8, refreshMillihertz: 100_000))
    presenter.limit(framesPerSecond: limit)
    return presenter
  }

  /// Draws a frame with a square, and waits until it is on the display.
  private func show(
    _ x: Int, on presenter: inout Presenter<MemoryOutput>, at now: Instant
  ) throws {
    _ = presenter.beginFrame(at: now)
    presenter.scene.add(
      .rectangle(Rectangle(x: Fixed(x), y: 2, width: 4, height: 4)), paint: .solid(.white))
    try presenter.endFrame(at: now)
    while presenter.isBusy, let wake = presenter.wakeTime { try presenter.advance(at: wake) }
  }

  @Test func `the first frame is due at once`() {
    var presenter = presenter()
    let isDue = presenter.isFrameDue(.never, at: at(0))
    let deadline = presenter.nextDeadline(.never)
    #expect(isDue && deadline == .zero && presenter.unchangedSince == nil)
  }

  @Test func `what is still asks for nothing until it changes`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: at(3))
    #expect(presenter.unchangedSince == at(3))
    let still = (presenter.isFrameDue(.never, at: at(60)), presenter.nextDeadline(.never))
    #expect(!still.0 && still.1 == nil)
    presenter.invalidate()
    #expect(presenter.unchangedSince == nil)
    let changed = (presenter.isFrameDue(.never, at: at(60)), presenter.nextDeadline(.never))
    #expect(changed.0 && changed.1 == at(3))
  }

  @Test func `a change is drawn for the vblank that shows it`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: at(3))
    // Not before the vblank at 70 ms: a frame that begins then is shown at 80 ms.
    let change = NextChange.at(at(75))
    let isDue = [65, 69, 70].map { presenter.isFrameDue(change, at: at($0)) }
    #expect(isDue == [false, false, true])
    let wake = presenter.nextDeadline(change) ?? .zero
    let target = presenter.clock.target(at: wake)
    #expect(wake > at(70) && wake < at(72) && target == at(80))
  }

  /// Twenty-five images a second, which begin at varying times between vblanks.
  @Test func `a change has one frame`() throws {
    var presenter = presenter()
    try show(0, on: &presenter, at: at(3))
    var (change, begun, wakes) = (at(17), 0, 0)
    while let wake = presenter.nextDeadline(.at(change)), wake < at(10_000) {
      wakes += 1
      try presenter.advance(at: wake)
      guard presenter.isFrameDue(.at(change), at: wake),
        let target = presenter.beginFrame(at: wake)
      else { continue }
      begun += 1
      while change <= target { change = change + .milliseconds(40) }
      let x = Int((change - at(17)).nanoseconds / 40_000_000 % 20)
      presenter.scene.add(
        .rectangle(Rectangle(x: Fixed(x), y: 2, width: 4, height: 4)), paint: .solid(.white))
      let outcome = try presenter.endFrame(at: wake)
      #expect(outcome != .unchanged)
    }
    // Drawn, and shown.
    #expect(begun == 250 && wakes <= 2 * begun + 1)
  }

  /// Where a frame takes nine tenths of a period, the one after a late one is begun at the vblank.
  @Test func `a change of a slow machine is late once`() throws {
    var presenter = presenter()
    try show(0, on: &presenter, at: at(3))
    var late: [Int] = []
    for number in 1...300 {
      let change = NextChange.at(at(100 * number + 75))
      let wake = presenter.nextDeadline(change) ?? .zero
      try presenter.advance(at: wake)
      let isDue = presenter.isFrameDue(change, at: wake)
      let target = presenter.beginFrame(at: wake) ?? .zero
      presenter.scene.add(
        .rectangle(Rectangle(x: Fixed(number % 20), y: 2, width: 4, height: 4)),
        paint: .solid(.white))
      try presenter.endFrame(at: wake + .milliseconds(9))
      while presenter.isBusy, let wake = presenter.wakeTime { try presenter.advance(at: wake) }
      let shown = presenter.clock.lastVblank ?? .zero
      #expect(isDue && target == at(100 * number + 80))
      if shown > target { late.append(number) }
    }
    // Once, and once more when the margin is tried again.
    #expect(late == [1, 258])
  }

  @Test func `what will be visible is drawn for the first vblank from then on`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: at(3))
    // Vblanks are at 10, 20 … ms: 75 is shown at 80, in a frame that begins from 70 on.
    let change = NextChange.visibly(at(75))
    let isDue = [68, 69, 70].map { presenter.isFrameDue(change, at: at($0)) }
    #expect(isDue == [false, false, true])
    let wake = presenter.nextDeadline(change) ?? .zero
    let target = presenter.clock.target(at: wake)
    #expect(wake > at(70) && wake < at(72) && target == at(80))
    // A vblank at that very instant shows it.
    let isExactDue = presenter.isFrameDue(.visibly(at(80)), at: at(70))
    #expect(isExactDue)
    // At the next vblank anyway: at once, as with fast motion.
    let soon = [NextChange.visibly(at(11)), .visibly(at(2))].map {
      presenter.isFrameDue($0, at: at(10))
    }
    #expect(soon == [true, true])
  }

  @Test func `before the first vblank what will be visible is drawn then`() throws {
    var presenter = presenter()
    _ = presenter.beginFrame(at: at(3))
    let isDue = [20, 21].map { presenter.clock.earliestBegin(for: at(21)) <= at($0) }
    #expect(isDue == [false, true])
  }

  @Test func `a pending frame is waited for`() throws {
    var presenter = presenter()
    _ = presenter.beginFrame(at: at(3))
    try presenter.endFrame(at: at(3))
    presenter.invalidate()
    let isDue = presenter.isFrameDue(.now, at: at(5))
    let deadline = presenter.nextDeadline(.now)
    #expect(!isDue && deadline == at(10))
  }

  @Test func `a vblank gets one frame of what moves`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: at(3))
    // For the vblank at 20 ms, and equal to the last frame: no report will come.
    _ = presenter.beginFrame(at: at(11))
    presenter.scene.add(
      .rectangle(Rectangle(x: 4, y: 2, width: 4, height: 4)), paint: .solid(.white))
    #expect(try presenter.endFrame(at: at(11)) == .unchanged)
    let isDue = [12, 19, 20].map { presenter.isFrameDue(.now, at: at($0)) }
    #expect(isDue == [false, false, true])
    #expect(presenter.nextDeadline(.now) == at(20))
  }

  @Test func `a limit holds news back`() throws {
    var presenter = presenter(limit: 20)
    try show(4, on: &presenter, at: at(3))
    presenter.invalidate()
    let begin = presenter.nextDeadline(.never) ?? .zero
    #expect(begin > at(40) && begin < at(60))
    let isDue = [at(20), at(40), begin].map { presenter.isFrameDue(.now, at: $0) }
    #expect(isDue == [false, false, true])
  }

  @Test func `a restarted presenter draws again`() throws {
    var presenter = presenter()
    try show(4, on: &presenter, at: at(3))
    presenter.restart()
    let isDue = presenter.isFrameDue(.never, at: at(60))
    #expect(isDue && presenter.nextDeadline(.never) == .zero)
  }
}
