// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux
import Text

/// The kernel's log, of which its consoles show the more urgent messages.
///
/// Corresponds to `/dev/kmsg`.
package struct KernelLog: ~Copyable {
  /// To poll.
  package let descriptor: FileDescriptor
  /// Messages from this level on are not shown; the kernel's `console_loglevel`.
  private var limit = 7

  /// Opens it; nil without permission, for which the kernel asks only now.
  package init?() {
    let number = cl_kernel_log_open()
    if number < 0 { return nil }
    descriptor = FileDescriptor(adopting: number)
  }

  /// Begins at the oldest message, with the messages that the console shows now.
  package mutating func rewind() {
    _ = cl_kernel_log_rewind(descriptor.number)
    limit = KernelLog.consoleLevel() ?? limit
  }

  /// The next message that the console shows; nil at the end.
  package mutating func next() -> KernelMessage? {
    var bytes = InlineArray<1024, UInt8>(repeating: 0)
    // No more than the kernel keeps.
    for _ in 0..<65536 {
      var space = bytes.mutableSpan
      do throws(SystemError) {
        guard case .bytes(let count) = try descriptor.read(into: &space) else { return nil }
        if let message = KernelMessage(bytes.span.extracting(first: count)), message.level < limit {
          return message
        }
      } catch {
        // Messages were overwritten before they were read, or one is too long for the buffer.
        if error.errno != EPIPE && error.errno != EINVAL { return nil }
      }
    }
    return nil
  }

  /// The first number of /proc/sys/kernel/printk.
  private static func consoleLevel() -> Int? {
    guard
      let file = try? FileDescriptor(opening: Path("/proc/sys/kernel/printk"), for: .readOnly)
    else { return nil }
    var bytes = InlineArray<32, UInt8>(repeating: 0)
    var space = bytes.mutableSpan
    guard case .bytes(let count)? = try? file.read(into: &space), count > 0, bytes[0].isDigit else {
      return nil
    }
    let isLong = count > 1 && bytes[1].isDigit
    return isLong ? 10 : Int(bytes[0] - 0x30)
  }
}
