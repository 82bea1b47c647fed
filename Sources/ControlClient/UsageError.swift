// SPDX-License-Identifier: Apache-2.0

package import Linux

/// A wrong argument of `flipbookctl`.
package struct UsageError: Error {
  /// The problem, for a line of text.
  package let problem: StaticString
  /// The index of the wrong word; nil where a word is missing.
  package let word: Int?

  /// A problem with the word at an index.
  package init(problem: StaticString, word: Int?) {
    (self.problem, self.word) = (problem, word)
  }

  /// Reports it on standard error, with the option that prints the help.
  package func report(in words: borrowing ProgramArguments, help: StaticString) {
    var line = ErrorLine("flipbookctl")
    if let word {
      line.append(words[word])
      line.append(": ")
    }
    line.append(problem)
    line.append("; see ")
    line.append(help)
    line.write()
  }
}
