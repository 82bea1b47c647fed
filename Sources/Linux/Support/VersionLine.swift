// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Text

/// A program's answer to `--version`: its name and version, and the commit that it was built from.
package struct VersionLine {
  private var text = InlineText<128>()

  /// The line for a name and a version, such as `flipbookd 0.1.0`.
  package init(_ program: StaticString) {
    text.append(program)
    text.append(" (")
    if let commit = unsafe cl_commit() {
      // A constant text in C, which ends with a zero and is never changed.
      let bytes = unsafe UnsafeRawBufferPointer(start: commit, count: strlen(commit))
      unsafe text.append(Span(_unsafeElements: bytes.bindMemory(to: UInt8.self)))
    } else {
      text.append("development build")
    }
    text.append(")")
  }

  /// The line, without an end.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }
}
