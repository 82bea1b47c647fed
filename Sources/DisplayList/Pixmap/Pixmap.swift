// SPDX-License-Identifier: Apache-2.0

/// An image in the pixels of one output: decoded, resampled and rotated outside of frames, which only copy it.
///
/// Each pixel is premultiplied sRGB in one word: red in the lowest byte, then green, blue and alpha.
package final class Pixmap {
  /// The size in the output's pixels.
  package let width, height: Int

  /// Whether no pixel lets anything through.
  package private(set) var isOpaque = true

  /// Which of several images it shows: what is painted with another version has other pixels.
  package internal(set) var version: Int

  private var pixels: RigidArray<UInt32>

  /// An empty one.
  init(_ fit: PixmapFit, version: Int) {
    (width, height) = fit.rotation.turned(width: fit.visible.width, height: fit.visible.height)
    pixels = RigidArray(capacity: width * height, initial: 0)
    self.version = version
  }

  /// Decodes an image, and resamples it for an output; nil where its stream is broken.
  ///
  /// - Parameters:
  ///   - stream: of a still image.
  ///   - size: its size.
  ///   - fit: the size that it is to have, what of that is kept, and how the output is rotated.
  ///   - version: with which it is painted.
  package convenience init?(
    _ stream: Span<UInt8>, size: (width: Int, height: Int), fit: PixmapFit, version: Int = 0
  ) {
    self.init(fit, version: version)
    var decoder = PixelStream(width: size.width, height: size.height)
    var row = RigidArray<UInt32>(capacity: size.width, initial: 0)
    // One whose pixels are repeated needs none.
    var resampler = Resampler(
      from: (size.width, size.height), to: (fit.scaled.width, fit.scaled.height))
    for number in 0..<size.height {
      var span = row.mutableSpan(0..<row.capacity)
      guard decoder.decodeRow(of: stream, into: &span) else { return nil }
      take(row.span(0..<size.width), row: number, fit, &resampler)
    }
    if !decoder.isComplete(stream) { return nil }
  }

  /// Takes the next row of the image.
  func take(
    _ row: Span<UInt32>, row number: Int, _ fit: PixmapFit, _ resampler: inout Resampler
  ) {
    if fit.repeats > 0 {
      for copy in 0..<fit.repeats {
        put(row, row: number &* fit.repeats &+ copy, fit, fit.repeats)
      }
    } else {
      resampler.take(row) { put($1, row: $0, fit, 1) }
    }
  }

  /// Stores what is kept of a row of the resampled image, where the rotation puts it.
  ///
  /// Each pixel of the row is so many of the image. No channel is above its alpha afterwards.
  @_optimize(speed)
  @inline(never)
  private func put(_ row: Span<UInt32>, row number: Int, _ fit: PixmapFit, _ repeats: Int) {
    let y = number - fit.visible.y
    guard y >= 0 && y < fit.visible.height else { return }
    // Where the row's first pixel goes, and how far it is to the next.
    let (first, step) =
      switch fit.rotation {
      case .degrees0: (y * width, 1)
      case .degrees90: (width - 1 - y, width)
      case .degrees180: (width * height - 1 - y * width, -1)
      case .degrees270: ((height - 1) * width + y, -width)
      }
    var (column, left) = (fit.visible.x / repeats, repeats - fit.visible.x % repeats)
    var areOpaque = true
    for x in 0..<fit.visible.width {
      var pixel = row[column]
      if pixel < 0xFF00_0000 {
        areOpaque = false
        if pixel > 0 { pixel = Pixmap.premultiplied(pixel) }
      }
      pixels[first &+ x &* step] = pixel
      left &-= 1
      if left == 0 { (column, left) = (column &+ 1, repeats) }
    }
    if !areOpaque { isOpaque = false }
  }

  /// A pixel, none of whose channels is above its alpha.
  @inline(__always)
  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    return min(pixel & 255, alpha) | min(pixel >> 8 & 255, alpha) << 8
      | min(pixel >> 16 & 255, alpha) << 16 | alpha << 24
  }

  /// Some columns of a row; traps outside.
  @_lifetime(borrow self)
  package func span(_ columns: Range<Int>, ofRow row: Int) -> Span<UInt32> {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "Not in the pixmap.")
    let start = row * width
    // The memory lives as long as the object, which the span borrows.
    return unsafe _overrideLifetime(
      pixels.span(start + columns.lowerBound..<start + columns.upperBound), borrowing: self)
  }
}

/// The pixmaps of an output, by their numbers in its scenes.
package final class PixmapSet {
  /// The most bytes of an output's pixmaps together, and the most pixels that are decoded and resampled for them, of
  /// which an image that covers a box of another ratio has more than are kept.
  private static var limit: Int { 128 << 20 }

  private(set) var list: [Pixmap] = []
  private var size = 0
  private var resampled = 0

  package init() {}

  /// Whether another one has room, and takes no more time than a boot can spare; its image has so many pixels,
  /// which are all decoded, and for a sequence kept.
  package func takesRoom(
    for fit: PixmapFit, of pixelCount: Int, isSequence: Bool = false
  ) -> Bool {
    // To decode a pixel takes a third of the time, or less.
    let work = fit.scaled.pixelCount + pixelCount / 4
    let kept = isSequence ? 4 * pixelCount : 0
    guard work <= PixmapSet.limit - resampled,
      4 * fit.visible.pixelCount <= PixmapSet.limit - size - kept
    else { return false }
    resampled += work
    size += kept
    return true
  }

  /// Removes all; shapes that are painted with one are not drawn any more.
  package func removeAll() { list = [] }

  /// The number that the next one gets.
  package var nextNumber: Int { list.count }

  /// Adds one; returns its number.
  package func add(_ pixmap: Pixmap) -> Int {
    size += 4 * pixmap.width * pixmap.height
    list.append(pixmap)
    return list.count - 1
  }
}

/// Images of one size that follow each other on an output: the one that is shown, decoded, and its pixmap, which
/// changes in place.
///
/// Nothing is allocated after `init`.
package final class PixmapSequence {
  /// What is painted; its version is the number of changes.
  package let pixmap: Pixmap

  private let size: (width: Int, height: Int)
  private let fit: PixmapFit
  private var source: RigidArray<UInt32>
  private var resampler: Resampler

  /// Makes an empty one, see `Pixmap`.
  package init(size: (width: Int, height: Int), fit: PixmapFit) {
    (self.size, self.fit) = (size, fit)
    pixmap = Pixmap(fit, version: -1)
    source = RigidArray(capacity: size.width * size.height, initial: 0)
    resampler = Resampler(
      from: (size.width, size.height), to: (fit.scaled.width, fit.scaled.height))
  }

  /// Decodes the next image, or what changes in a part of it.
  ///
  /// - Parameters:
  ///   - stream: its pixels.
  ///   - part: where they are; within the image.
  ///   - isWhole: whether none can stay as it was.
  /// - Returns: Whether the stream was whole.
  package func decode(_ stream: Span<UInt8>, in part: PixelRectangle, isWhole: Bool) -> Bool {
    var decoder = PixelStream(width: part.width, height: part.height, isChange: !isWhole)
    for row in 0..<part.height {
      let start = (part.y + row) * size.width + part.x
      var pixels = source.mutableSpan(0..<source.capacity)
      guard
        decoder.decodeRow(
          of: stream, into: &pixels, at: start, above: row == 0 ? start : start - size.width)
      else { return false }
    }
    return decoder.isComplete(stream)
  }

  /// Shows what is decoded, as a version of its own.
  package func update(version: Int) {
    resampler.restart()
    for row in 0..<size.height {
      pixmap.take(
        source.span(row * size.width..<(row + 1) * size.width), row: row, fit, &resampler)
    }
    pixmap.version = version
  }
}
