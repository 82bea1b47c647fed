// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// One place at which a person types.
///
/// What is still typed for a question that is gone is dropped, so that the next one does not get it:
/// up to Enter, or until nothing has been typed for half a second.
struct KeySource {
  private static var quiet: Duration { .milliseconds(500) }

  private var escape = EscapeFilter()
  private var isDropping = false
  /// Whether what was typed for the question that is gone may still be to be read.
  private var mayHaveRest = false
  // When the question went or the last key was dropped; nil where the time is still to be noted.
  private var last: Instant?

  /// Whether a part of the present answer was typed here.
  var hasTyped = false

  /// The question has gone: what is still typed here for it is dropped.
  mutating func end(isDropping: Bool) {
    if hasTyped {
      if isDropping { (self.isDropping, last) = (true, nil) }
    } else if !self.isDropping {
      (mayHaveRest, last) = (true, nil)
    }
    hasTyped = false
  }

  /// All that was typed while the question was there has been read.
  mutating func noteRead() { mayHaveRest = false }

  /// Notes that the question was gone by now.
  mutating func note(_ now: Instant) {
    last = last ?? now
  }

  /// A byte that is typed, unless it is to be dropped or a part of a function key.
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
