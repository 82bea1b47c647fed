// SPDX-License-Identifier: Apache-2.0

package import Text

/// Finds the first line by which systemd reports a failed unit: `[FAILED] Failed to start ….`.
///
/// The console's text is untrusted. At most 120 bytes of the line are kept, and only characters that may be
/// shown (`Message(showing:)`).
package struct FailedUnitFinder {
  private var line = InlineText<160>()
  private var isInSequence = false
  private var isAfterEscape = false

  /// At the beginning of a line.
  package init() {}

  /// Handles one byte; returns what a line reports where the byte ends one.
  package mutating func feed(_ byte: UInt8) -> InlineText<120>? {
    switch byte {
    case 0x0A, 0x0D:
      defer { self = FailedUnitFinder() }
      return reported
    case 0x1B: (isAfterEscape, isInSequence) = (true, false)
    case UInt8(ascii: "[") where isAfterEscape: (isAfterEscape, isInSequence) = (false, true)
    case 0x40...0x7E where isInSequence: isInSequence = false
    default:
      isAfterEscape = false
      if !isInSequence && byte >= 0x20 { line.append(byte: byte) }
    }
    return nil
  }

  private var reported: InlineText<120>? {
    let begin: StaticString = "[FAILED] "
    guard line.bytes.begins(with: begin) else { return nil }
    var end = line.count
    // Without the full stop of the sentence.
    if end > 0, line.bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    var text = InlineText<120>()
    guard begin.utf8CodeUnitCount < end else { return nil }
    text.append(line.bytes.extracting(begin.utf8CodeUnitCount..<end))
    return text
  }
}
