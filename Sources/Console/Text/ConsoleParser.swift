// SPDX-License-Identifier: Apache-2.0

/// Bytes that were written to a console, turned into its text.
///
/// It understands characters in UTF-8, LF, CR, BS, TAB, and the sequences SGR and EL (ECMA-48); all other
/// sequences and control characters are dropped. Its state has a fixed size, and a byte allocates nothing. LF
/// also returns the carriage, as the console's line discipline makes it do.
package struct ConsoleParser {
  private enum State {
    case text
    /// After ESC.
    case escape
    /// After ESC and an intermediate byte, such as `ESC (`.
    case intermediate
    /// In a control sequence, after `ESC [`.
    case sequence
    /// In a string such as OSC, and after an ESC in it.
    case string, stringEscape
  }

  private var state = State.text
  private var pen = ConsolePen()
  /// The parameters of a sequence; those beyond the last are dropped.
  private var parameters = InlineArray<16, UInt16>(repeating: 0)
  private var parameterCount = 0
  /// Whether the sequence has private parameters or intermediate bytes, and is none of those understood.
  private var isForeign = false
  /// The character of several bytes: its bits, its missing bytes, and the least value of a valid one.
  private var bits: UInt32 = 0
  private var missing = 0
  private var least: UInt32 = 0

  /// At the beginning of a text.
  package init() {}

  /// Handles one byte.
  package mutating func feed(_ byte: UInt8, to text: inout ConsoleText) {
    if missing > 0, !continueCharacter(byte, &text) { return }
    if byte < 0x20 || byte == 0x7F { return control(byte, &text) }
    switch state {
    case .text: character(byte, &text)
    case .escape: escape(byte)
    case .intermediate: if byte >= 0x30 { state = .text }
    case .sequence: sequence(byte, &text)
    case .string: break
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
  }

  private mutating func control(_ byte: UInt8, _ text: inout ConsoleText) {
    let isInString = state == .string || state == .stringEscape
    switch byte {
    // LF, VT, FF. A string that has not ended must not hide what follows it.
    case 0x0A...0x0C:
      if isInString { state = .text }
      text.feedLine()
    case 0x1B: state = state == .string ? .stringEscape : .escape
    // BEL ends a string; CAN and SUB any sequence.
    case 0x07: if isInString { state = .text }
    case 0x18, 0x1A: state = .text
    case 0x08 where !isInString: text.backspace()
    case 0x09 where !isInString: text.tabulate()
    case 0x0D where !isInString: text.returnCarriage()
    default: break
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["):
      (state, parameterCount, isForeign) = (.sequence, 0, false)
      parameters = InlineArray(repeating: 0)
    // DCS, SOS, OSC, PM and APC.
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    case 0x20...0x2F: state = .intermediate
    default: state = .text
    }
  }

  private mutating func sequence(_ byte: UInt8, _ text: inout ConsoleText) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if parameterCount == 0 { parameterCount = 1 }
      guard parameterCount <= parameters.count else { return }
      let value = UInt32(parameters[parameterCount - 1]) * 10 + UInt32(byte - UInt8(ascii: "0"))
      parameters[parameterCount - 1] = UInt16(min(value, 9999))
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      parameterCount = min(max(parameterCount, 1) + 1, parameters.count + 1)
    case 0x40...0x7E:
      state = .text
      if !isForeign { finish(byte, &text) }
    // Private parameters and intermediate bytes.
    case 0x20...0x3F: isForeign = true
    // Not ASCII: the sequence was cut off, as in long lines of systemd.
    default:
      state = .text
      character(byte, &text)
    }
  }

  private mutating func finish(_ byte: UInt8, _ text: inout ConsoleText) {
    switch byte {
    case UInt8(ascii: "m"):
      pen.apply(parameters.span.extracting(first: min(max(parameterCount, 1), parameters.count)))
    case UInt8(ascii: "K"):
      switch parameters[0] {
      case 0: text.clear(from: text.column)
      case 1: text.clearToCursor()
      case 2: text.clear(from: 0)
      default: break
      }
    default: break
    }
  }

  private mutating func character(_ byte: UInt8, _ text: inout ConsoleText) {
    switch byte {
    case 0x20...0x7E: text.put(pen.cell(Unicode.Scalar(byte)))
    case 0xC2...0xDF: (bits, missing, least) = (UInt32(byte & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (bits, missing, least) = (UInt32(byte & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (bits, missing, least) = (UInt32(byte & 0x07), 3, 0x10000)
    default: text.put(pen.cell("\u{FFFD}"))
    }
  }

  /// Continues a character of several bytes; true where the byte belongs to none.
  private mutating func continueCharacter(_ byte: UInt8, _ text: inout ConsoleText) -> Bool {
    guard 0x80...0xBF ~= byte else {
      missing = 0
      text.put(pen.cell("\u{FFFD}"))
      return true
    }
    bits = bits << 6 | UInt32(byte & 0x3F)
    missing -= 1
    if missing > 0 { return false }
    let character = bits < least ? nil : Unicode.Scalar(bits)
    // C1 control characters are none in UTF-8.
    if let character, 0x80...0x9F ~= character.value { return false }
    text.put(pen.cell(character ?? "\u{FFFD}"))
    return false
  }
}
