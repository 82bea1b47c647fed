// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import Fbdev
import KMS
import Motion
import Scanout
import Linux

/// One output with its own layout of the stage, drawn at its own rate.
///
/// What it shows is the model that all outputs share. A class, because no array has noncopyable elements
/// (compiler-workarounds.md: array-of-owners); made when an output appears and never in a frame.
final class OutputStage {
  /// The pipe of the output; nil for memory and framebuffer devices.
  private(set) var pipe: DisplayPipe?
  /// The card of the output; nil for memory and framebuffer devices.
  let device: DisplayDevice?
  /// Whether nothing is drawn or committed because another master has the card, or is about to.
  var isSuspended = false
  /// Whether no further frame is to be drawn, because a hand-over drains pending flips.
  var isDraining = false
  /// The output stage that it replaces, kept until its own first frame is presented: removing the
  /// framebuffer that is scanned out would darken the display.
  var predecessor: OutputStage?
  /// The frame rate that a busy machine can afford; nil for no limit.
  var affordableRate: Int?
  private let isPaced: Bool
  /// Whether every frame is drawn that differs at all, not only those that differ visibly.
  private let drawsEveryFrame: Bool
  /// Whether the last frame may show typed text.
  private(set) var drewEntry = false
  /// How many frames are to be wiped before they are drawn: the scene of each buffer may have typed text.
  private var wipeCount = 0
  /// Whether the next frame is shown whether or not it differs, for the time of a key is in the frames as well.
  private var repeatsField = false
  private var hasLoggedCapacity = false
  /// When the last frame may change, found when it was drawn: other outputs advance the model further.
  private var change = NextChange.now
  /// Unique among all output stages of this run.
  let number: Int

  /// The output and its swapchain.
  var presenter: Presenter<AnyOutput>
  /// Where things are on this output.
  private(set) var layout: StageLayout
  /// The connector's name, or `memory`.
  let name: InlineText<32>

  /// The frame rate of endless animations while the machine is busy.
  private static var endlessRate: Int { 30 }

  /// What it shows, as long as nothing but that can have changed.
  private var shown: ShownMotion?
  private var stallCount = 0
  private var framesBeforeStall: Int64 = 0

  /// Pairs an output with its layout.
  init(
    _ output: consuming AnyOutput, _ layout: StageLayout, name: InlineText<32>, number: Int,
    device: DisplayDevice?, pipe: DisplayPipe?, _ options: borrowing Options
  ) {
    self.device = device
    self.pipe = pipe
    // A theme can come at any time, and what is not used costs no memory.
    presenter = Presenter(output: output, dithering: options.dithering, shapeCapacity: 256)
    presenter.limit(framesPerSecond: options.frameRateLimit)
    isPaced = options.pacesEndless
    drawsEveryFrame = options.drawsEveryFrame
    self.layout = layout
    self.name = name
    self.number = number
  }

  /// Takes the output's report, and draws the next frame of a model if it may differ from the last.
  func show(
    _ model: inout StageModel<BuiltInAnimation>, at now: Instant
  ) throws(OutputFailure) {
    if isSuspended { return }
    if presenter.output.kms?.willWait(at: now) ?? false {
      let text: StaticString =
        "the driver has not completed a flip: EBUSY; setting the mode and waiting for the kernel"
      Log.write(name.bytes, text.bytes)
    }
    try presenter.advance(at: now)
    noteSetup()
    if !isBlank { predecessor = nil }
    if isDraining { return }
    guard presenter.isFrameDue(change, at: now), let target = presenter.beginFrame(at: now) else {
      return
    }
    if isPaced {
      // From the next frame on: this one has begun at the previous rate.
      let rate = model.isEndless(at: target) ? OutputStage.endlessRate : nil
      presenter.limit(framesPerSecond: affordableRate.map { min($0, rate ?? $0) } ?? rate)
    }
    // Not every frame of every output has to begin from the last one.
    model.advance(to: now)
    if model.isAsking {
      (drewEntry, wipeCount) = (true, 4)
    } else if wipeCount > 0 {
      wipeCount -= 1
      presenter.wipe()
    }
    model.draw(at: target, on: layout, into: &presenter.scene)
    let outcome = try presenter.endFrame(at: now, repeatsField: repeatsField && model.isAsking)
    repeatsField = false
    if drawsEveryFrame {
      // What differs from the frame before moves: until it does not, there is nothing to find out.
      change = .now
      if outcome == .unchanged {
        change = model.nextChange(after: target, on: layout, since: nil).ofEveryFrame
      }
    } else {
      shown = model.shownMotion(at: target)
      change = model.nextChange(after: target, on: layout, since: shown)
    }
    noteSetup()
    drewEntry = model.isAsking
    if !model.isDissolving(at: now) { layout.forgetPrevious(isUnseen: outcome == .unchanged) }
    if presenter.isIncomplete, !hasLoggedCapacity {
      hasLoggedCapacity = true
      Log.write("scene capacity exceeded: some shapes were not drawn")
    }
  }

  /// Logs how the display was set up by the commit before.
  @inline(never)
  private func noteSetup() {
    if let setup = presenter.output.kms?.takeSetup() ?? nil { Log.note(name.bytes, setup) }
  }

  /// Draws another frame, a command having changed the model: the next one, or where it did no more than set a
  /// goal, when that shows.
  func noteCommand(_ command: Command, _ model: inout StageModel<BuiltInAnimation>) {
    // Another one is due already, which will have this command as well.
    guard let drawn = presenter.unchangedSince else { return }
    change = model.nextChange(by: command, after: drawn, on: layout, since: shown)
    if change == .now { presenter.invalidate() }
  }

  /// Draws the field in which somebody types again, and shows it.
  func repeatField() {
    repeatsField = true
    presenter.invalidate()
  }

  /// Takes another layout for another look.
  func change(_ layout: StageLayout, goesOn: Bool) {
    var layout = layout
    layout.take(previous: self.layout, goesOn: goesOn)
    self.layout = layout
    change = .now
    presenter.invalidate()
  }

  /// Restarts on a pipe to the same display; the frame that is scanned out stays until the next one,
  /// unless `switchingOff` forces a modeset.
  func restart(on pipe: DisplayPipe, switchingOff: Bool = false) {
    self.pipe = pipe
    presenter.output.kms?.restart(on: pipe, switchingOff: switchingOff)
    begin()
  }

  /// Restarts after a flip that did not complete.
  func restart() {
    presenter.output.kms?.restart()
    presenter.output.framebuffer?.restart()
    begin()
  }

  /// Counts a flip that did not complete; false after three in a row, when a restart is futile.
  func noteStall() -> Bool {
    let frames = presenter.presentedFrameCount
    stallCount = frames > framesBeforeStall + 1 ? 1 : stallCount + 1
    framesBeforeStall = frames
    return stallCount < 3
  }

  private func begin() {
    presenter.restart()
    (isSuspended, isDraining) = (false, false)
  }

  /// Whether the kernel may wait for the display when the next frame is committed.
  var mayWait: Bool { presenter.output.kms?.mayWait ?? false }

  /// Whether no frame has been presented yet.
  var isBlank: Bool { presenter.presentedFrameCount == 0 }

  /// Whether a flip is pending.
  var isBusy: Bool { presenter.isBusy && !isSuspended }

  /// Identifies the last committed frame among those of all output stages.
  var frame: Int64 { Int64(number) << 32 | presenter.committedFrameCount }

  /// When to call `show` next without an event; nil for never.
  func nextDeadline() -> Instant? {
    if isSuspended { return nil }
    // What is pending is still waited for.
    if isDraining && !presenter.isBusy { return nil }
    return presenter.nextDeadline(change)
  }
}
