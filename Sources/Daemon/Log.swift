// SPDX-License-Identifier: Apache-2.0

import CLinux
import FixedPoint
package import Linux
import Text

/// The log on standard error, one line per event, and text on standard output.
package enum Log {
  /// Opens missing standard streams, so that no device gets their numbers, and ignores the signals of
  /// closed pipes and of background output to a terminal.
  package static func openStandardStreams() {
    while let file = try? FileDescriptor(opening: Path("/dev/null"), for: .readWrite) {
      guard file.number <= 2 else { break }
      _ = file.release()
    }
    Signals.brokenPipe.ignore()
    Signals(rawValue: 1 << UInt64(SIGTTIN) | 1 << UInt64(SIGTTOU)).ignore()
  }

  /// The priority of a line.
  package typealias Priority = LogPriority

  /// Whether debug lines are written: `FLIPBOOK_LOG` is `debug`, as `--verbose` sets it.
  package static var isVerbose: Bool {
    get {
      Environment.withValue(of: "FLIPBOOK_LOG") { $0.isEqual(to: "debug") } ?? false
    }
  }

  /// Whether standard error goes to the journal, which then reads a priority at the start of each line.
  ///
  /// Corresponds to `$JOURNAL_STREAM` of systemd.exec(5): the number of a device, a colon, and an inode.
  private static var isJournal: Bool {
    get {
      Environment.withValue(of: "JOURNAL_STREAM") { value in
        let colon = value.firstPosition(of: UInt8(ascii: ":"))
        guard colon < value.count,
          let device = value.extracting(first: colon).unsignedNumber,
          let inode = value.extracting(colon + 1..<value.count).unsignedNumber
        else { return false }
        return cl_is_file(2, UInt64(device), UInt64(inode)) != 0
      } ?? false
    }
  }

  /// Writes one line to standard error, after the program's name.
  ///
  /// For the journal or the kernel's log `<N>` with its priority comes first. The kernel takes a record
  /// of /dev/kmsg without a priority for a warning.
  package static func write(_ text: Span<UInt8>, _ priority: Priority = .warning) {
    var line = InlineText<512>()
    if isJournal || cl_is_memory_device(2) != 0 {
      line.append("<")
      line.append(priority.rawValue)
      line.append(">")
    }
    line.append("flipbookd: ")
    line.append(text)
    if line.isTruncated { line.append("…") }
    // In one write: each write to /dev/kmsg is a separate record.
    var whole = InlineText<520>()
    whole.append(line.bytes)
    whole.append("\n")
    writeAll(whole.bytes, to: 2)
  }

  /// Writes one line to standard error, with the name of an object before it unless that is empty.
  package static func write(
    _ name: Span<UInt8>, _ text: Span<UInt8>, _ priority: Priority = .warning
  ) {
    var line = InlineText<512>()
    line.append(name)
    if !name.isEmpty { line.append(": ") }
    line.append(text)
    write(line.bytes, priority)
  }

  /// Writes a constant line to standard error.
  package static func write(_ text: StaticString, _ priority: Priority = .warning) {
    var line = InlineText<256>()
    line.append(text)
    write(line.bytes, priority)
  }

  /// Writes a text such as that of `--help` to standard output; returns the exit status.
  package static func print(_ text: StaticString) -> ExitStatus {
    writeAll(text.bytes, to: 1) ? .success : .failure
  }

  /// Prints a line on standard output; returns the exit status of a program that does nothing else.
  package static func print(_ line: VersionLine) -> ExitStatus {
    writeAll(line.bytes, to: 1) ? print("\n") : .failure
  }

  /// The line is lost if the reader is too slow: a write must not delay a frame.
  @discardableResult
  private static func writeAll(_ bytes: Span<UInt8>, to number: CInt) -> Bool {
    do throws(SystemError) {
      let stream = try FileDescriptor(duplicating: number)
      // /dev/kmsg accepts every write, but poll does not report it as writable.
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
