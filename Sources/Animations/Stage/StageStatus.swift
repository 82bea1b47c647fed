// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// What a stage shows and what was reported to it, on one channel.
public struct StageStatus: Equatable, Sendable {
  /// What the animation is doing.
  public let state: StageState

  /// The last progress that was reported, as given; 0 after a reset, 100 after `done`.
  public let percent: Percent

  /// Whether that was followed by a `progress unknown`.
  package let isUnknown: Bool

  /// The displayed progress, from 0 to 1.
  public let shown: Fixed

  /// Whether that is a progress at all: while it is unknown something else is shown, and for
  /// some time afterwards it is on its way from there.
  package let showsProgress: Bool

  /// The reported remaining time in seconds, unless something has ended since.
  package let remainingSeconds: Int?

  /// Whether a failure was reported, and no reset since.
  package let isFailed: Bool

  /// The last message that was given, shown or not.
  public let message: Message

  /// Whether `quit` was given.
  package let isQuitting: Bool
}
