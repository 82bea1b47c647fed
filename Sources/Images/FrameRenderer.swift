// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
package import Animations
import Control
import FixedPoint
package import Motion
package import DisplayList
package import Raster
package import Stage

/// Plays a timeline on a stage and draws frames at requested times.
///
/// The frames are those that the daemon would show for a client that sends the timeline.
package struct FrameRenderer: ~Copyable {
  private var stage: Stage
  /// The daemon's own commands: those that begin a mode, and its title until a client sets a message.
  private var session = PlymouthSession()
  private var scene: Scene
  private var renderer: Renderer
  private let width: Int
  private let height: Int
  private let format: PixelFormat
  private var timeline: Timeline
  private var played = 0

  /// A stage that appears at 0 on a display of a format, as in a daemon that starts in a mode, or in none.
  ///
  /// `clock` is what a theme's clock shows: by default 10:10 at 0, whatever the time is.
  package init(
    _ configuration: StageConfiguration, _ timeline: Timeline, mode: MachineMode? = nil,
    clock: WallClock = WallClock(hours: 10, minutes: 10, at: .zero),
    format: PixelFormat = .xrgb8888, dithering: Dithering = .automatic
  ) throws(ToolError) {
    do {
      stage = try Stage(configuration, at: .zero)
    } catch {
      throw .usage(error.words)
    }
    stage.makePixmaps()
    stage.set(clock, at: .zero)
    // A theme has any number of elements, an on-screen keyboard about a hundred.
    let shapes = 512
    scene = Scene.large(shapes: shapes)
    self.timeline = timeline
    self.format = format
    width = configuration.widthInPixels
    height = configuration.heightInPixels
    renderer = Renderer.large(width: width, height: height, shapes: shapes)
    renderer.dithering = dithering
    if let mode { session.begin(mode) }
    followSession(at: .zero)
  }

  /// The frame at a time, which must not be before that of the last call.
  package mutating func image(at time: Milliseconds) throws(ToolError) -> Image {
    while played < timeline.entries.count, timeline.entries[played].time <= time {
      let entry = timeline.entries[played]
      session.recordOthers(entry.command)
      stage.apply(entry.command, at: entry.time.instant)
      followSession(at: entry.time.instant)
      played += 1
    }
    scene.removeAll()
    stage.draw(at: time.instant, into: &scene)
    return try scene.image(width: width, height: height, format: format, with: &renderer)
  }

  /// Shows the on-screen keyboard with prompts, on a display of a size in millimetres; 0 for an unknown size.
  package mutating func show(
    _ face: OnScreenFace, rotation: Rotation, millimetres: (width: Int, height: Int)
  ) {
    stage.show(
      face,
      on: OnScreenDisplay(
        width: width, height: height, rotation: rotation, millimetresWide: millimetres.width,
        millimetresHigh: millimetres.height))
  }

  /// Adds a command to the timeline; its time must not be before that of the last frame.
  package mutating func insert(_ entry: Timeline.Entry) { timeline.insert(entry) }

  private mutating func followSession(at time: Instant) {
    while let command = session.nextCommand() { stage.apply(command, at: time) }
  }
}

extension Renderer {
  /// A renderer with capacity for the longest message at the largest scale.
  package static func large(width: Int, height: Int, shapes: Int = 64) -> Renderer {
    Renderer(
      maximumWidth: width, maximumHeight: height, shapeCapacity: shapes, edgeCapacity: 1 << 18)
  }
}

extension Scene {
  /// A scene with capacity for the longest message.
  package static func large(background: Color = .black, shapes: Int = 64) -> Scene {
    Scene(
      background: background, shapeCapacity: shapes, elementCapacity: 1 << 15, stopCapacity: 2048)
  }

  /// Draws the whole scene into an image, as on a display of a format.
  package func image(
    width: Int, height: Int, format: PixelFormat = .xrgb8888, with renderer: inout Renderer
  ) throws(ToolError) -> Image {
    let all = DamageRegion(allOfWidth: width, height: height)
    // Whole words, at least as many as the pixels need, so that rows are aligned.
    var words = [UInt32](repeating: 0, count: width * height)
    var pixels = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: format)
    renderer.draw(self, damage: all, into: &pixels)
    guard !overflowed, !renderer.overflowed else {
      throw .usage("the scene is too complex to be drawn at this size")
    }
    return Image(width: width, height: height, rows: words, of: format)
  }
}

extension StageError {
  /// The error as text for the command line.
  package var words: String {
    switch self {
    case .emptyStage: "the frame has no pixels"
    case .tooLarge: "the frame or its box is longer than 16384 points or pixels"
    case .emptyBox: "--size: the box has no area"
    case .ringNotSquare: "--size: a ring's box is as high as it is wide"
    case .ringTooSmall: "--size: a ring, and the innermost of several, needs at least 34 points"
    case .ringCount: "--rings: 1 to 8 are possible"
    case .durationOutOfRange: "a duration is not between a microsecond and an hour"
    case .dotOutOfRange: "a ring's dot has no size, or is wider than the ring"
    case .axisOfLengthZero: "the gradient's axis has length 0"
    case .outOfMemory: "there is not enough memory"
    case .tooMuchWork: "the theme's images take too long to be made"
    case .flowDoesNotFitPalette: "the flow has another length than its palette"
    }
  }
}
