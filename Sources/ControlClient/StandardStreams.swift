// SPDX-License-Identifier: Apache-2.0

package import Linux
internal import Text

/// The output of a client.
package enum StandardStreams {
  /// Opens missing standard streams, so that no socket gets one of their numbers.
  package static func prepare() {
    while let file = try? FileDescriptor(opening: Path("/dev/null"), for: .readWrite) {
      guard file.number <= 2 else { break }
      _ = file.release()
    }
  }

  /// Writes bytes to standard output; false where that fails.
  package static func print(_ bytes: Span<UInt8>) -> Bool { write(bytes, to: 1) }

  /// Writes a literal to standard output; false where that fails.
  package static func print(_ text: StaticString) -> Bool { write(text.bytes, to: 1) }

  /// Writes a line to standard output; false where that fails.
  package static func print(_ line: VersionLine) -> Bool { print(line.bytes) && print("\n") }

  /// Writes bytes to standard error; an error is ignored.
  package static func reportError(_ bytes: Span<UInt8>) { _ = write(bytes, to: 2) }

  /// Writes a literal to standard error.
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

/// One line on standard error, beginning with the program's name as it was called.
package struct ErrorLine {
  private var text = InlineText<1024>()

  /// Starts a line.
  package init(_ program: StaticString) {
    text.append(program)
    text.append(": ")
  }

  /// Appends a literal.
  package mutating func append(_ part: StaticString) { text.append(part) }

  /// Appends a whole number.
  package mutating func append(_ number: Int) { text.append(number) }

  /// Appends untrusted text in a form that a terminal can print.
  package mutating func append(_ part: Span<UInt8>) { text.append(escaping: part) }

  /// Writes the line.
  package consuming func write() {
    StandardStreams.reportError(text.bytes)
    StandardStreams.reportError(text.isTruncated ? "…\n" : "\n")
  }
}
