// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Scanout
import Stage

/// One animation on a stage in memory, brought to it frame by frame on a clock of its own.
struct StageRun: ~Copyable {
  /// What a frame took, and how it came out.
  struct Frame {
    /// Nanoseconds for making the scene.
    var building: Int64 = 0
    /// Nanoseconds for all else: comparing, finding the damage, drawing.
    var drawing: Int64 = 0
    var pixelsWritten = 0
  }

  private var stage: Stage
  private var presenter: Presenter<MemoryOutput>
  private var now = Instant.zero
  private var tenths = 400
  private var nextStep = Instant.zero

  /// Sets a stage up with its progress at 40 %, long enough ago that all is in even motion.
  ///
  /// A still one is left alone from there on; it does not flow either. The progress of an endless one is unknown.
  init(_ configuration: StageConfiguration, isStill: Bool = false, isEndless: Bool = false) {
    var configuration = configuration
    if isStill { configuration.flow = .still }
    guard let stage = try? Stage(configuration, at: .zero) else { fatalError("no stage") }
    self.stage = stage
    presenter = Presenter(
      output: MemoryOutput(
        width: configuration.widthInPixels, height: configuration.heightInPixels, isStrict: false))
    step()
    if isEndless { self.stage.apply(.progressUnknown(channel: 1), at: now) }
    while now < .zero + .milliseconds(5000) { _ = frame() }
    if isStill || isEndless { return }
    nextStep = now
    while now < .zero + .milliseconds(7000) {
      stepIfDue()
      _ = frame()
    }
  }

  /// Whether the stage says that nothing will change.
  mutating func isStill() -> Bool { stage.isStill(at: now) }

  /// Sends the next tenth of a percent if a tenth of a second has gone by.
  mutating func stepIfDue() {
    if now < nextStep { return }
    tenths += 1
    step()
  }

  /// Brings the next frame to the display.
  mutating func frame() -> Frame {
    var result = Frame()
    let before = presenter.pixelsWritten
    do {
      try presenter.advance(at: now)
      // A frame may be committed some time after it is drawn, and shown later still.
      while presenter.isBusy, let wakeTime = presenter.wakeTime {
        now = max(now, wakeTime)
        try presenter.advance(at: now)
      }
      guard let target = presenter.beginFrame(at: now) else { fatalError("still busy") }
      let start = Processor.nanoseconds
      stage.draw(at: target, into: &presenter.scene)
      let middle = Processor.nanoseconds
      try presenter.endFrame(at: now)
      result.building = middle - start
      result.drawing = Processor.nanoseconds - middle
    } catch {
      fatalError("the frame in memory is wrong")
    }
    result.pixelsWritten = Int(presenter.pixelsWritten - before)
    now = presenter.wakeTime ?? now + .milliseconds(16)
    return result
  }

  /// Makes the scene of this moment, for drawing it elsewhere.
  mutating func build(into scene: inout Scene) {
    stage.draw(at: now, into: &scene)
  }

  private mutating func step() {
    guard let percent = Percent(Fixed(tenths, over: 10)) else { return }
    stage.apply(.progress(channel: 1, percent: percent), at: now)
    nextStep = now + .milliseconds(100)
  }
}
