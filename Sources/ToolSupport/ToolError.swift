// SPDX-License-Identifier: Apache-2.0

package import Linux

/// Why the tool gives up: one line for the user, and the exit status.
package struct ToolError: Error, Equatable, CustomStringConvertible {
  /// The exit statuses that scripts can distinguish.
  package enum Status: Int32, Sendable {
    /// The daemon answered `error: …`.
    case refused = 1
    /// Wrong arguments, or a file that cannot be read, understood or written.
    case usage = 2
    /// No daemon listens on the socket, or it does not answer.
    case unreachable = 3
    /// The command of `flipbook run` was found, but cannot be executed.
    case notExecutable = 126
    /// The command of `flipbook run` was not found.
    case notFound = 127
  }

  package let status: Status
  package let description: String
  /// Whether the description begins with a place in a file, as compilers write it.
  package let isLocated: Bool

  package init(_ status: Status, _ description: String, isLocated: Bool = false) {
    self.status = status
    self.description = description
    self.isLocated = isLocated
  }

  /// A mistake in the arguments or in a file.
  package static func usage(_ description: String) -> ToolError {
    ToolError(.usage, description)
  }

  /// Runs a system operation; its error is reported with a name for the operation.
  package static func explaining<Result: ~Copyable>(
    _ what: String, _ body: () throws(SystemError) -> Result
  ) throws(ToolError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .usage("\(what): \(error.words)")
    }
  }
}

extension SystemError {
  /// The kernel's reason as text.
  package var words: String { "\(reason)" }
}
