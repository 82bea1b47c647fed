// SPDX-License-Identifier: Apache-2.0

public import Text

/// A command to a stage, from any client or timeline.
///
/// Channels count from 1, the default.
public enum Command: Equatable, Sendable {
  /// This much is done on a channel. Implies `start`.
  case progress(channel: Int, percent: Percent)

  /// A channel is active, with unknown progress.
  case progressUnknown(channel: Int)

  /// Shows a line of text; an empty one removes it.
  case message(Message)

  /// Shows a line of text in another slot, 2 to 4, which only themes show; an empty one removes it.
  case slot(Int, Message)

  /// Shakes the text horizontally, once: the last answer was wrong.
  ///
  /// No client's command means this; the code that handles typed text sends it.
  case shake

  /// Shows a prompt and pauses the animation; nil ends that.
  ///
  /// No client's command means this either.
  case prompt(Prompt?)

  /// The estimated remaining time in seconds, 0 or more; nil where it is unknown.
  case remaining(seconds: Int?)

  /// Work begins: leaves the idle state where there is one.
  case start

  /// All work is done: every channel's target is the whole.
  ///
  /// Implies `start`.
  case done

  /// The work has failed: from here on only `reset` changes the animation.
  ///
  /// Implies `start`.
  case fail

  /// Resets everything to the beginning.
  case reset

  /// The daemon is to exit: a theme may fade out the scene; there is no other visible effect.
  case quit

  /// The slots of messages: the first is shown by every look, the others only by themes.
  package static var messageSlots: ClosedRange<Int> { 1...4 }
}
