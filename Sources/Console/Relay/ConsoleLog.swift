// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux

/// The last 256 KB that were written to the console, in memory that the relay shares with the daemon.
///
/// The relay appends, and the daemon reads. Offsets count all bytes since the start, and wrap around.
@safe
@usableFromInline
package struct ConsoleLog: ~Copyable {
  /// How many bytes it keeps.
  package static var size: Int { Int(CL_LOG_SIZE) }

  private let address: UnsafeMutablePointer<cl_console_log>

  /// An empty log; `ENOMEM` without memory.
  package init() throws(SystemError) {
    guard let address = unsafe cl_log_make() else { throw SystemError.last(.map) }
    unsafe self.address = address
  }

  deinit {
    // Mapped by `init`, and by nothing else.
    unsafe cl_log_free(address)
  }

  /// The offset behind the last byte.
  package var end: UInt32 {
    // Mapped until deinit; the counts are atomic.
    unsafe cl_log_written(address)
  }

  /// The offset of the oldest byte that is kept.
  package var start: UInt32 {
    let end = self.end
    return end > UInt32(ConsoleLog.size) ? end &- UInt32(ConsoleLog.size) : 0
  }

  /// Appends bytes that came at a time in milliseconds of the monotonic clock.
  package func append(_ bytes: Span<UInt8>, milliseconds: UInt32) {
    let count = UInt32(min(bytes.count, ConsoleLog.size))
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      // Both are mapped, and the function writes only within the log.
      unsafe cl_log_append(address, start, count, milliseconds)
    }
  }

  /// Copies bytes from an offset on, up to the end or the size of the buffer; returns their number.
  ///
  /// 0 at the end. Nil where they have been overwritten: the reader goes on at `start`.
  package func copy(from offset: UInt32, into buffer: inout MutableSpan<UInt8>) -> Int? {
    let count = min(Int(end &- offset), buffer.count)
    if count == 0 { return 0 }
    unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      guard let to = buffer.baseAddress else { return }
      // At most as many bytes as the buffer has.
      unsafe cl_log_copy(address, offset, to, UInt32(count))
    }
    return end &- offset > UInt32(ConsoleLog.size) ? nil : count
  }

  /// The offset up to which all bytes came no later than a time; the end where none came later.
  ///
  /// The times of the oldest bytes may be forgotten: they then count as early.
  package func offset(after milliseconds: UInt32) -> UInt32 {
    // Mapped until deinit; a mark is complete before it is counted.
    let marked = unsafe cl_log_marked(address)
    let kept = min(marked, UInt32(CL_LOG_MARKS) - 1)
    for index in 0..<kept {
      let mark = unsafe cl_log_mark_at(address, marked &- kept &+ index)
      if mark.milliseconds > milliseconds { return mark.offset }
    }
    return end
  }
}
