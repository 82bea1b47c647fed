// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import Raster

/// Which animation a stage shows, how it looks, and how large everything is.
public struct StageConfiguration: Equatable, Sendable {
  /// The animations.
  public enum AnimationKind: Equatable, Sendable {
    /// A bar whose colours flow along it.
    case flow
    /// A box that becomes a bar with a speech bubble.
    case download
    /// A ring with a gradient, or several.
    case ring
  }

  /// The animation.
  public var animation: AnimationKind

  /// The stage in pixels, as they lie in memory: a panel of 1080 by 1920 has that size turned, too.
  public var widthInPixels, heightInPixels: Int

  /// Pixels per point.
  public var scale: Fixed = 1

  /// The rotation from the layout to those pixels.
  public var rotation = Rotation.degrees0

  /// The unrotated stage's size in points, if rounded up to whole pixels;
  /// nil means pixels divided by scale.
  public var width, height: Fixed?

  /// The animation's own box in points; nil means its default.
  public var boxWidth, boxHeight: Fixed?

  /// The background colour; nil means the animation's default.
  public var background: Color?

  /// The colours of the flow bar.
  public var palette = Palette.rainbow

  /// How the colours of the flow bar move on.
  public var flow = Flow.forward

  /// From where to where the flow bar's gradient goes.
  public var axis = GradientAxis.leftToRight

  /// How long the colours of the flow bar take to the positions of their successors.
  public var flowPeriod = Duration.milliseconds(100)

  /// How long the shown progress of flow bar and download bar takes to 99.9 % of its distance.
  public var springDuration = Duration.milliseconds(500)

  /// How the ring's arc is painted.
  public var paint = RingPaint.halves

  /// The direction in which the ring's arc grows.
  public var direction = RingDirection.clockwise

  /// How many rings there are, each with its own channel, from the outer one inwards: 1 to 8.
  public var rings = 1

  /// The diameter of the disc at the head of a ring's arc, in points.
  public var dotDiameter: Fixed = 10

  /// What the colours of a ring go to on a failure; a flow bar's palette has its own.
  public var failureColor = Color(hex: 0xD0312D)

  /// Whether the animation shows its label.
  public var showsLabel = true

  /// Whether the message is shown below the animation.
  public var showsMessage = false

  /// How long a prompt takes to appear, and to go, and a message to its successor.
  package var fade = Duration.zero

  /// Colours and measures that only a theme changes.
  package var look = AnimationLook.usual

  /// A theme, which decides on all else but the output; nil for the built-in look.
  #if arch(wasm32)
    // The playground has none, and takes 36 KB less than with what shows them.
    package var theme: ThemeChoice? { nil }
  #else
    package var theme: ThemeChoice?
  #endif

  /// Describes a stage of a size in pixels, with defaults for the rest.
  @inline(never)
  public init(
    animation: AnimationKind, widthInPixels: Int, heightInPixels: Int, scale: Fixed = 1
  ) {
    self.animation = animation
    self.widthInPixels = widthInPixels
    self.heightInPixels = heightInPixels
    self.scale = scale
  }

  /// Describes a stage of a size in points; its pixels are rounded up to whole ones.
  ///
  /// Up to 2⁻¹⁶ of a pixel is not worth another one: a scale such as 1.1 is no exact number, and
  /// 200 points are 220 pixels there. The size is that of the unrotated stage. Traps when the size in
  /// pixels is out of range.
  public init(
    animation: AnimationKind, width: Fixed, height: Fixed, scale: Fixed = 1,
    rotation: Rotation = .degrees0
  ) {
    let pixels = rotation.turned(
      width: (width * scale - Fixed(raw: 1 << 16)).ceiling,
      height: (height * scale - Fixed(raw: 1 << 16)).ceiling)
    self.init(
      animation: animation, widthInPixels: pixels.width, heightInPixels: pixels.height,
      scale: scale)
    self.rotation = rotation
    self.width = width
    self.height = height
  }
}

extension StageConfiguration {
  /// Shows the whole stage as the daemon does: with its message, and what changes fades.
  package mutating func showWholeStage() {
    showsMessage = true
    fade = .milliseconds(160)
  }

  /// Checks the configuration.
  ///
  /// - Throws: The first error that a stage of this configuration has.
  package func check() throws(StageError) {
    let model = try StageModel(self, at: .zero)
    _ = try StageLayout(self, for: model.animation)
  }

  /// The same look on the output of another configuration.
  package func resized(like other: StageConfiguration) -> StageConfiguration {
    var result = self
    (result.widthInPixels, result.heightInPixels) = (other.widthInPixels, other.heightInPixels)
    (result.scale, result.rotation) = (other.scale, other.rotation)
    (result.showsMessage, result.fade) = (other.showsMessage, other.fade)
    return result
  }

  /// Whether its durations are such that a spring can have them: from a microsecond to an hour.
  var hasUsableDurations: Bool {
    let usable = Duration.microseconds(1)...Duration.milliseconds(3_600_000)
    return usable.contains(flowPeriod) && usable.contains(springDuration)
  }
}
