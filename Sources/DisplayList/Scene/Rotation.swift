// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// The clockwise rotation of a frame within its pixels, for a panel that is mounted rotated.
///
/// Clockwise as seen when row 0 of the pixels is on top, as with the kernel's
/// `fbcon=rotate:`; the `rotation` property of DRM planes is counter-clockwise. A panel that
/// was rotated counter-clockwise by 90° for mounting needs a rotation of 90.
///
/// Only geometry is rotated. A rotated frame is the unrotated one, pixel for pixel, up to the
/// roundings of coverage and colour. The raw value is the number of quarter turns.
public enum Rotation: Int, Equatable, Sendable, CaseIterable {
  /// Not rotated.
  case degrees0
  /// By a quarter of a turn: the top becomes the right side.
  case degrees90
  /// By half a turn.
  case degrees180
  /// By three quarters of a turn: the top becomes the left side.
  case degrees270

  /// Makes a rotation from 0, 90, 180 or 270 degrees; nil for all others.
  package init?(degrees: Int) {
    if degrees % 90 != 0 { return nil }
    self.init(rawValue: degrees / 90)
  }

  /// This rotation followed by a second one.
  package func followed(by other: Rotation) -> Rotation {
    Rotation(rawValue: (rawValue + other.rawValue) % 4) ?? .degrees0
  }

  /// The angle in degrees.
  package var degrees: Int { rawValue * 90 }

  /// Whether width and height are swapped.
  package var swapsSides: Bool { self == .degrees90 || self == .degrees270 }

  /// A width and a height after the rotation, or before it.
  package func turned(width: Int, height: Int) -> (width: Int, height: Int) {
    swapsSides ? (height, width) : (width, height)
  }

  /// The transform from the unrotated frame's pixels to those of a rotated frame of this size.
  ///
  /// It has whole numbers only: pixels map exactly to pixels.
  package func transform(width: Int, height: Int) -> Transform {
    let (right, bottom) = (Fixed(width), Fixed(height))
    return switch self {
    case .degrees0: .identity
    case .degrees90: Transform(a: 0, b: 1, c: -1, d: 0, tx: right, ty: 0)
    case .degrees180: Transform(a: -1, b: 0, c: 0, d: -1, tx: right, ty: bottom)
    case .degrees270: Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: bottom)
    }
  }
}
