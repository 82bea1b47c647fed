// SPDX-License-Identifier: Apache-2.0

package import Animations
import DisplayList
import Fbdev
package import KMS
import Motion
import Raster
package import Scanout
import Stage
package import Text

/// One output with its own layout of the stage, drawn at its own rate.
///
/// It shows the model that all outputs share. A class, because no array has noncopyable elements
/// (compiler-workarounds.md: array-of-owners); it is created when an output appears, and never in a frame.
package final class OutputStage<Content: Animation> {
  /// The pipe of the output; nil for memory and framebuffer devices.
  package private(set) var pipe: DisplayPipe?
  /// The card of the output; nil for memory and framebuffer devices.
  package let device: DisplayDevice?
  /// Whether nothing is drawn or committed because another master has the card, or is about to.
  package var isSuspended = false
  /// Whether drawing has stopped, because a hand-over drains pending flips.
  package var isDraining = false
  /// The output stage that it replaces, kept until its own first frame is presented: removing the scanned-out
  /// framebuffer would switch off the display.
  var predecessor: OutputStage?
  /// The frame rate that a busy machine can afford; nil for no limit.
  package var affordableRate: Int?
  private let isPaced: Bool
  /// Whether every differing frame is drawn, not only visibly differing ones.
  private let drawsEveryFrame: Bool
  /// Whether the last frame may show typed text.
  package private(set) var drewEntry = false
  /// The number of next frames to wipe before they are drawn: the scene of each buffer may contain typed
  /// text.
  private var wipeCount = 0
  /// Whether the next frame is shown whether or not it differs, for the time of a key is in the frames as well.
  private var repeatsField = false
  private var hasLoggedCapacity = false
  /// Whether a frame of the current layout has been drawn; the first one waits for its images.
  private var hasDrawn = false
  /// Whether images of the layout may still have to be made: to ask the layout copies it, which is too much for each frame.
  private(set) var mayMakeImages = true
  /// When the last frame may change, computed when it was drawn: other outputs advance the model further.
  private var change = NextChange.now
  /// Unique among all output stages of this run.
  package let number: Int

  /// The output and its swapchain.
  package var presenter: Presenter<AnyOutput>
  /// The layout of the stage on this output.
  package private(set) var layout: StageLayout
  /// The connector's name, or `memory`.
  package let name: InlineText<32>

  /// The frame rate of endless animations while the machine is busy.
  private static var endlessRate: Int { 30 }

  /// The motion of the displayed frame, while nothing else can have changed.
  private var shown: ShownMotion?
  /// The image that is shown in place of the stage; nil while the stage is shown.
  package private(set) var cover: CoverImage?
  private var stallCount = 0
  private var framesBeforeStall: Int64 = 0

  /// An output with its layout.
  init(
    _ output: consuming AnyOutput, _ layout: StageLayout, name: InlineText<32>, number: Int,
    device: DisplayDevice?, pipe: DisplayPipe?, isPaced: Bool,
    _ options: borrowing OutputOptions
  ) throws(StageError) {
    let failures = CheckedHeap.failureCount
    self.device = device
    self.pipe = pipe
    CheckedHeap.startMany()
    // A theme can come at any time; unused capacity costs no memory.
    presenter = Presenter(output: output, dithering: options.dithering, shapeCapacity: 384)
    CheckedHeap.endMany()
    presenter.limit(framesPerSecond: options.frameRateLimit)
    self.isPaced = isPaced
    drawsEveryFrame = options.drawsEveryFrame
    self.layout = layout
    self.name = name
    self.number = number
    // Of its many arrays one without memory would end the program in a frame.
    if CheckedHeap.failureCount != failures { throw .outOfMemory }
  }

  /// Handles the output's report, and draws the next frame of a model if it may differ from the last.
  func show<Source: StageSource & ~Copyable>(
    _ model: inout StageModel<Content>, of source: borrowing Source, at now: Instant
  ) throws(OutputFailure) where Source.Content == Content {
    if isSuspended { return }
    try show(&model, of: source, by: &presenter, at: now)
  }

  /// The same with one access to the presenter: regular Swift checks at run time that each access is exclusive.
  private func show<Source: StageSource & ~Copyable>(
    _ model: inout StageModel<Content>, of source: borrowing Source,
    by presenter: inout Presenter<AnyOutput>, at now: Instant
  ) throws(OutputFailure) where Source.Content == Content {
    if presenter.output.kms?.willWait(at: now) ?? false {
      let text: StaticString =
        "the driver has not completed a flip: EBUSY; setting the mode and waiting for the kernel"
      source.log.write(name.bytes, text.bytes)
    }
    try presenter.advance(at: now)
    logSetup(of: &presenter, source.log)
    if presenter.presentedFrameCount > 0 { predecessor = nil }
    // Checked first, as a borrowed model is copied (compiler-workarounds.md: immutable-self).
    if isDraining || !hasDrawn && waitsForImages(model, at: now) { return }
    guard presenter.isFrameDue(change, at: now), let target = presenter.beginFrame(at: now) else {
      return
    }
    if isPaced {
      // From the next frame on: this frame has begun at the previous rate.
      let rate = model.isEndless(at: target) ? Self.endlessRate : nil
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
    if let cover {
      model.draw(cover, at: target, on: layout, into: &presenter.scene)
    } else {
      model.draw(at: target, on: layout, into: &presenter.scene)
    }
    hasDrawn = true
    let outcome = try presenter.endFrame(at: now, repeatsField: repeatsField && model.isAsking)
    repeatsField = false
    findChange(model, of: source, after: target, isUnchanged: outcome == .unchanged)
    logSetup(of: &presenter, source.log)
    drewEntry = model.isAsking
    if !model.isDissolving(at: now) { layout.removeOutgoing(isUnseen: outcome == .unchanged) }
    if presenter.isIncomplete, !hasLoggedCapacity {
      hasLoggedCapacity = true
      source.log.write("scene capacity exceeded: some shapes were not drawn")
    }
  }

  /// Finds when the frame that was drawn for an instant may change.
  private func findChange<Source: StageSource & ~Copyable>(
    _ model: borrowing StageModel<Content>, of source: borrowing Source, after target: Instant,
    isUnchanged: Bool
  ) where Source.Content == Content {
    if cover != nil {
      (shown, change) = (nil, model.coverChange(after: target))
    } else if drawsEveryFrame {
      // A differing frame means motion: only an unchanged frame needs the query.
      change = .now
      if isUnchanged {
        change = Source.nextChange(of: model, after: target, on: layout, since: nil).ofEveryFrame
      }
    } else {
      shown = Source.shownMotion(of: model, at: target)
      change = Source.nextChange(of: model, after: target, on: layout, since: shown)
    }
  }

  /// Shows an image in place of the stage, with the prompt in front of it, or the stage again.
  package func show(_ cover: CoverImage?) {
    self.cover = cover
    drawAgain()
  }

  /// Logs how the last commit configured the display.
  private func logSetup(of presenter: inout Presenter<AnyOutput>, _ log: some DeviceLog) {
    if let setup = presenter.output.kms?.takeSetup() ?? nil { log.report(name.bytes, setup) }
  }

  /// Draws the next frame after a command has changed the model.
  ///
  /// If the command only set a target, that is when the change becomes visible.
  func noteCommand<Source: StageSource & ~Copyable>(
    _ command: Command, _ model: inout StageModel<Content>, of source: borrowing Source
  ) where Source.Content == Content {
    // A frame is due already, and will include this command.
    guard let drawn = presenter.unchangedSince else { return }
    change =
      cover != nil
      ? .now : Source.nextChange(of: model, by: command, after: drawn, on: layout, since: shown)
    if change == .now { presenter.invalidate() }
  }

  /// Whether images of the layout are still to be made.
  func checkImages() -> Bool {
    mayMakeImages = layout.isMaking
    return mayMakeImages
  }

  /// Logs that images of the theme are missing.
  func logMissingImages(_ log: some DeviceLog) {
    if layout.missingImages == 0 { return }
    let text: StaticString = "an image of the theme is broken or too large, leaving it out"
    log.write(name.bytes, text.bytes)
  }

  /// Draws and shows the field of the prompt again.
  func repeatField() {
    repeatsField = true
    presenter.invalidate()
  }

  /// Sets the display of the on-screen keyboard; nil for an output without it.
  func setKeyboard(_ display: OnScreenDisplay?) { layout.keyboardDisplay = display }

  /// Sets another layout for another look.
  package func change(_ layout: StageLayout, keepsOutgoing: Bool) {
    var layout = layout
    layout.setOutgoing(self.layout, keepsOutgoing: keepsOutgoing)
    self.layout = layout
    (hasDrawn, mayMakeImages) = (false, true)
    drawAgain()
  }

  /// Draws another frame, an image having been made.
  package func drawAgain() {
    change = .now
    presenter.invalidate()
  }

  /// Whether the first frame of its layout waits for an image that it shows.
  func waitsForImages(_ model: borrowing StageModel<Content>, at now: Instant) -> Bool {
    !hasDrawn && !model.isMade(on: layout, at: now)
  }

  /// Restarts on a pipe to the same display; the frame that is scanned out stays until the next one,
  /// unless `switchingOff` forces a modeset.
  package func restart(on pipe: DisplayPipe, switchingOff: Bool = false) {
    self.pipe = pipe
    presenter.output.kms?.restart(on: pipe, switchingOff: switchingOff)
    begin()
  }

  /// Restarts after a flip that did not complete.
  package func restart() {
    presenter.output.kms?.restart()
    presenter.output.framebuffer?.restart()
    begin()
  }

  /// Counts a flip that did not complete; false after three in a row, when a restart is futile.
  package func countStall() -> Bool {
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
  package var mayWait: Bool { presenter.output.kms?.mayWait ?? false }

  /// Whether no frame has been presented yet.
  package var isBlank: Bool { presenter.presentedFrameCount == 0 }

  /// Whether a flip is pending.
  var isBusy: Bool { presenter.isBusy && !isSuspended }

  /// Identifies the last committed frame among those of all output stages.
  package var frame: Int64 { Int64(number) << 32 | presenter.committedFrameCount }

  /// When to call `show` next without an event; nil for never.
  func nextDeadline() -> Instant? {
    if isSuspended { return nil }
    // A pending frame is still waited for.
    if isDraining && !presenter.isBusy { return nil }
    return presenter.nextDeadline(change)
  }
}
