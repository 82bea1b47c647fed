// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import DisplayList
import FixedPoint
import Motion
import Raster
import Scanout
import Stage

/// A stage for a web page, with the daemon's modes and prompts: the presenter draws its frames as on a display
/// with two buffers.
///
/// The page passes the time. Memory is allocated by `init`, and for images and another look.
struct Playground: ~Copyable {
  /// The facts about a frame, in this order, each a word of 32 bits.
  ///
  /// Behind them come the changed rectangles, four words each: x, y, width and height.
  private enum Fact {
    static let pixelsWritten = 0
    static let drawnPixels = 1
    static let changedPixels = 2
    static let frameCount = 3
    static let isIncomplete = 4
    static let missingImages = 5
    static let rectangleCount = 6
    static let rectangles = 7
    static let count = 7 + 4 * 16
  }

  /// How much work of a theme's images is done in one call: some 10 ms.
  private static var slice: Int { 1 << 19 }

  /// The largest side of a frame in pixels.
  static var largestSide: Int { 4096 }

  /// What the stage shows.
  var model: StageModel<BuiltInAnimation>
  var layout: StageLayout
  /// The look of the present mode.
  var look: StageConfiguration
  /// The daemon's own commands: those that begin a mode, its title, and prompts.
  var session = PlymouthSession()
  var prompts = PromptQueue()
  /// The mode of the present look.
  var mode = MachineMode.bootUp
  /// The number of prompts so far.
  var promptCount: UInt32 = 0
  /// Whether a frame of the present look was drawn; the first one waits for its images.
  var hasDrawn = false
  var presenter: Presenter<MemoryOutput>
  /// The latest time in any call: an earlier time counts as this latest time.
  var now = Instant.zero
  private var facts = [UInt32](repeating: 0, count: Fact.count)

  /// Sets up a stage that appears at zero.
  ///
  /// - Throws: The reason why the stage cannot be drawn.
  init(_ options: StageOptions) throws(OptionProblem) {
    look = options.configuration
    do throws(StageError) {
      let model = try StageModel(look, at: .zero)
      layout = try StageLayout(look, for: model)
      self.model = model
    } catch {
      throw OptionProblem(error)
    }
    // Red in the lowest byte, as in a canvas. As many shapes as the daemon has, for a theme.
    presenter = Presenter(
      output: MemoryOutput(
        width: look.widthInPixels, height: look.heightInPixels,
        format: .xbgr8888, pacing: .timer, isStrict: false), shapeCapacity: 256)
    // As in the tool's frames.
    model.set(WallClock(hours: 10, minutes: 10, at: .zero), at: .zero)
    reserveImages()
    if let mode = options.mode {
      self.mode = mode
      session.begin(mode)
      followSession()
    }
  }

  /// Reserves the images of the present look; `draw` counts those that are left out.
  func reserveImages() {
    do throws(StageError) { try layout.reservePixmaps(PixmapBudget()) } catch {}
  }

  /// Makes some images of the theme, first those of the frame of an instant; true while others are left.
  mutating func makeImages(at time: Instant) -> Bool {
    now = max(now, time)
    var work = Playground.slice
    if model.makePixmaps(&work, on: layout, at: now) { presenter.invalidate() }
    return layout.isMaking
  }

  /// Draws the frame of an instant; false where the shown frame is still right, or the images of a new look are not
  /// made yet.
  mutating func draw(at time: Instant) -> Bool {
    now = max(now, time)
    prompts.forget(at: now)
    if !hasDrawn, !model.isMade(on: layout, at: now) { return false }
    let (frames, pixels) = (presenter.presentedFrameCount, presenter.pixelsWritten)
    // The clock gives the instant at which a display would show the frame; it does not matter here.
    guard let target = presenter.beginFrame(at: now) else { return false }
    model.advance(to: now)
    model.draw(at: now, on: layout, into: &presenter.scene)
    hasDrawn = true
    // An output in memory accepts every frame, unless it is strict.
    let outcome = try? presenter.endFrame(at: target)
    try? presenter.advance(at: target)
    if !model.isDissolving(at: now) { layout.removeOutgoing(isUnseen: outcome == .unchanged) }
    let isNew = presenter.presentedFrameCount > frames
    record(pixelsWritten: Int64(presenter.pixelsWritten - pixels), isNew: isNew)
    return isNew
  }

  /// When the frame may change next without a command.
  mutating func nextChange(after time: Instant) -> NextChange {
    now = max(now, time)
    if layout.isMaking { return .now }
    model.advance(to: now)
    return model.nextChange(after: now, on: layout)
  }

  /// The shown and the reported values of a channel.
  mutating func status(at time: Instant, channel: Int) -> StageStatus? {
    now = max(now, time)
    model.advance(to: now)
    return model.status(at: now, channel: channel)
  }

  /// The address of the shown frame's pixels, in rows without gaps; meaningless before the first frame.
  var pixels: UInt {
    // Only the number is used. The memory stays in place as long as this value exists.
    unsafe presenter.output.snapshot.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  /// The address of the facts about the last frame.
  var factsAddress: UInt {
    // As above.
    unsafe facts.span.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  private mutating func record(pixelsWritten: Int64, isNew: Bool) {
    facts[Fact.pixelsWritten] = UInt32(clamping: pixelsWritten)
    facts[Fact.frameCount] = UInt32(clamping: presenter.presentedFrameCount)
    facts[Fact.isIncomplete] = presenter.isIncomplete ? 1 : 0
    facts[Fact.missingImages] = UInt32(clamping: layout.missingImages)
    facts[Fact.drawnPixels] = isNew ? UInt32(clamping: presenter.drawn.pixelCount) : 0
    facts[Fact.changedPixels] = isNew ? UInt32(clamping: presenter.changed.pixelCount) : 0
    facts[Fact.rectangleCount] = 0
    if !isNew { return }
    let rectangles = presenter.changed.rectangles
    for index in 0..<rectangles.count {
      let rectangle = rectangles[index]
      let first = Fact.rectangles + 4 * index
      facts[first] = UInt32(clamping: rectangle.x)
      facts[first + 1] = UInt32(clamping: rectangle.y)
      facts[first + 2] = UInt32(clamping: rectangle.width)
      facts[first + 3] = UInt32(clamping: rectangle.height)
    }
    facts[Fact.rectangleCount] = UInt32(clamping: rectangles.count)
  }
}
