// SPDX-License-Identifier: Apache-2.0

/// Understands a source that writes lines.
package protocol LineInterpreter {
  /// The events of a line, which comes without its end; nothing for one that is not understood.
  mutating func events(for line: [UInt8]) -> [ProgressEvent]
}
