/// What a picture can be told, on every inlet and in timelines.
///
/// Channels count from 1, the one that is meant when none is named.
public enum Command: Equatable, Sendable {
  /// This much is done on a channel. Implies `start`.
  case progress(channel: Int, percent: Percent)

  /// Something goes on on a channel, but nobody knows how far it is.
  case progressUnknown(channel: Int)

  /// Shows a line of text; an empty one removes it.
  case message(Message)

  /// Shakes the text from side to side, once: it asks again for what was typed and was wrong.
  ///
  /// No word of any client's means this: it is for who takes what is typed.
  case shake

  /// Shows what is typed for what the message asks, and lets the animation rest meanwhile.
  ///
  /// No word of any client's means this either.
  case entry(EntryField)

  /// So many seconds it probably still takes, from 0 on; nil where nobody can tell.
  case remaining(seconds: Int?)

  /// Something begins: leaves the idle state where there is one.
  case start

  /// All is done: every channel's target is the whole. Implies `start`.
  case done

  /// It has failed: only `reset` changes the picture from here on. Implies `start`.
  case fail

  /// Back to the beginning.
  case reset

  /// The program that shows the picture is to leave; changes nothing in the picture.
  case quit
}
