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

  /// Whether all of its pixels are there; until then, and where its image is broken, it is not drawn.
  package internal(set) var isMade = false

  private var pixels: RigidArray<UInt32>

  /// One whose pixels are still to be made; nil where there is no memory for them.
  package init?(_ fit: PixmapFit, version: Int) {
    (width, height) = fit.rotation.turned(width: fit.visible.width, height: fit.visible.height)
    // Each is stored before the pixmap is made, and none is read before that.
    pixels = unsafe RigidArray(storedFirst: width * height)
    self.version = version
    if pixels.capacity < width * height { return nil }
  }

  /// Decodes an image, and resamples it for an output; nil where its stream is broken, or there is no memory.
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
    guard let maker = PixmapMaker(imageWidth: size.width, scaledWidth: fit.scaled.width) else {
      return nil
    }
    maker.begin(size: size, fit: fit)
    var work = Int.max
    maker.make(self, of: stream, &work)
    if !isMade { return nil }
  }

  /// Stores what is kept of a row of the resampled image, where the rotation puts it.
  ///
  /// Each pixel of the row is so many of the image.
  @inline(never)
  func put(_ row: Span<UInt32>, row number: Int, _ fit: PixmapFit, _ repeats: Int) {
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
    for x in 0..<fit.visible.width {
      let pixel = row[(fit.visible.x &+ x) / repeats]
      if pixel < 0xFF00_0000 { isOpaque = false }
      pixels[first + x * step] = pixel
    }
  }

  /// Stores one of the rows in which each pixel of a row of the image is repeated.
  func repeatRow(_ row: Span<UInt32>, _ copy: Int, of number: Int, _ fit: PixmapFit) {
    put(row, row: number &* fit.repeats &+ copy, fit, fit.repeats)
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

  /// Makes an empty one, see `Pixmap`; nil where there is no memory.
  package init?(size: (width: Int, height: Int), fit: PixmapFit) {
    (self.size, self.fit) = (size, fit)
    guard let pixmap = Pixmap(fit, version: -1),
      var resampler = Resampler(maximumWidth: fit.repeats > 0 ? 1 : fit.scaled.width)
    else { return nil }
    if fit.repeats == 0 {
      resampler.begin(from: size, to: (fit.scaled.width, fit.scaled.height))
    }
    self.pixmap = pixmap
    self.resampler = resampler
    source = RigidArray(capacity: size.width * size.height, initial: 0)
    if source.capacity < size.width * size.height { return nil }
  }

  /// Keeps a row of the first image, which a `PixmapMaker` makes.
  func keep(_ pixels: Span<UInt32>, row: Int) {
    for column in 0..<size.width { source[row * size.width + column] = pixels[column] }
  }

  /// Notes that the first image is shown, as a version of its own.
  package func begin(version: Int) { pixmap.version = version }

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
      let pixels = source.span(row * size.width..<(row + 1) * size.width)
      if fit.repeats > 0 {
        for copy in 0..<fit.repeats { pixmap.repeatRow(pixels, copy, of: row, fit) }
      } else {
        resampler.take(pixels)
        while resampler.next({ pixmap.put($1, row: $0, fit, 1) }) {}
      }
    }
    pixmap.version = version
  }
}
