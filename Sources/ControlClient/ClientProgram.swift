// SPDX-License-Identifier: Apache-2.0

package import Linux
import Text

/// The client as a program, called `plymouth` or `flipbookctl`.
package enum ClientProgram {
  /// Runs the client that has the program's name, and returns the exit status; nil for another name.
  package static func run(_ words: borrowing ProgramArguments) -> Int32? {
    if words.programName.isEqual(to: "plymouth") {
      StandardStreams.prepare()
      return PlymouthClient.run(words).rawValue
    }
    if words.programName.isEqual(to: "flipbookctl") {
      StandardStreams.prepare()
      return NativeClient.run(words).rawValue
    }
    return nil
  }
}
