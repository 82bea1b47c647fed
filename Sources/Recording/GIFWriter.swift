// SPDX-License-Identifier: Apache-2.0

import CMovingImages
package import Images
import Linux
package import ToolSupport

/// Writes an animated GIF by giflib: of each frame only the rectangle that changed, with up to 256 colours.
///
/// A delay is a number of hundredths of a second. Delays are differences of rounded times, so that the whole keeps its
/// speed.
@safe package struct GIFWriter: FrameWriter, ~Copyable {
  private let name: String
  private let rate: Int
  private var file: OpaquePointer?
  private var partial: PartialFile
  private var last: Image?
  /// The last frame, until its duration is known.
  private var pending: (rectangle: ChangedRectangle, start: Int)?
  private var count = 0

  /// Records for a file, with at most 50 frames a second.
  package init(_ name: String, rate: Int) {
    self.name = name
    self.rate = rate
    partial = PartialFile(of: name)
  }

  deinit {
    // Where recording failed; what is there of the file is removed.
    if let file = unsafe file { _ = unsafe cmoving_gif_finish(file) }
  }

  package mutating func add(_ frame: Image) throws(ToolError) {
    var rectangle = ChangedRectangle(allOf: frame)
    if let last {
      guard let changed = ChangedRectangle(from: last, to: frame) else {
        count += 1
        return
      }
      rectangle = changed
      try writePending()
    } else {
      try open(width: frame.width, height: frame.height)
    }
    last = frame
    pending = (rectangle, count)
    count += 1
  }

  package mutating func finish() throws(ToolError) {
    try writePending()
    guard let file = unsafe file.take() else { return }
    guard unsafe cmoving_gif_finish(file) else { throw failure }
    try partial.complete()
  }

  private mutating func open(width: Int, height: Int) throws(ToolError) {
    guard let width = UInt16(exactly: width), let height = UInt16(exactly: height) else {
      throw .usage("cannot write \(name): a GIF has at most 65535 columns and rows")
    }
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(opening: Files.path(partial.path), for: .replace)
    } catch {
      throw .usage("cannot write \(name): \(error.words)")
    }
    unsafe file = cmoving_gif_create(descriptor.release(), width, height)
    guard unsafe file != nil else { throw failure }
  }

  /// Writes the frame that ends now, in parts if it is longer than a delay can be.
  private mutating func writePending() throws(ToolError) {
    guard let file = unsafe file, let last, let pending = pending.take() else { return }
    var delay = hundredths(count) - hundredths(pending.start)
    let (columns, rows) = (pending.rectangle.columns, pending.rectangle.rows)
    let pixels = rows.flatMap { row in
      last.pixels[row * last.width + columns.lowerBound..<row * last.width + columns.upperBound]
    }
    let table = ColorTable(for: pixels)
    var indices = pixels.map(table.index(of:))
    let colors = table.colors.flatMap { color in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    repeat {
      let part = min(delay, Int(UInt16.max))
      // Both arrays live through the call.
      let isWritten = unsafe colors.withUnsafeBufferPointer { colors in
        unsafe indices.withUnsafeMutableBufferPointer { indices in
          var frame = unsafe cmoving_gif_frame(
            left: UInt16(columns.lowerBound), top: UInt16(rows.lowerBound),
            width: UInt16(columns.count), height: UInt16(rows.count), delay: UInt16(part),
            color_count: UInt16(table.colors.count), colors: colors.baseAddress,
            pixels: indices.baseAddress)
          return unsafe cmoving_gif_add(file, &frame)
        }
      }
      guard isWritten else { throw failure }
      delay -= part
    } while delay > 0
  }

  /// The time of a frame.
  private func hundredths(_ frame: Int) -> Int { (frame * 100 + rate / 2) / rate }

  private var failure: ToolError { .usage("cannot write \(name): giflib failed") }
}
