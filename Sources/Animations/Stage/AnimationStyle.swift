// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

/// The colours and measures of an animation that comes with Flipbook.
///
/// A class that never changes: the elements of all situations of a theme share it.
public final class AnimationStyle {
  /// The style of each kind of animation.
  enum Kind {
    case flow(FlowStyle)
    case download(DownloadStyle)
    case ring(RingStyle)
  }

  let kind: Kind

  /// The kind of animation that it is for.
  let animation: StageConfiguration.AnimationKind

  init(_ kind: Kind) {
    self.kind = kind
    animation =
      switch kind {
      case .flow: .flow
      case .download: .download
      case .ring: .ring
      }
  }

  /// The style of a configuration.
  convenience init(_ configuration: StageConfiguration) {
    switch configuration.animation {
    case .flow:
      self.init(
        .flow(
          FlowStyle(
            configuration.palette, configuration.flow, axis: configuration.axis,
            period: configuration.flowPeriod)))
    case .download: self.init(.download(DownloadStyle(showsLabel: configuration.showsLabel)))
    case .ring:
      self.init(
        .ring(
          RingStyle(
            paint: configuration.paint, direction: configuration.direction,
            showsLabel: configuration.showsLabel, failure: configuration.failureColor,
            dotDiameter: configuration.dotDiameter)))
    }
  }

  /// The style of a bar with images in place of its track's colour, of its fill's colours, or of both.
  func replaced(track: Bool, fill: Bool) -> AnimationStyle {
    switch kind {
    case .flow(let style): AnimationStyle(.flow(style.replaced(track: track, fill: fill)))
    case .download, .ring: self
    }
  }

  /// The style of the animation where it is hidden: its colours need no frames.
  var hidden: AnimationStyle {
    switch kind {
    case .flow(let style): AnimationStyle(.flow(style.still))
    case .download, .ring: self
    }
  }
}

/// A colour with an opacity.
struct Tint: Equatable {
  var color: Color
  var opacity: Fraction

  init(_ color: Color, _ opacity: Fraction = .one) {
    (self.color, self.opacity) = (color, opacity)
  }
}
