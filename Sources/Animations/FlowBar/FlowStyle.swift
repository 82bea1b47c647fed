// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList

/// The colours of a flow bar, and how they move along it.
package struct FlowStyle {
  let palette: Palette
  let flow: Flow
  /// The axis of the gradient, in fractions of the box.
  let axis: GradientAxis
  /// How long the colours take to the positions of their successors.
  let period: TimeSpan
  /// How long the colours flow until one of them differs visibly; nil for ever.
  let colorTime: TimeSpan?
  /// The colour behind the progress.
  let track: Tint
  /// The radius of the bar's ends, in points.
  let radius: Fixed
  /// Whether the part that is filled is drawn in these colours.
  let hasFill: Bool

  init(
    _ palette: Palette, _ flow: Flow, axis: GradientAxis = .leftToRight, period: TimeSpan,
    track: Tint = Tint(.black, .zero), radius: Fixed = 0, hasFill: Bool = true
  ) {
    self.hasFill = hasFill
    (self.palette, self.flow, self.axis, self.period) = (palette, flow, axis, period)
    (self.track, self.radius) = (track, radius)
    colorTime = FlowColors.visibleTime(palette, flow: flow, period: period)
  }

  /// Whether the colours move; not by `!=`, which would copy a flow's payload.
  var flows: Bool {
    if case .still = flow { false } else { true }
  }

  /// The style of a bar with images in place of its track's colour, of its fill's colours, or of both.
  func replaced(track hasTrackImage: Bool, fill hasFillImage: Bool) -> FlowStyle {
    FlowStyle(
      palette, hasFillImage ? .still : flow, axis: axis, period: period,
      track: hasTrackImage ? Tint(.black, .zero) : track, radius: radius, hasFill: !hasFillImage)
  }

  /// The same colours without their flow: a hidden bar needs no frame for them.
  var still: FlowStyle { FlowStyle(palette, .still, period: period) }

  /// Checks the gradient's axis, and that the flow fits the palette.
  func check() throws(StageError) {
    if axis.isEmpty { throw .axisOfLengthZero }
    if case .custom(let order) = flow, order.count != palette.count {
      throw .flowDoesNotFitPalette
    }
  }
}
