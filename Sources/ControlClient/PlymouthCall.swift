// SPDX-License-Identifier: Apache-2.0

package import Linux
import Text
package import Stage

/// One command of Plymouth's client with its options, or the options before any command.
package struct PlymouthCall {
  /// The position of a value: the word and the number of bytes before it.
  private struct Position {
    var word: Int32 = 0
    var offset: Int32 = 0
  }

  /// The command; nil for the options before any.
  package let command: PlymouthCommand?

  /// The mode of `change-mode`; of several, the first of `MachineMode` counts.
  package private(set) var mode: MachineMode?

  private var given: UInt64 = 0
  // A position for each option with a value.
  private var positions = InlineArray<11, Position>(repeating: Position())

  fileprivate init(_ command: PlymouthCommand?) {
    self.command = command
  }

  /// Whether an option was given.
  package func has(_ option: PlymouthOption) -> Bool {
    given >> UInt64(option.rawValue) & 1 != 0
  }

  /// The value of an option that was given.
  @_lifetime(immortal)
  package func value(
    of option: PlymouthOption, in words: borrowing ProgramArguments
  ) -> Span<UInt8> {
    let position = positions[Int(option.rawValue)]
    let word = words[Int(position.word)]
    let value = word.extracting(Int(position.offset)..<word.count)
    // The words live as long as the program.
    return unsafe _overrideLifetime(value, copying: ())
  }

  fileprivate mutating func record(_ mode: MachineMode) {
    if mode.rawValue < self.mode?.rawValue ?? .max { self.mode = mode }
  }

  /// If an option is given several times, the last one counts.
  fileprivate mutating func record(_ option: PlymouthOption, word: Int, offset: Int) {
    given |= 1 << UInt64(option.rawValue)
    guard option.takesValue else { return }
    positions[Int(option.rawValue)] = Position(
      word: Int32(truncatingIfNeeded: word), offset: Int32(truncatingIfNeeded: offset))
  }
}

/// Parses the arguments of Plymouth's client as the original does.
///
/// Values stand after `=` or in the next word, and the last of several counts. Options that a command
/// does not know are ignored.
package struct PlymouthCallReader {
  /// An error in the arguments.
  package struct Misuse: Error {
    /// An error without details.
    init() {}
  }

  private var index = 0
  private var hasBegun = false

  /// Starts at the first word.
  package init() {}

  /// The next call: first the options before any command, then each command; nil at the end.
  package mutating func next(
    _ words: borrowing ProgramArguments
  ) throws(Misuse) -> PlymouthCall? {
    var command: PlymouthCommand?
    if hasBegun {
      guard index < words.count else { return nil }
      command = PlymouthCommand(any: words[index])
      guard command != nil else { throw Misuse() }
      index += 1
    }
    hasBegun = true
    var call = PlymouthCall(command)
    while index < words.count, words[index].begins(with: "--") {
      try readOption(words, &call)
    }
    return call
  }

  private mutating func readOption(
    _ words: borrowing ProgramArguments, _ call: inout PlymouthCall
  ) throws(Misuse) {
    let word = words[index]
    let end = word.firstPosition(of: UInt8(ascii: "="))
    index += 1
    let name = word.extracting(2..<max(2, end))
    if call.command == .changeMode, let mode = MachineMode(name) { return call.record(mode) }
    guard let option = PlymouthOption(name, of: call.command) else {
      guard call.command != nil else { throw Misuse() }
      return
    }
    if option.takesValue, end == word.count {
      guard index < words.count else { throw Misuse() }
      call.record(option, word: index, offset: 0)
      index += 1
    } else {
      call.record(option, word: index - 1, offset: min(end + 1, word.count))
    }
  }
}
