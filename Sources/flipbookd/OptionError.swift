// SPDX-License-Identifier: Apache-2.0

import Daemon
import Text

/// An error in the command line, in one line.
struct OptionError: Error {
  /// The line, without the program's name.
  var line = LongText()

  /// An option with an invalid value.
  init(_ option: ValueOption, _ value: Span<UInt8>, _ problem: StaticString) {
    line.append(option.word)
    line.append(" ")
    line.append(quoting: value)
    line.append(": ")
    line.append(problem)
  }

  /// An option without its value.
  init(_ option: ValueOption, _ problem: StaticString) {
    line.append(option.word)
    line.append(": ")
    line.append(problem)
  }

  /// A word that is no option.
  init(unknown word: Span<UInt8>) {
    line.append("unknown option ")
    line.append(quoting: word)
    line.append("; see --help")
  }
}
