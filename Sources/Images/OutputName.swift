// SPDX-License-Identifier: Apache-2.0

package import ToolSupport

/// Where frames go: a file's name, in which `%d` stands for the time in milliseconds, or `-`.
package struct OutputName: Equatable {
  package let pattern: String

  /// Reads a name for a number of frames; several frames need `%d`, except on standard output.
  package init(_ pattern: String, frames: Int) throws(ToolError) {
    _ = try ImageFormat(name: pattern)
    guard frames <= 1 || pattern == "-" || pattern.firstRange(of: "%d") != nil else {
      throw .usage("output '\(pattern)': several times need %d in the name")
    }
    self.pattern = pattern
  }

  /// The name for the frame at a time.
  package func name(at time: Milliseconds) -> String {
    pattern.replacing("%d", with: time.description)
  }
}
