// SPDX-License-Identifier: Apache-2.0

package import Linux

/// The client as a program: one that is called `plymouth` or `flipbookctl`.
package enum ClientProgram {
  /// Runs the client that a program's name stands for, and returns the program's exit status; nil where
  /// it stands for none.
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
