// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// One source of typed bytes, such as a keyboard or a terminal.
///
/// When a question goes, further bytes for it are dropped up to Enter, or until no key has been
/// pressed for half a second. The next question does not get them.
struct KeySource {
  private static var quiet: TimeSpan { .milliseconds(500) }

  private var escape = EscapeFilter()
  private var isDropping = false
  /// Whether bytes that were typed for the previous question may still be unread.
  private var mayHaveRest = false
  // When the question went or the last key was dropped; nil while that time has not been recorded.
  private var last: Instant?

  /// Whether a part of the present answer came from this source.
  var hasTyped = false

  /// The question has gone: further bytes for it from this source are dropped.
  mutating func end(isDropping: Bool) {
    if hasTyped {
      if isDropping { (self.isDropping, last) = (true, nil) }
    } else if !self.isDropping {
      (mayHaveRest, last) = (true, nil)
    }
    hasTyped = false
  }

  /// Records that all bytes that were typed during the question have been read.
  mutating func recordRead() { mayHaveRest = false }

  /// Records that the question was gone by now.
  mutating func recordEnd(at now: Instant) {
    last = last ?? now
  }

  /// A typed byte; nil if it is dropped or belongs to a function key.
  mutating func passing(_ byte: UInt8, at now: Instant) -> UInt8? {
    if mayHaveRest { (mayHaveRest, isDropping, last) = (false, true, now) }
    if isDropping {
      let since = last ?? now
      last = now
      if now - since < KeySource.quiet {
        isDropping = byte != 0x0A && byte != 0x0D
        return nil
      }
      isDropping = false
    }
    return escape.passing(byte)
  }
}
