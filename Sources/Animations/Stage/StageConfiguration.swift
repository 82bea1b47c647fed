// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import DisplayList
internal import Theme

/// The animation of a stage, its look, and all sizes.
public struct StageConfiguration: Equatable, Sendable {
  /// The animation.
  public var animation: AnimationKind

  /// The stage in pixels, as they lie in memory; a rotated panel of 1080 by 1920 has that size too.
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

  /// How the colours of the flow bar move.
  public var flow = Flow.forward

  /// The axis of the flow bar's gradient.
  public var axis = GradientAxis.leftToRight

  /// How long the colours of the flow bar take to the positions of their successors.
  public var flowPeriod = TimeSpan.milliseconds(100)

  /// How long the shown progress of flow bar and download bar takes to cover 99.9 % of its distance.
  public var springDuration = TimeSpan.milliseconds(500)

  /// The paint of the ring's arc.
  public var paint = RingPaint.halves

  /// The direction in which the ring's arc grows.
  public var direction = RingDirection.clockwise

  /// The number of rings, each with its own channel, from the outside inwards: 1 to 8.
  public var rings = 1

  /// The diameter of the disc at the head of a ring's arc, in points.
  public var dotDiameter: Fixed = 10

  /// The colour that a ring's colours fade to on a failure; a flow bar's palette has its own.
  public var failureColor = Color(hex: 0xD0312D)

  /// Whether the animation shows its label.
  public var showsLabel = true

  /// Whether the message is shown below the animation.
  public var showsMessage = false

  /// The duration of a prompt's fade, in and out, and of a message's fade to the next message.
  package var fade = TimeSpan.zero

  /// A theme, which determines everything except the output; nil for the built-in look.
  package var theme: ThemeSelection?

  /// The firmware's logo on this output; nil where there is none.
  package var firmwareLogo: PlacedImage?

  /// Whether the built-in look shows the firmware's logo.
  package var showsFirmwareLogo = false

  /// A stage of a size in pixels, with defaults for the rest.
  public init(
    animation: AnimationKind, widthInPixels: Int, heightInPixels: Int, scale: Fixed = 1
  ) {
    self.animation = animation
    self.widthInPixels = widthInPixels
    self.heightInPixels = heightInPixels
    self.scale = scale
  }

  /// A stage of a size in points; its pixels are rounded up to whole ones.
  ///
  /// An excess of up to 2⁻¹⁶ pixel is dropped: a scale such as 1.1 is not exact, and 200 points are
  /// 220 pixels there. The size is that of the unrotated stage. Traps when the size in pixels is out
  /// of range.
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
  /// Shows the whole stage as the daemon does: with its message, and with fades for all changes.
  package mutating func showWholeStage() {
    showsMessage = true
    fade = .milliseconds(160)
  }

  /// Checks the configuration.
  ///
  /// - Throws: The first error that a stage of this configuration has.
  package func check() throws(StageError) {
    let model = try StageModel(self, at: .zero)
    _ = try StageLayout(self, for: model)
  }

  /// The same look on another configuration's output.
  package func resized(like other: StageConfiguration) -> StageConfiguration {
    var result = self
    (result.widthInPixels, result.heightInPixels) = (other.widthInPixels, other.heightInPixels)
    (result.scale, result.rotation) = (other.scale, other.rotation)
    (result.showsMessage, result.fade) = (other.showsMessage, other.fade)
    return result
  }

  /// Whether its durations are valid for a spring: from a microsecond to an hour.
  var hasUsableDurations: Bool {
    let usable = TimeSpan.microseconds(1)...TimeSpan.milliseconds(3_600_000)
    return usable.contains(flowPeriod) && usable.contains(springDuration)
  }
}

extension StageConfiguration {
  /// Whether its look shows the firmware's logo, where there is one.
  package var wantsFirmwareLogo: Bool {
    theme?.pack.showsFirmwareLogo ?? showsFirmwareLogo
  }

  /// The minimum size of the unrotated stage, in points, without anything cut off.
  ///
  /// The message needs 4½ cap heights of 9 points below the box. A flow bar without a size of its own fits any
  /// width.
  package var minimumSize: (width: Fixed, height: Fixed) {
    if let pack = theme?.pack {
      return (
        max(1, Fixed(Int(pack.room.width))),
        max(1, Fixed(Int(pack.room.height)))
      )
    }
    let defaultBox = animation.defaultBox(stageWidth: 1)
    return animation.minimumStage(
      for: (boxWidth ?? defaultBox.width, boxHeight ?? defaultBox.height),
      message: showsMessage ? 81 : 0)
  }
}
