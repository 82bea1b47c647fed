// SPDX-License-Identifier: Apache-2.0

// The functions that a WebAssembly runtime calls, in place of the program's entry.

/// Keeps the suite's lines for readers of the module's memory.
private struct KeptLines: LineSink, ~Copyable {
  /// More than the suite prints, so that the array never moves: memory is not freed.
  static var capacity: Int { 1 << 18 }

  private var bytes = [UInt8](repeating: 0, count: capacity)
  private(set) var count = 0

  /// The address of the lines.
  var address: UInt {
    // Only the number is used. The memory stays in place.
    unsafe bytes.span.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  mutating func write(_ line: Span<UInt8>) -> Bool {
    guard line.count <= KeptLines.capacity - count else { return false }
    for index in 0..<line.count { bytes[count + index] = line[index] }
    count += line.count
    return true
  }
}

// A WebAssembly module without threads runs on one thread.
nonisolated(unsafe) private var suite = Suite(sink: KeptLines())

/// Draws the pixel suite; returns the length of the lines in bytes, or 0 on a failure.
@c(flipbook_selftest)
func flipbookSelftest() -> UInt32 {
  // There is one thread.
  unsafe suite.runAll() ? UInt32(suite.sink.count) : 0
}

/// The address of the lines.
@c(flipbook_lines)
func flipbookLines() -> UInt {
  // There is one thread.
  unsafe suite.sink.address
}
