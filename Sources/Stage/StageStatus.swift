// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Text

/// The shown and reported values of one channel of a stage.
public struct StageStatus: Equatable, Sendable {
  /// The animation's state.
  public let state: StageState

  /// The last reported progress, as given; 0 after a reset, 100 after `done`.
  public let percent: Percent

  /// Whether a `progress unknown` followed it.
  package let isUnknown: Bool

  /// The displayed progress, from 0 to 1.
  public let shown: Fixed

  /// Whether the displayed value is a progress: not while the progress is unknown, and for some
  /// time afterwards.
  package let showsProgress: Bool

  /// The reported remaining time in seconds; nil after an end.
  package let remainingSeconds: Int?

  /// Whether a failure was reported, and no reset since.
  package let isFailed: Bool

  /// The last message, shown or not.
  public let message: Message

  /// Whether `quit` was received.
  package let isQuitting: Bool

  /// The values of a channel.
  package init(
    state: StageState, percent: Percent, isUnknown: Bool, shown: Fixed, showsProgress: Bool,
    remainingSeconds: Int?, isFailed: Bool, message: Message, isQuitting: Bool
  ) {
    (self.state, self.percent, self.isUnknown) = (state, percent, isUnknown)
    (self.shown, self.showsProgress) = (shown, showsProgress)
    (self.remainingSeconds, self.isFailed) = (remainingSeconds, isFailed)
    (self.message, self.isQuitting) = (message, isQuitting)
  }
}
