// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Linux

/// What a client prints.
package enum StandardStreams {
  /// Sees to it that the standard streams are open, so that no socket becomes one of them.
  package static func prepare() {
    while let file = try? FileDescriptor(opening: Path("/dev/null"), for: .readWrite) {
      guard file.number <= 2 else { break }
      _ = file.release()
    }
  }

  /// Writes bytes to standard output; false where that fails.
  package static func print(_ bytes: Span<UInt8>) -> Bool { write(bytes, to: 1) }

  /// Writes a part of the program to standard output; false where that fails.
  package static func print(_ text: StaticString) -> Bool { write(text.bytes, to: 1) }

  /// Writes bytes to standard error; nothing can be done where that fails.
  package static func reportError(_ bytes: Span<UInt8>) { _ = write(bytes, to: 2) }

  /// Writes a part of the program to standard error.
  package static func reportError(_ text: StaticString) { reportError(text.bytes) }

  private static func write(_ bytes: Span<UInt8>, to number: CInt) -> Bool {
    do throws(SystemError) {
      try FileDescriptor(duplicating: number).writeAll(bytes)
      return true
    } catch {
      return false
    }
  }
}

/// One line on standard error, with the name by which the program is called before it.
package struct ErrorLine {
  private var text = InlineText<1024>()

  /// Begins a line.
  package init(_ program: StaticString) {
    text.append(program)
    text.append(": ")
  }

  /// Adds a part of the program.
  package mutating func append(_ part: StaticString) { text.append(part) }

  /// Adds a whole number.
  package mutating func append(_ number: Int) { text.append(number) }

  /// Adds what somebody else has sent or given, so that a terminal can print it.
  package mutating func append(_ part: Span<UInt8>) { text.append(escaping: part) }

  /// Writes the line.
  package consuming func write() {
    StandardStreams.reportError(text.bytes)
    StandardStreams.reportError(text.isTruncated ? "…\n" : "\n")
  }
}
