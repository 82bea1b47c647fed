// SPDX-License-Identifier: Apache-2.0

/// Why a stage configuration is invalid.
public enum StageError: Error, Equatable, Sendable {
  /// The stage has no pixels or no points, or the scale is not above 0.
  case emptyStage

  /// A side of the stage or of the box is longer than 16384 pixels, or the scale not within 1/256…256.
  case tooLarge

  /// The box has no area.
  case emptyBox

  /// The ring's box is not square.
  case ringNotSquare

  /// The ring's box, or the innermost ring's, is narrower than 34 points.
  case ringTooSmall

  /// There are fewer than 1 or more than 8 rings.
  case ringCount

  /// A duration is shorter than a microsecond or longer than an hour.
  case durationOutOfRange

  /// The disc at the head of a ring's arc has no size, or is wider than the arc.
  case dotOutOfRange

  /// The gradient's axis has length 0.
  case axisOfLengthZero

  /// There is not enough memory.
  case outOfMemory

  /// The images of a theme are more work than there is time for on all outputs together.
  case tooMuchWork

  /// The custom flow's count differs from the palette's.
  case flowDoesNotFitPalette
}
