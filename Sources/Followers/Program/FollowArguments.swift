// SPDX-License-Identifier: Apache-2.0

package import ControlClient
import FixedPoint
package import Linux
package import Text

/// The parsed arguments of `flipbookctl follow`.
package struct FollowArguments {
  /// The source to follow.
  package enum Source: Int, Keyword {
    case stdin, apt, swupdate, rauc, sysupdate

    package static var words: StaticString { "stdin apt swupdate rauc sysupdate" }
  }

  /// What the arguments request.
  package enum Purpose {
    case follow, help, version
  }

  /// An option with a value.
  package enum ValueOption: Int, Keyword {
    case socket, record, fd, weights, path, bus

    package static var words: StaticString { "--socket --record --fd --weights --path --bus" }
  }

  /// An option without a value.
  package enum Flag: Int, Keyword {
    case eta, done, downloadOnly, once

    package static var words: StaticString { "--eta --done --download-only --once" }
  }

  /// Where an option is, and where its value begins.
  private struct Place {
    var option = -1
    var word = -1
    var offset = 0
  }

  package private(set) var purpose = Purpose.follow
  package private(set) var source = Source.stdin
  /// The descriptor to read.
  package private(set) var descriptor: Int32 = 0
  private var values = InlineArray<6, Place>(repeating: Place())
  private var flags = InlineArray<4, Int>(repeating: -1)

  /// Parses the words; nil where the command is not `follow`.
  package init?(_ words: borrowing ProgramArguments) throws(UsageError) {
    guard FollowArguments.isFollow(words) else { return nil }
    var plainWords = 0
    var index = 0
    while index < words.count {
      let word = words[index]
      if word.isEqual(to: "--help") || word.isEqual(to: "-h") {
        purpose = .help
        return
      }
      if word.isEqual(to: "--version") {
        purpose = .version
        return
      }
      if word.begins(with: "-") {
        try read(words, &index)
      } else {
        // The first is the command.
        plainWords += 1
        if plainWords == 2 {
          guard let source = Source(word) else {
            throw UsageError(problem: "no such source", word: index)
          }
          self.source = source
        } else if plainWords > 2 {
          throw UsageError(
            problem: "there are more arguments than the command takes", word: index)
        }
      }
      index += 1
    }
    guard plainWords == 2 else {
      throw UsageError(problem: "follow: a source is missing", word: nil)
    }
    try check(words)
  }

  /// Whether an option was given.
  package func has(_ flag: Flag) -> Bool { flags[flag.rawValue] >= 0 }

  /// An option's value; empty where it was not given.
  package func value(of option: ValueOption, in words: borrowing ProgramArguments) -> LongText {
    let place = values[option.rawValue]
    guard place.word >= 0 else { return LongText() }
    let word = words[place.word]
    return LongText(word.extracting(place.offset..<word.count))
  }

  /// The stages' weights; nil where they were not given.
  package func weights(in words: borrowing ProgramArguments) -> StageWeights? {
    let text = value(of: .weights, in: words)
    return StageWeights(text.bytes)
  }

  /// Whether the first word that is no option is `follow`.
  private static func isFollow(_ words: borrowing ProgramArguments) -> Bool {
    var index = 0
    while index < words.count {
      let word = words[index]
      guard word.begins(with: "-") else { return word.isEqual(to: "follow") }
      let hasValue = ValueOption(word) != nil || word.isEqual(to: "--timeout")
      index += hasValue ? 2 : 1
    }
    return false
  }

  /// Reads the option at an index, with its value after `=` or in the next word.
  private mutating func read(
    _ words: borrowing ProgramArguments, _ index: inout Int
  ) throws(UsageError) {
    let word = words[index]
    if let flag = Flag(word) {
      flags[flag.rawValue] = index
      return
    }
    let nameEnd = word.firstPosition(of: UInt8(ascii: "="))
    guard let option = ValueOption(word.extracting(first: nameEnd)) else {
      throw UsageError(problem: "no such option", word: index)
    }
    var place = Place(option: index, word: index, offset: nameEnd + 1)
    if nameEnd == word.count {
      place = Place(option: index, word: index + 1, offset: 0)
      guard index + 1 < words.count else {
        throw UsageError(problem: "its value is missing", word: index)
      }
      index += 1
    }
    guard place.offset < words[index].count else {
      throw UsageError(problem: "its value is missing", word: index)
    }
    values[option.rawValue] = place
  }

  /// Checks the values, and that the source has these options.
  private mutating func check(_ words: borrowing ProgramArguments) throws(UsageError) {
    let isLines = source == .stdin || source == .apt
    let isBus = source == .rauc || source == .sysupdate
    try refuse(.fd, unless: isLines)
    try refuse(.weights, unless: source == .apt || source == .swupdate)
    try refuse(.path, unless: source == .swupdate)
    try refuse(.bus, unless: isBus)
    try refuse(.done, unless: isLines)
    try refuse(.downloadOnly, unless: source == .apt)
    try refuse(.once, unless: !isLines)
    let fd = values[ValueOption.fd.rawValue]
    if fd.word >= 0 {
      let text = value(of: .fd, in: words)
      guard let number = text.bytes.unsignedNumber, number <= Int64(Int32.max) else {
        throw UsageError(problem: "no number of a descriptor", word: fd.word)
      }
      descriptor = Int32(number)
    }
    let weights = values[ValueOption.weights.rawValue]
    guard weights.word >= 0 else { return }
    guard let count = self.weights(in: words)?.count, source != .apt || count == 2 else {
      throw UsageError(problem: "no weights such as 30,70", word: weights.word)
    }
  }

  private func refuse(_ option: ValueOption, unless isAllowed: Bool) throws(UsageError) {
    try refuse(values[option.rawValue].option, unless: isAllowed)
  }

  private func refuse(_ flag: Flag, unless isAllowed: Bool) throws(UsageError) {
    try refuse(flags[flag.rawValue], unless: isAllowed)
  }

  private func refuse(_ word: Int, unless isAllowed: Bool) throws(UsageError) {
    if word >= 0, !isAllowed {
      throw UsageError(problem: "the source has no such option", word: word)
    }
  }
}
