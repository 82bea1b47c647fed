// SPDX-License-Identifier: Apache-2.0

/// Why a script cannot be read, or was stopped: one line with the file and the line in it.
package struct ScriptError: Error, Equatable, CustomStringConvertible {
  /// The script's name, as the caller gave it.
  package let file: String
  /// Counted from 1; 0 for a fault of the whole file.
  package let line: Int
  /// What is wrong there.
  package let reason: String

  /// An error at a line of a file.
  package init(file: String, line: Int, reason: String) {
    (self.file, self.line, self.reason) = (file, line, reason)
  }

  /// The error as it is printed.
  package var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}

/// Faults that Plymouth logs and passes over, such as a call of what is no function.
package struct ScriptWarning: Equatable {
  /// Counted from 1.
  package let line: Int
  /// The fault in words.
  package let text: String
}
