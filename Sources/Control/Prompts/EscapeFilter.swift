// SPDX-License-Identifier: Apache-2.0

/// Takes the sequences of function keys out of what a terminal sends.
struct EscapeFilter {
  private enum State {
    case outside, afterEscape, inSequence, inShortSequence
  }

  private var state = State.outside

  /// The byte if it is none of a sequence; a key that follows the escape key alone is passed on.
  mutating func passing(_ byte: UInt8) -> UInt8? {
    switch state {
    case .outside: break
    case .afterEscape:
      if byte == UInt8(ascii: "[") {
        state = .inSequence
        return nil
      }
      if byte == UInt8(ascii: "O") {
        state = .inShortSequence
        return nil
      }
      state = .outside
    case .inSequence:
      if 0x40...0x7E ~= byte { state = .outside }
      return nil
    case .inShortSequence:
      state = .outside
      return nil
    }
    guard byte == 0x1B else { return byte }
    state = .afterEscape
    return nil
  }
}
