import Animations
import Control
import Fbdev
import KMS
import Motion
import Scanout

/// One output with its own stage, laid out for it and drawn at its own rate.
///
/// Each is given every command at the same instant, so all show the same story. A class, because
/// Swift 6.3 has no array whose elements release something; made when an output appears and never in
/// a frame.
final class OutputStage {
  /// The output, and what is on its way to it.
  var presenter: Presenter<AnyOutput>
  /// What it shows.
  var stage: Stage
  /// The connector's name, or `memory`.
  let name: InlineText<32>
  /// Different from that of every other screen that there is or was.
  let number: Int

  /// The card that it is on; nil for one in memory.
  let device: DisplayDevice?
  /// How its pictures come to the display; nil for one in memory.
  private(set) var pipe: DisplayPipe?
  /// Whether it is left as it is: somebody else has the display, or is about to.
  var isSuspended = false
  /// Whether it is to draw nothing any more.
  var isDraining = false
  /// What is on the display until the first frame of this one is: with its framebuffers it would go
  /// dark.
  var predecessor: OutputStage?

  /// How many frames per second of what never ends are shown while the machine has more to do.
  private static var endlessRate: Int { 30 }

  /// How many frames per second the machine can spare while it has more to do; nil for any number.
  var affordableRate: Int?

  private let isPaced: Bool
  // For which instant the last frame was drawn; nil until there is one.
  private var drawnFor: Instant?
  private var hasNews = true
  // Whether the last frame may show what a person has typed.
  private var drewEntry = false
  private var hasLoggedCapacity = false
  private var stallCount = 0
  private var framesBeforeStall = 0

  /// Brings an output and its stage together.
  init(
    _ output: consuming AnyOutput, _ stage: consuming Stage, name: InlineText<32>, number: Int,
    device: DisplayDevice?, pipe: DisplayPipe?, _ options: borrowing Options
  ) {
    self.device = device
    self.pipe = pipe
    presenter = Presenter(output: output, dithering: options.dithering)
    presenter.limit(framesPerSecond: options.frameRateLimit)
    isPaced = options.pacesEndless
    self.stage = stage
    self.name = name
    self.number = number
  }

  /// Has the output its say, and draws the next frame if that may differ from the last.
  func show(at now: Instant) throws(OutputFailure) {
    if isSuspended { return }
    try presenter.advance(at: now)
    if !isBlank { predecessor = nil }
    guard isFrameDue(at: now), let target = presenter.beginFrame(at: now) else { return }
    hasNews = false
    drawnFor = target
    if isPaced {
      // From the next frame on: this one was begun under the rate before.
      let rate = stage.isEndless(at: target) ? OutputStage.endlessRate : nil
      presenter.limit(framesPerSecond: affordableRate.map { min($0, rate ?? $0) } ?? rate)
    }
    if stage.isAsking { drewEntry = true }
    stage.draw(at: target, into: &presenter.scene)
    try presenter.endFrame(at: now)
    drewEntry = stage.isAsking
    if presenter.isIncomplete, !hasLoggedCapacity {
      hasLoggedCapacity = true
      Log.write("scene capacity exceeded: some shapes were not drawn")
    }
  }

  /// Carries a command out.
  func apply(_ command: Command, at now: Instant) {
    stage.apply(command, at: now)
    hasNews = true
  }

  /// Begins anew on the same display, perhaps with others in the way; what is on it stays until the
  /// next frame, unless the mode has to be set for certain.
  func restart(on pipe: DisplayPipe, switchingOff: Bool = false) {
    self.pipe = pipe
    presenter.output.kms?.restart(on: pipe, switchingOff: switchingOff)
    begin()
  }

  /// Begins anew after a frame whose report did not come.
  func restart() {
    presenter.output.kms?.restart()
    presenter.output.framebuffer?.restart()
    begin()
  }

  /// Takes note of a report that did not come; whether it is worth to set the display up again, which
  /// three times in a row it is not.
  func noteStall() -> Bool {
    let frames = presenter.presentedFrameCount
    stallCount = frames > framesBeforeStall + 1 ? 1 : stallCount + 1
    framesBeforeStall = frames
    return stallCount < 3
  }

  private func begin() {
    presenter.restart()
    drawnFor = nil
    (isSuspended, isDraining) = (false, false)
  }

  /// Whether what is shown, or is about to be, may tell what a person types.
  var showsPrompt: Bool { stage.isAsking || drewEntry }

  /// Whether its first frame is still to come.
  var isBlank: Bool { presenter.presentedFrameCount == 0 }

  /// Whether a frame is on its way to the display.
  var isBusy: Bool { presenter.isBusy && !isSuspended }

  /// What tells the picture that it shows from all others of all screens.
  var frame: Int { number << 32 | presenter.committedFrameCount }

  /// How long nothing needs to be done unless something happens; nil for ever.
  func nextDeadline() -> Instant? {
    if isSuspended { return nil }
    if presenter.isBusy { return presenter.wakeTime }
    if isDraining { return nil }
    guard let drawnFor else { return .zero }
    let begin = presenter.clock.nextBegin(after: drawnFor) ?? drawnFor
    if hasNews { return begin }
    switch stage.nextChange(after: drawnFor) {
    case .now: return begin
    case .at(let instant): return max(begin, lead(instant))
    case .never: return nil
    }
  }

  /// Whether the frame of the next vblank may differ from the last that was drawn.
  private func isFrameDue(at now: Instant) -> Bool {
    guard !presenter.isBusy, !isDraining else { return false }
    if let drawnFor, let begin = presenter.clock.nextBegin(after: drawnFor), now < begin {
      return false
    }
    guard let drawnFor, !hasNews, !presenter.mustRedraw else { return true }
    // The vblank that the last frame was for is still to come: there is no other to draw for.
    if now < drawnFor, presenter.clock.lastVblank != nil { return false }
    switch stage.nextChange(after: drawnFor) {
    case .now: return true
    case .at(let instant): return now >= lead(instant)
    case .never: return false
    }
  }

  /// From when on the vblanks are of interest if something happens at an instant.
  private func lead(_ instant: Instant) -> Instant {
    instant - presenter.clock.period
  }
}
