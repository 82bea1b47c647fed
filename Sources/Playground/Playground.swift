// SPDX-License-Identifier: Apache-2.0

import Animations
import DisplayList
import FixedPoint
import Motion
import Raster
import Scanout
import Stage

/// A stage for a web page: the presenter draws its frames as on a display with two buffers.
///
/// The page passes the time. `init` allocates all memory.
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
    static let rectangleCount = 5
    static let rectangles = 6
    static let count = 6 + 4 * 16
  }

  /// The largest side of a frame in pixels.
  static var largestSide: Int { 4096 }

  private var stage: Stage
  private var presenter: Presenter<MemoryOutput>
  private var facts = [UInt32](repeating: 0, count: Fact.count)
  /// The latest time in any call: an earlier time counts as this latest time.
  private var now = Instant.zero

  /// Sets up a stage that appears at zero.
  ///
  /// - Throws: The reason why the stage cannot be drawn.
  init(_ configuration: StageConfiguration) throws(OptionProblem) {
    do throws(StageError) {
      stage = try Stage(configuration, at: .zero)
    } catch {
      throw OptionProblem(error)
    }
    // Red in the lowest byte, as in a canvas.
    presenter = Presenter(
      output: MemoryOutput(
        width: configuration.widthInPixels, height: configuration.heightInPixels,
        format: .xbgr8888, pacing: .timer, isStrict: false))
  }

  /// Applies a command at an instant.
  mutating func apply(_ command: Command, at time: Instant) {
    now = max(now, time)
    stage.apply(command, at: now)
    presenter.invalidate()
  }

  /// Draws the frame of an instant; false where the shown frame is still right.
  mutating func draw(at time: Instant) -> Bool {
    now = max(now, time)
    let (frames, pixels) = (presenter.presentedFrameCount, presenter.pixelsWritten)
    // The clock gives the instant at which a display would show the frame; it does not matter here.
    guard let target = presenter.beginFrame(at: now) else { return false }
    stage.draw(at: now, into: &presenter.scene)
    // An output in memory accepts every frame, unless it is strict.
    _ = try? presenter.endFrame(at: target)
    try? presenter.advance(at: target)
    let isNew = presenter.presentedFrameCount > frames
    note(pixelsWritten: Int64(presenter.pixelsWritten - pixels), isNew: isNew)
    return isNew
  }

  /// When the frame may change next without a command.
  mutating func nextChange(after time: Instant) -> NextChange {
    now = max(now, time)
    return stage.nextChange(after: now)
  }

  /// The shown and the reported values of a channel.
  mutating func status(at time: Instant, channel: Int) -> StageStatus? {
    now = max(now, time)
    return stage.status(at: now, channel: channel)
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

  private mutating func note(pixelsWritten: Int64, isNew: Bool) {
    facts[Fact.pixelsWritten] = UInt32(clamping: pixelsWritten)
    facts[Fact.frameCount] = UInt32(clamping: presenter.presentedFrameCount)
    facts[Fact.isIncomplete] = presenter.isIncomplete ? 1 : 0
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
