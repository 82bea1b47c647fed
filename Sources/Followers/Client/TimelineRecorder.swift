// SPDX-License-Identifier: Apache-2.0

import Linux
package import Text

/// Writes commands and their times to a file for `--timeline`.
package struct TimelineRecorder: ~Copyable {
  private let file: FileDescriptor
  private let start = MonotonicClock.nanoseconds

  /// Creates a file; its time is 0 now.
  package init(path: LongText) throws(FollowError) {
    do throws(SystemError) {
      file = try FileDescriptor(opening: Path(path.bytes), for: .replace)
    } catch {
      throw FollowError("cannot write \(path)", error)
    }
  }

  /// Appends a command; a full disk loses the record, but never stops the installation.
  package func record(_ line: LongText) {
    let milliseconds = (MonotonicClock.nanoseconds - start) / 1_000_000
    let entry: LongText = "\(milliseconds) \(line)\n"
    _ = try? file.writeAll(entry.bytes)
  }
}
