// SPDX-License-Identifier: Apache-2.0

package import Linux
package import Text

/// The parsed arguments of `flipbookctl`.
package struct NativeArguments: ~Copyable {
  /// The action that the arguments request.
  package enum Purpose {
    case run(NativeCommand), help, version
  }

  /// The line for the daemon, without its end.
  package private(set) var line = InlineText<1024>()
  /// The action that the arguments request.
  package private(set) var purpose = Purpose.help
  /// Whether `--json` was given.
  package private(set) var isJSON = false
  /// Whether `--retain` was given.
  package private(set) var retains = false
  /// The index of the word with the socket's path; nil without one.
  package private(set) var socketWord: Int?
  /// The number of bytes before the path in that word.
  package private(set) var socketOffset = 0
  /// The time limit for the daemon's answer.
  package private(set) var limitNanoseconds: Int64 = 10_000_000_000

  private var command: NativeCommand?
  private var argumentCount = 0
  private var channelWord: Int?
  private var channelOffset = 0
  /// Whether `channelWord` is a message's slot.
  private var namesSlot = false
  private var jsonWord: Int?
  private var retainWord: Int?

  /// Parses the words.
  package init(_ words: borrowing ProgramArguments) throws(UsageError) {
    var index = 0
    var areOptions = true
    var end = InlineText<1024>()
    while index < words.count {
      let word = words[index]
      if areOptions, word.begins(with: "-"), word.count > 1,
        command != .theme || !word.isEqual(to: "--reset")
      {
        if word.isEqual(to: "--") {
          areOptions = false
        } else if word.isEqual(to: "--help") || word.isEqual(to: "-h") {
          return
        } else if word.isEqual(to: "--version") {
          purpose = .version
          return
        } else if word.isEqual(to: "--json") {
          jsonWord = index
        } else if word.isEqual(to: "--retain") {
          retainWord = index
        } else {
          try readValue(words, &index)
        }
      } else if command == nil {
        command = NativeCommand(word)
        guard command != nil else { throw UsageError(problem: "no such command", word: index) }
      } else {
        argumentCount += 1
        end.append(" ")
        end.append(onOneLine: word)
      }
      index += 1
    }
    try finish(words, end)
  }

  /// Parses an option with a value after `=` or in the next word.
  private mutating func readValue(
    _ words: borrowing ProgramArguments, _ index: inout Int
  ) throws(UsageError) {
    let word = words[index]
    let nameEnd = word.firstPosition(of: UInt8(ascii: "="))
    let name = word.extracting(first: nameEnd)
    let isSocket = name.isEqual(to: "--socket")
    let isTimeout = name.isEqual(to: "--timeout")
    let isSlot = name.isEqual(to: "--slot")
    guard isSocket || isTimeout || isSlot || name.isEqual(to: "--channel") else {
      throw UsageError(problem: "no such option", word: index)
    }
    var offset = nameEnd + 1
    if nameEnd == word.count {
      guard index + 1 < words.count else {
        throw UsageError(problem: "its value is missing", word: index)
      }
      index += 1
      offset = 0
    }
    if isSocket {
      socketWord = index
      socketOffset = offset
    } else if isTimeout {
      let value = words[index]
      guard let number = value.extracting(offset..<value.count).wholeNumber, number > 0 else {
        throw UsageError(problem: "no number of milliseconds", word: index)
      }
      limitNanoseconds = Int64(number) * 1_000_000
    } else {
      namesSlot = isSlot
      channelWord = index
      channelOffset = offset
    }
  }

  /// Builds the line, and checks it as the daemon does.
  private mutating func finish(
    _ words: borrowing ProgramArguments, _ end: borrowing InlineText<1024>
  ) throws(UsageError) {
    guard let command else { throw UsageError(problem: "a command is missing", word: nil) }
    if let channelWord, command != (namesSlot ? .message : .progress) {
      throw UsageError(
        problem: namesSlot ? "only message has slots" : "only progress has channels",
        word: channelWord)
    }
    if let jsonWord, command != .status, command != .subscribe {
      throw UsageError(problem: "only status and subscribe print JSON", word: jsonWord)
    }
    if let retainWord, command != .quit {
      throw UsageError(problem: "only quit can retain the last frame", word: retainWord)
    }
    guard argumentCount <= command.argumentLimit else {
      throw UsageError(problem: "there are more arguments than the command takes", word: nil)
    }
    isJSON = jsonWord != nil
    retains = retainWord != nil
    purpose = .run(command)
    line.append(command.word)
    if let channelWord {
      let word = words[channelWord]
      line.append("/")
      line.append(onOneLine: word.extracting(channelOffset..<word.count))
    }
    if retains { line.append(" --retain") }
    line.append(end.bytes)
  }

  /// The arguments after the command's word, with a blank between them.
  package var argument: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let start = min(line.bytes.firstPosition(of: UInt8(ascii: " ")) + 1, line.count)
      return line.bytes.extracting(start..<line.count)
    }
  }

  /// The given socket path; empty for the default.
  @_lifetime(immortal)
  package func socket(in words: borrowing ProgramArguments) -> Span<UInt8> {
    guard let socketWord else { return Span() }
    let word = words[socketWord]
    // The words live as long as the program.
    return unsafe _overrideLifetime(word.extracting(socketOffset..<word.count), copying: ())
  }
}

extension InlineText {
  /// Appends text without its line ends and other control characters, which become blanks.
  fileprivate mutating func append(onOneLine text: Span<UInt8>) {
    var start = 0
    for index in 0..<text.count where text[index] < 0x20 || text[index] == 0x7F {
      append(text.extracting(start..<index))
      append(" ")
      start = index + 1
    }
    append(text.extracting(start..<text.count))
  }
}
