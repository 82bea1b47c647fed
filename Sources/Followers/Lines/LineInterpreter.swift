// SPDX-License-Identifier: Apache-2.0

/// Converts the lines of a source to progress events.
package protocol LineInterpreter {
  /// The events of a line, which comes without its end; none for an unknown line.
  mutating func events(for line: Span<UInt8>) -> [ProgressEvent]
}
