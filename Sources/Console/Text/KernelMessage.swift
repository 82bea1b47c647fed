// SPDX-License-Identifier: Apache-2.0

package import Text

/// A message of the kernel's log, as its consoles show it.
package struct KernelMessage {
  /// Its time, as the console has it: `[    1.234567] `.
  package private(set) var stamp = InlineText<32>()
  /// The message, at most 960 bytes, on one line.
  package private(set) var text = InlineText<960>()
  /// How urgent it is, from 0 to 7; smaller numbers are more urgent.
  package let level: Int
  /// Its time in milliseconds since the machine's start.
  package let milliseconds: UInt32

  /// Whether it is an error, or worse.
  package var isError: Bool { level <= 3 }

  /// Reads a record of /dev/kmsg; nil for anything else.
  ///
  /// Corresponds to `Documentation/ABI/testing/dev-kmsg`: `PRIORITY,NUMBER,MICROSECONDS,FLAGS;MESSAGE`, and
  /// further lines that no console shows.
  package init?(_ record: Span<UInt8>) {
    let fields = record.firstPosition(of: UInt8(ascii: ";"))
    guard fields < record.count else { return nil }
    var numbers = InlineArray<3, UInt64>(repeating: 0)
    var field = 0
    for index in 0..<fields where field < 3 {
      let byte = record[index]
      if byte == UInt8(ascii: ",") {
        field += 1
      } else {
        guard 0x30...0x39 ~= byte, numbers[field] < 1 << 58 else { return nil }
        numbers[field] = numbers[field] * 10 + UInt64(byte - 0x30)
      }
    }
    if field < 2 { return nil }
    level = Int(truncatingIfNeeded: numbers[0] & 7)
    let time = numbers[2]
    milliseconds = UInt32(truncatingIfNeeded: time / 1000)
    stamp.append("[")
    let seconds = Int64(truncatingIfNeeded: time / 1_000_000)
    var least: Int64 = 10
    while least <= 10_000 {
      if seconds < least { stamp.append(" ") }
      least *= 10
    }
    stamp.append(seconds)
    stamp.append(".")
    var part = Int64(truncatingIfNeeded: time % 1_000_000)
    var unit: Int64 = 100_000
    while unit > 0 {
      stamp.append(part / unit)
      part %= unit
      unit /= 10
    }
    stamp.append("] ")
    let end = record.firstPosition(of: 0x0A, from: fields + 1)
    text.append(record.extracting(fields + 1..<end))
  }
}
