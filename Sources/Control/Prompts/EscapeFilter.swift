// SPDX-License-Identifier: Apache-2.0

/// Removes the escape sequences of function keys from a terminal's input.
///
/// Known are those of the Linux console, xterm, the VT220 and screen: CSI sequences (ECMA-48, 5.4: `ESC [`,
/// parameters, intermediates, a final byte), the console's `ESC [ [` and a letter, and SS3 (`ESC O` and a
/// letter, before which xterm has parameters). No key sends a string such as DCS: `P` after the escape key
/// alone is a letter.
struct EscapeFilter {
  private enum State {
    case outside, afterEscape, atSequenceStart, inSequence, inShortSequence
  }

  private var state = State.outside

  /// The byte, unless it belongs to a sequence.
  ///
  /// A key that follows the escape key alone is passed on.
  mutating func passing(_ byte: UInt8) -> UInt8? {
    // A control character ends an unfinished sequence and counts: Enter is never lost.
    if byte < 0x20 {
      state = byte == 0x1B ? .afterEscape : .outside
      return byte == 0x1B ? nil : byte
    }
    // A character beyond ASCII and the erasing key count too.
    if byte >= 0x7F {
      state = .outside
      return byte
    }
    switch state {
    case .outside: return byte
    case .afterEscape:
      switch byte {
      case UInt8(ascii: "["): state = .atSequenceStart
      case UInt8(ascii: "O"): state = .inShortSequence
      default:
        state = .outside
        return byte
      }
    case .atSequenceStart where byte == UInt8(ascii: "["): state = .inShortSequence
    case .atSequenceStart, .inSequence: state = 0x40...0x7E ~= byte ? .outside : .inSequence
    case .inShortSequence: if !(0x30...0x3F ~= byte) { state = .outside }
    }
    return nil
  }
}
