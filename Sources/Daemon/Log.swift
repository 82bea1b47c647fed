import CLinux
import Control
import Linux

/// The program's standard streams: one line for people per event.
package enum Log {
  /// Sees to it that the standard streams are open, so that no display becomes one of them, and that
  /// neither a reader that is gone nor a terminal in use by others stops the program.
  package static func openStandardStreams() {
    while let file = try? FileDescriptor(opening: Path("/dev/null"), for: .readWrite) {
      guard file.number <= 2 else { break }
      _ = file.release()
    }
    Signals.brokenPipe.ignore()
    Signals(rawValue: 1 << UInt64(SIGTTIN) | 1 << UInt64(SIGTTOU)).ignore()
  }

  /// Writes one line to standard error, with the program's name before it.
  package static func write(_ text: Span<UInt8>) {
    var line = InlineText<512>()
    line.append("flipbookd: ")
    line.append(text)
    if line.isTruncated { line.append("…") }
    // In one piece: each write to /dev/kmsg is a record of its own.
    var whole = InlineText<520>()
    whole.append(line.bytes)
    whole.append("\n")
    writeAll(whole.bytes, to: 2)
  }

  /// Writes one line to standard error: who or what, if anybody, and what there is to say of it.
  @inline(never)
  package static func write(_ name: Span<UInt8>, _ text: Span<UInt8>) {
    var line = InlineText<512>()
    line.append(name)
    if !name.isEmpty { line.append(": ") }
    line.append(text)
    write(line.bytes)
  }

  /// Writes one line of why something cannot be drawn to.
  @inline(never)
  static func write(_ name: Span<UInt8>, _ failure: OutputFailure) {
    let text = failure.line
    write(name, text.bytes)
  }

  /// Writes one line that is part of the program to standard error.
  package static func write(_ text: StaticString) {
    var line = InlineText<256>()
    line.append(text)
    write(line.bytes)
  }

  /// Writes a text to standard output, which is all that the program was started for.
  package static func print(_ text: StaticString) -> ExitStatus {
    writeAll(text.bytes, to: 1) ? .success : .failure
  }

  /// Where nobody reads, a line is lost: that must not hold up the display.
  @discardableResult
  private static func writeAll(_ bytes: Span<UInt8>, to number: CInt) -> Bool {
    do throws(SystemError) {
      let stream = try FileDescriptor(duplicating: number)
      // The kernel's log takes everything at once, and polls as if it never did.
      if cl_is_memory_device(number) == 0 {
        guard try stream.isWritable() else { return false }
      }
      try stream.writeAll(bytes)
      return true
    } catch {
      return false
    }
  }
}
