// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux

/// A program's arguments for the duration of a call.
///
/// The call gets them without the program's name, as `ProgramArguments` has it.
func withArguments<Result>(
  _ words: [String], _ body: (borrowing ProgramArguments) throws -> Result
) rethrows -> Result {
  // Copied with strdup and freed below, after the last use.
  var pointers = unsafe (["/usr/bin/program"] + words).map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return try unsafe pointers.withUnsafeMutableBufferPointer { vector in
    guard let start = vector.baseAddress else { preconditionFailure("The vector is empty.") }
    return try body(unsafe ProgramArguments(count: words.count + 1, values: start))
  }
}

extension String {
  /// Copies UTF-8.
  init(_ bytes: Span<UInt8>) {
    self = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
