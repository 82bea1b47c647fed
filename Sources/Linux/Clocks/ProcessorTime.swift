// SPDX-License-Identifier: Apache-2.0

import CLinux
import Text

/// The used and the idle time of the processors.
package struct ProcessorTime: ~Copyable {
  /// Nanoseconds that this process has used, on all processors together.
  ///
  /// Corresponds to `CLOCK_PROCESS_CPUTIME_ID`.
  package static var ownNanoseconds: Int64 { cl_processor_nanoseconds() }

  private let file: FileDescriptor?

  /// Opens `/proc/uptime`; where that fails, the idle time is unknown.
  package init() {
    file = try? FileDescriptor(opening: Path("/proc/uptime"), for: .readOnly)
  }

  /// The idle time of all processors together in nanoseconds, in steps of a hundredth of a second; nil
  /// where the kernel does not report it.
  package func idleNanoseconds() -> Int64? {
    switch file {
    case .some(let file):
      var bytes = InlineArray<64, UInt8>(repeating: 0)
      var span = bytes.mutableSpan
      guard case .bytes(let count)? = try? file.readStart(into: &span) else { return nil }
      return ProcessorTime.idleNanoseconds(in: bytes.span.extracting(0..<count))
    case .none: return nil
    }
  }

  /// Parses the second number of a line such as `350735.47 234388.90`.
  package static func idleNanoseconds(in line: Span<UInt8>) -> Int64? {
    var hundredths: Int64 = 0
    var column = 0
    var digitsBehindPoint = -1
    for index in line.indices {
      let byte = line[index]
      if byte == UInt8(ascii: " ") {
        column += 1
      } else if column == 1, byte == UInt8(ascii: ".") {
        digitsBehindPoint = 0
      } else if column == 1, byte.isDigit, digitsBehindPoint < 2 {
        let (shifted, isTooLarge) = hundredths.multipliedReportingOverflow(by: 10)
        if isTooLarge || shifted > Int64.max / 100_000_000 { return nil }
        hundredths = shifted + Int64(byte - UInt8(ascii: "0"))
        if digitsBehindPoint >= 0 { digitsBehindPoint += 1 }
      }
    }
    return digitsBehindPoint == 2 ? hundredths * 10_000_000 : nil
  }
}
