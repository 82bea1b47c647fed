// SPDX-License-Identifier: Apache-2.0

package import ToolSupport
import Linux

/// Writes commands and their times to a file for `--timeline`.
package struct TimelineRecorder: ~Copyable {
  private let file: FileDescriptor
  private let start = MonotonicClock.nanoseconds

  /// Creates a file; its time is 0 now.
  package init(path: String) throws(ToolError) {
    do throws(SystemError) {
      file = try FileDescriptor(opening: Files.path(path), for: .replace)
    } catch {
      throw .usage("cannot write \(path): \(error.words)")
    }
  }

  /// Appends a command; a full disk loses the record, but never stops the installation.
  package func record(_ line: String) {
    let milliseconds = (MonotonicClock.nanoseconds - start) / 1_000_000
    _ = try? file.writeAll(Array("\(milliseconds) \(line)\n".utf8).span)
  }
}
