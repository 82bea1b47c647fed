// SPDX-License-Identifier: Apache-2.0

/// A command to a stage, from any client or timeline.
///
/// Channels count from 1, the one that is meant when none is named.
public enum Command: Equatable, Sendable {
  /// This much is done on a channel. Implies `start`.
  case progress(channel: Int, percent: Percent)

  /// A channel is active, with unknown progress.
  case progressUnknown(channel: Int)

  /// Shows a line of text; an empty one removes it.
  case message(Message)

  /// Shows a line of text in another slot, 2 to 4, for which only themes have texts; an empty one removes it.
  case slot(Int, Message)

  /// Shakes the text from side to side, once: it asks again for what was typed and was wrong.
  ///
  /// No word of any client's means this: it is for who takes what is typed.
  case shake

  /// Asks a person, and lets the animation rest meanwhile; nil ends that.
  ///
  /// No word of any client's means this either.
  case prompt(Prompt?)

  /// The estimated remaining time in seconds, 0 or more; nil where it is unknown.
  case remaining(seconds: Int?)

  /// Something begins: leaves the idle state where there is one.
  case start

  /// All is done: every channel's target is the whole. Implies `start`.
  case done

  /// It has failed: from here on only `reset` changes the animation. Implies `start`.
  case fail

  /// Back to the beginning.
  case reset

  /// The daemon is to exit: a theme may have the scene go; nothing else has a visible effect.
  case quit
}
