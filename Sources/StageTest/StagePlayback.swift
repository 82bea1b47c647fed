// SPDX-License-Identifier: Apache-2.0

public import Animations
import Images
import Motion
import Raster
import Scanout
import ToolSupport

/// Plays a timeline of commands on a stage with an output in memory, and takes snapshots of its frames.
///
/// The frames are drawn as for a display: a `Presenter` draws the difference from the buffer's last frame
/// and commits it to a `MemoryOutput`. So a golden image also checks an animation's damage. The caller
/// passes the time: nothing waits.
public struct StagePlayback<Content: Animation>: ~Copyable {
  private var stage: AnimationStage<Content>
  private var presenter: Presenter<MemoryOutput>
  private let timeline: Timeline
  private var applied = 0
  private var now = Int64(0)

  /// The milliseconds of a year: within a year no time of an animation overflows.
  private static var year: Int64 { 365 * 86_400_000 }

  /// Puts a stage on an output of its size, in XRGB8888; the animation can be the caller's own.
  ///
  /// - Parameters:
  ///   - stage: its state at 0 ms.
  ///   - timeline: commands with their times, one `MILLISECONDS COMMAND` a line as in
  ///     `flipbook render --timeline`; the commands are those of the daemon's socket.
  /// - Throws: `StageTestError` for a line of the timeline that is no command.
  public init(
    _ stage: consuming AnimationStage<Content>, timeline: String = ""
  ) throws(StageTestError) {
    let entries = try StagePlayback.read(timeline)
    let output = MemoryOutput(
      width: stage.widthInPixels, height: stage.heightInPixels, format: .xrgb8888,
      refreshMillihertz: 1_000_000, isStrict: true)
    presenter = Presenter(
      output: output, shapeCapacity: 1 << 10, elementCapacity: 1 << 15, stopCapacity: 1 << 10,
      edgeCapacity: 1 << 18)
    self.stage = stage
    self.timeline = entries
  }

  private static func read(_ text: String) throws(StageTestError) -> Timeline {
    do throws(ToolError) {
      return try Timeline(Array(text.utf8), name: "timeline")
    } catch {
      throw StageTestError(error.description)
    }
  }

  /// The frame of a time, with all commands up to that time applied.
  ///
  /// - Parameter milliseconds: since the stage appeared; not before the time of the last call, and at
  ///   most a year.
  /// - Returns: the frame that a display would show.
  /// - Throws: `StageTestError` where the scene exceeds its capacity, or the time goes back or is out of
  ///   range.
  /// - Complexity: as one frame of a display; the frames between two calls are not drawn.
  public mutating func frame(at milliseconds: Int64) throws(StageTestError) -> StageImage {
    guard (0...StagePlayback.year).contains(milliseconds) else {
      throw StageTestError("no frame at \(milliseconds) ms: expected 0 to \(StagePlayback.year)")
    }
    let time = milliseconds * 1_000_000
    guard time >= now else {
      throw StageTestError("the frame at \(milliseconds) ms is before one that was drawn")
    }
    while applied < timeline.entries.count, timeline.entries[applied].time.nanoseconds <= time {
      let entry = timeline.entries[applied]
      stage.apply(entry.command, at: entry.time.instant)
      applied += 1
    }
    now = time
    try present(at: Instant(nanoseconds: time))
    return snapshot
  }

  /// Draws and flips; the output reports a flip one refresh interval later.
  private mutating func present(at time: Instant) throws(StageTestError) {
    do throws(MemoryOutput.Failure) {
      try presenter.advance(at: time)
      if let target = presenter.beginFrame(at: time) {
        stage.draw(at: time, into: &presenter.scene)
        _ = try presenter.endFrame(at: target)
        while presenter.isBusy, let next = presenter.wakeTime ?? presenter.output.nextReportTime {
          try presenter.advance(at: next)
        }
      }
    } catch {
      throw StageTestError("the output in memory refused a frame: \(error)")
    }
    if presenter.isIncomplete { throw StageTestError("scene capacity exceeded") }
  }

  private var snapshot: StageImage {
    let size = presenter.output.sizeInPixels
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width { pixels.append(presenter.output.pixel(x: x, y: y) & 0xFFFFFF) }
    }
    return StageImage(Image(width: size.width, height: size.height, pixels: pixels))
  }
}

extension StagePlayback where Content == BuiltInAnimation {
  /// Sets up a stage on an output of its size, in XRGB8888.
  ///
  /// - Parameters:
  ///   - configuration: the stage; it shows its message where `showsMessage` is set.
  ///   - timeline: commands with their times, as above.
  /// - Throws: `StageTestError` for an impossible configuration, or a line of the timeline that is no
  ///   command.
  public init(
    _ configuration: StageConfiguration, timeline: String = ""
  ) throws(StageTestError) {
    let stage: Stage
    do throws(StageError) {
      stage = try Stage(configuration, at: .zero)
    } catch {
      throw StageTestError(error.words)
    }
    try self.init(stage, timeline: timeline)
  }
}
