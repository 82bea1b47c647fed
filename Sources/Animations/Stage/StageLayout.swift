// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Raster

/// Where things are on a stage: the box in its middle, points mapped to pixels.
///
/// The layout is unrotated; only the transforms depend on the rotation.
struct StageLayout {
  /// The longest side of a stage or a box, in pixels.
  private static var limit: Int { 16384 }

  /// The narrowest box of a ring, in points.
  private static var smallestRing: Fixed { 34 }

  /// The stage in points.
  let width, height: Fixed

  /// The animation's box in points.
  let boxWidth, boxHeight: Fixed

  /// From points of the stage to pixels.
  let stageTransform: Transform

  /// From points of the box to pixels.
  let boxTransform: Transform

  /// Lays a stage out; refuses one that cannot be drawn.
  init(_ configuration: StageConfiguration) throws(StageError) {
    let scale = configuration.scale
    guard scale > 0 && configuration.widthInPixels > 0 && configuration.heightInPixels > 0 else {
      throw .emptyStage
    }
    // From 1/256 to 256: nothing that is computed from the limits leaves the range of numbers.
    guard scale.raw >= 1 << 24 && scale <= 256 else { throw .tooLarge }
    guard
      max(configuration.widthInPixels, configuration.heightInPixels) <= StageLayout.limit
    else { throw .tooLarge }
    let unrotated = configuration.rotation.turned(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    width = configuration.width ?? Fixed(unrotated.width) / scale
    height = configuration.height ?? Fixed(unrotated.height) / scale
    guard width > 0 && height > 0 else { throw .emptyStage }
    let box = StageConfiguration.defaultBox(for: configuration.animation, stageWidth: width)
    boxWidth = configuration.boxWidth ?? box.width
    boxHeight = configuration.boxHeight ?? box.height
    guard boxWidth > 0 && boxHeight > 0 else { throw .emptyBox }
    let longest = Fixed(StageLayout.limit) / scale
    guard max(max(width, height), max(boxWidth, boxHeight)) <= longest else { throw .tooLarge }
    try StageLayout.check(configuration, width: boxWidth, height: boxHeight)

    stageTransform = configuration.rotation.transform(
      width: configuration.widthInPixels, height: configuration.heightInPixels
    ).scaled(by: scale)
    boxTransform = stageTransform.translated(
      x: (width - boxWidth) / 2, y: (height - boxHeight) / 2)
  }

  /// Whether a duration is one that a spring can have.
  private static func lasts(_ duration: Duration) -> Bool {
    duration >= .microseconds(1) && duration <= .milliseconds(3_600_000)
  }

  private static func check(
    _ configuration: StageConfiguration, width: Fixed, height: Fixed
  ) throws(StageError) {
    guard lasts(configuration.flowPeriod) && lasts(configuration.springDuration) else {
      throw .durationOutOfRange
    }
    switch configuration.animation {
    case .flow:
      if configuration.axis.isEmpty { throw .axisOfLengthZero }
      if case .custom(let order) = configuration.flow, order.count != configuration.palette.count {
        throw .flowDoesNotFitPalette
      }
    case .download: break
    case .ring:
      guard Stage.channels.contains(configuration.rings) else { throw .ringCount }
      guard configuration.dotDiameter > 0 && configuration.dotDiameter <= RingGeometry.arcWidth
      else { throw .dotOutOfRange }
      guard width == height else { throw .ringNotSquare }
      let inner = width - RingGeometry.inset * Fixed(2 * (configuration.rings - 1))
      guard inner >= smallestRing else { throw .ringTooSmall }
    }
  }
}
