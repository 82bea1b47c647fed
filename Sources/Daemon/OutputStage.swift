// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Animations
import Fbdev
import KMS
import Motion
import Raster
import Scanout
import Stage
import Text

/// One output with its own layout of the stage, drawn at its own rate.
///
/// It shows the model that all outputs share. A class, because no array has noncopyable elements
/// (compiler-workarounds.md: array-of-owners); it is created when an output appears, and never in a frame.
final class OutputStage {
  /// The pipe of the output; nil for memory and framebuffer devices.
  private(set) var pipe: DisplayPipe?
  /// The card of the output; nil for memory and framebuffer devices.
  let device: DisplayDevice?
  /// Whether nothing is drawn or committed because another master has the card, or is about to.
  var isSuspended = false
  /// Whether drawing has stopped, because a hand-over drains pending flips.
  var isDraining = false
  /// The output stage that it replaces, kept until its own first frame is presented: removing the scanned-out
  /// framebuffer would switch off the display.
  var predecessor: OutputStage?
  /// The frame rate that a busy machine can afford; nil for no limit.
  var affordableRate: Int?
  private let isPaced: Bool
  /// Whether every differing frame is drawn, not only visibly differing ones.
  private let drawsEveryFrame: Bool
  /// Whether the last frame may show typed text.
  private(set) var drewEntry = false
  /// The number of next frames to wipe before they are drawn: the scene of each buffer may contain typed
  /// text.
  private var wipeCount = 0
  /// Whether the next frame is shown whether or not it differs, for the time of a key is in the frames as well.
  private var repeatsField = false
  private var hasLoggedCapacity = false
  /// Whether a frame of the current layout has been drawn; the first one waits for its images.
  private var hasDrawn = false
  /// When the last frame may change, computed when it was drawn: other outputs advance the model further.
  private var change = NextChange.now
  /// Unique among all output stages of this run.
  let number: Int

  /// The output and its swapchain.
  var presenter: Presenter<AnyOutput>
  /// The layout of the stage on this output.
  private(set) var layout: StageLayout
  /// The connector's name, or `memory`.
  let name: InlineText<32>

  /// The frame rate of endless animations while the machine is busy.
  private static var endlessRate: Int { 30 }

  /// The motion of the displayed frame, while nothing else can have changed.
  private var shown: ShownMotion?
  private var stallCount = 0
  private var framesBeforeStall: Int64 = 0

  /// An output with its layout.
  init(
    _ output: consuming AnyOutput, _ layout: StageLayout, name: InlineText<32>, number: Int,
    device: DisplayDevice?, pipe: DisplayPipe?, _ options: borrowing Options
  ) throws(StageError) {
    let failures = CheckedHeap.failureCount
    self.device = device
    self.pipe = pipe
    CheckedHeap.startMany()
    // A theme can come at any time; unused capacity costs no memory.
    presenter = Presenter(output: output, dithering: options.dithering, shapeCapacity: 256)
    CheckedHeap.endMany()
    presenter.limit(framesPerSecond: options.frameRateLimit)
    isPaced = options.pacesEndless
    drawsEveryFrame = options.drawsEveryFrame
    self.layout = layout
    self.name = name
    self.number = number
    // Of its many arrays one without memory would end the program in a frame.
    if CheckedHeap.failureCount != failures { throw .outOfMemory }
  }

  /// Handles the output's report, and draws the next frame of a model if it may differ from the last.
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
    logSetup()
    if !isBlank { predecessor = nil }
    if isDraining || waitsForImages(model, at: now) { return }
    guard presenter.isFrameDue(change, at: now), let target = presenter.beginFrame(at: now) else {
      return
    }
    if isPaced {
      // From the next frame on: this frame has begun at the previous rate.
      let rate = model.isEndless(at: target) ? OutputStage.endlessRate : nil
      presenter.limit(framesPerSecond: affordableRate.map { min($0, rate ?? $0) } ?? rate)
    }
    // So that the frames of other outputs need not be computed from the last command.
    model.advance(to: now)
    if model.isAsking {
      (drewEntry, wipeCount) = (true, 4)
    } else if wipeCount > 0 {
      wipeCount -= 1
      presenter.wipe()
    }
    model.draw(at: target, on: layout, into: &presenter.scene)
    hasDrawn = true
    let outcome = try presenter.endFrame(at: now, repeatsField: repeatsField && model.isAsking)
    repeatsField = false
    if drawsEveryFrame {
      // A differing frame means motion: only an unchanged frame needs the query.
      change = .now
      if outcome == .unchanged {
        change = model.nextChange(after: target, on: layout, since: nil).ofEveryFrame
      }
    } else {
      shown = model.shownMotion(at: target)
      change = model.nextChange(after: target, on: layout, since: shown)
    }
    logSetup()
    drewEntry = model.isAsking
    if !model.isDissolving(at: now) { layout.removeOutgoing(isUnseen: outcome == .unchanged) }
    if presenter.isIncomplete, !hasLoggedCapacity {
      hasLoggedCapacity = true
      Log.write("scene capacity exceeded: some shapes were not drawn")
    }
  }

  /// Logs how the last commit configured the display.
  private func logSetup() {
    if let setup = presenter.output.kms?.takeSetup() ?? nil { Log.note(name.bytes, setup) }
  }

  /// Draws the next frame after a command has changed the model.
  ///
  /// If the command only set a target, that is when the change becomes visible.
  func noteCommand(_ command: Command, _ model: inout StageModel<BuiltInAnimation>) {
    // A frame is due already, and will include this command.
    guard let drawn = presenter.unchangedSince else { return }
    change = model.nextChange(by: command, after: drawn, on: layout, since: shown)
    if change == .now { presenter.invalidate() }
  }

  /// Logs that images of the theme are missing.
  func logMissingImages() {
    if layout.missingImages == 0 { return }
    let text: StaticString = "an image of the theme is broken or too large, leaving it out"
    Log.write(name.bytes, text.bytes)
  }

  /// Draws and shows the field of the prompt again.
  func repeatField() {
    repeatsField = true
    presenter.invalidate()
  }

  /// Sets another layout for another look.
  func change(_ layout: StageLayout, keepsOutgoing: Bool) {
    var layout = layout
    layout.setOutgoing(self.layout, keepsOutgoing: keepsOutgoing)
    self.layout = layout
    hasDrawn = false
    drawAgain()
  }

  /// Draws another frame, an image having been made.
  func drawAgain() {
    change = .now
    presenter.invalidate()
  }

  /// Whether the first frame of its layout waits for an image that it shows.
  func waitsForImages(_ model: borrowing StageModel<BuiltInAnimation>, at now: Instant) -> Bool {
    !hasDrawn && !model.isMade(on: layout, at: now)
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
  func countStall() -> Bool {
    let frames = presenter.presentedFrameCount
    stallCount = frames > framesBeforeStall + 1 ? 1 : stallCount + 1
    framesBeforeStall = frames
    return stallCount < 3
  }

  private func begin() {
    presenter.restart()
    (isSuspended, isDraining) = (false, false)
  }

  /// Whether the next commit may block for the display.
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
    // A pending frame is still waited for.
    if isDraining && !presenter.isBusy { return nil }
    return presenter.nextDeadline(change)
  }
}
