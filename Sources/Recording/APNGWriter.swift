// SPDX-License-Identifier: Apache-2.0

import CZlib
package import Images
package import ToolSupport

/// Writes an animated PNG: 8 bits for each channel, and of each frame only the rectangle that changed.
///
/// A frame that equals its predecessor lengthens it. The number of frames stands before the first, so the
/// compressed frames are kept until the end. Format: PNG, third edition (W3C), chunks `acTL`, `fcTL` and `fdAT`.
package struct APNGWriter: FrameWriter, ~Copyable {
  private let name: String
  private var file: RecordingFile
  private let rate: Int
  private var last: Image?
  /// The frames in the order of the file, with the number of ticks for which each is shown.
  private var frames: [Frame] = []

  private struct Frame {
    var rectangle: ChangedRectangle
    var data: [UInt8]
    var ticks: Int
  }

  /// The delay of a frame is a fraction of two numbers of 16 bits.
  private static var longestDelay: Int { Int(UInt16.max) }

  /// Records for a file, with so many frames a second.
  package init(_ name: String, rate: Int) throws(ToolError) {
    file = try RecordingFile(name)
    self.name = name
    self.rate = rate
  }

  package mutating func add(_ frame: Image) throws(ToolError) {
    var rectangle = ChangedRectangle(allOf: frame)
    if let last {
      let latest = frames.count - 1
      let isLong = frames[latest].ticks >= APNGWriter.longestDelay
      if let changed = ChangedRectangle(from: last, to: frame) {
        rectangle = changed
      } else if !isLong {
        frames[latest].ticks += 1
        return
      }
    }
    frames.append(Frame(rectangle: rectangle, data: try compressed(frame, rectangle), ticks: 1))
    last = frame
  }

  package mutating func finish() throws(ToolError) {
    guard let last else { throw .usage("cannot write \(name): there is no frame") }
    var header = bytes(last.width) + bytes(last.height)
    // 8 bits, RGB, and the only methods of compression, filters and order.
    header += [8, 2, 0, 0, 0]
    try file.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header))
    // Repeated without end.
    try file.write(chunk("acTL", bytes(frames.count) + bytes(0)))
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      try file.write(chunk("fcTL", bytes(sequence) + control(frame)))
      sequence += 1
      if index == 0 {
        try file.write(chunk("IDAT", frame.data))
      } else {
        try file.write(chunk("fdAT", bytes(sequence) + frame.data))
        sequence += 1
      }
    }
    try file.write(chunk("IEND", []))
    try file.finish()
  }

  /// Position and duration of a frame, which replaces the pixels below it and stays.
  private func control(_ frame: Frame) -> [UInt8] {
    let (columns, rows) = (frame.rectangle.columns, frame.rectangle.rows)
    return bytes(columns.count) + bytes(rows.count) + bytes(columns.lowerBound)
      + bytes(rows.lowerBound) + bytes(frame.ticks).suffix(2) + bytes(rate).suffix(2) + [0, 0]
  }

  /// A number of 32 bits, the highest byte first.
  private func bytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private func chunk(_ kind: StaticString, _ data: [UInt8]) -> [UInt8] {
    let content = Array("\(kind)".utf8) + data
    // The call reads as many bytes as there are.
    let checksum = unsafe crc32_z(0, content, content.count)
    return bytes(data.count) + content + bytes(Int(checksum))
  }

  /// The pixels of a rectangle as PNG has them: each row with its filter, the row above subtracted.
  private func compressed(
    _ frame: Image, _ rectangle: ChangedRectangle
  ) throws(ToolError) -> [UInt8] {
    let rowSize = 3 * rectangle.columns.count
    var rows: [UInt8] = []
    rows.reserveCapacity((rowSize + 1) * rectangle.rows.count)
    var above = [UInt8](repeating: 0, count: rowSize)
    var row = above
    for y in rectangle.rows {
      var position = 0
      for x in rectangle.columns {
        let pixel = frame.pixels[y * frame.width + x]
        row[position] = UInt8(truncatingIfNeeded: pixel >> 16)
        row[position + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        row[position + 2] = UInt8(truncatingIfNeeded: pixel)
        position += 3
      }
      rows.append(2)
      for index in 0..<rowSize { rows.append(row[index] &- above[index]) }
      swap(&above, &row)
    }
    var size = compressBound(uLong(rows.count))
    var result = [UInt8](repeating: 0, count: Int(size))
    // Both arrays live through the call, which writes at most `size` bytes.
    let status = unsafe compress2(&result, &size, rows, uLong(rows.count), Z_BEST_COMPRESSION)
    guard status == Z_OK else { throw .usage("cannot write \(name): zlib is out of memory") }
    return Array(result.prefix(Int(size)))
  }
}
