// SPDX-License-Identifier: Apache-2.0

/// An image in memory, for `Scene.paint(_:)`.
///
/// A theme's images are decoded, resampled and rotated for an output in advance, so that frames only copy them. Inside,
/// each pixel is premultiplied sRGB in one word: red in the lowest byte, then green, blue and alpha.
public final class Pixmap {
  /// The size in pixels; of a theme's image, in the output's pixels.
  package let width, height: Int

  /// Whether all pixels are opaque.
  package private(set) var isOpaque = true

  /// The version of its content, such as the index of an image: each version has its own pixels.
  package internal(set) var version: Int

  /// Whether all of its pixels are stored; before that, or if its image is invalid, it is not drawn.
  package internal(set) var isMade = false

  private var pixels: RigidArray<UInt32>

  /// A pixmap without pixels, for `PixmapMaker`; nil where there is no memory for them.
  package init?(_ fit: PixmapFit, version: Int) {
    (width, height) = fit.rotation.turned(width: fit.visible.width, height: fit.visible.height)
    // All pixels are stored before `isMade` is set, and none is read before that.
    pixels = unsafe RigidArray(storedFirst: width * height)
    self.version = version
    if pixels.capacity < width * height { return nil }
  }

  /// Makes an image of `height` rows of `width` pixels.
  ///
  /// A pixel is `0xAARRGGBB`, premultiplied as in most libraries: a channel above the alpha is lowered to it. Traps if a
  /// side is not 1 to 16384, the number of pixels is not that of the size, or there is no memory.
  public init(width: Int, height: Int, pixels words: Span<UInt32>) {
    precondition((1...16384).contains(width) && (1...16384).contains(height), "Out of range.")
    (self.width, self.height, version) = (width, height, 0)
    pixels = RigidArray(capacity: width * height)
    precondition(pixels.capacity == width * height, "There is no memory for an image.")
    store(words)
  }

  /// Replaces all pixels; their number is that of the size, or it traps.
  ///
  /// Shapes show them in scenes with a new paint of the image, and damage includes these.
  public func update(_ words: Span<UInt32>) {
    store(words)
    version &+= 1
  }

  private func store(_ words: Span<UInt32>) {
    precondition(words.count == width * height, "The pixels do not fill the image.")
    isOpaque = true
    for index in 0..<words.count {
      let word = words[index]
      if word < 0xFF00_0000 { isOpaque = false }
      let swapped = word & 0xFF00_FF00 | word >> 16 & 255 | (word & 255) << 16
      pixels.append(word < 0xFF00_0000 ? Pixmap.premultiplied(swapped) : swapped, at: index)
    }
    isMade = true
  }

  /// Decodes an image, and resamples it for an output; nil where its stream is invalid or there is no memory.
  ///
  /// - Parameters:
  ///   - stream: the pixels of a still image.
  ///   - size: the image's size.
  ///   - fit: the scaled size, the visible part, and the output's rotation.
  ///   - version: the version for paints.
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

  /// Stores the visible part of a row of the resampled image, rotated.
  ///
  /// Each pixel of the row is repeated `repeats` times. Afterwards no channel is above its alpha.
  @_optimize(speed)
  func put(_ row: Span<UInt32>, row number: Int, _ fit: PixmapFit, _ repeats: Int) {
    let y = number - fit.visible.y
    guard y >= 0 && y < fit.visible.height else { return }
    // The index of the row's first pixel, and the step to the next.
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

  /// The pixel with each channel limited to its alpha.
  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    return min(pixel & 255, alpha) | min(pixel >> 8 & 255, alpha) << 8
      | min(pixel >> 16 & 255, alpha) << 16 | alpha << 24
  }

  /// Stores one of the rows in which each pixel of a row of the image is repeated.
  func repeatRow(_ row: Span<UInt32>, _ copy: Int, of number: Int, _ fit: PixmapFit) {
    put(row, row: number &* fit.repeats &+ copy, fit, fit.repeats)
  }

  /// All pixels, row by row.
  package var words: Span<UInt32> {
    @_lifetime(borrow self)
    get {
      // The memory lives as long as the object, which the span borrows.
      unsafe _overrideLifetime(pixels.span(0..<width * height), borrowing: self)
    }
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

/// A sequence of images of one size on an output: the decoded current image, and its pixmap, which changes in
/// place.
///
/// Nothing is allocated after `init`.
package final class PixmapSequence {
  /// The pixmap to paint with; its version is that of the last `update`.
  package let pixmap: Pixmap

  private let size: (width: Int, height: Int)
  private let fit: PixmapFit
  private var source: RigidArray<UInt32>
  private var resampler: Resampler

  /// An empty sequence, see `Pixmap`; nil where there is no memory.
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

  /// Stores a row of the first image, from a `PixmapMaker`.
  func keep(_ pixels: Span<UInt32>, row: Int) {
    for column in 0..<size.width { source[row * size.width + column] = pixels[column] }
  }

  /// Records that the first image is in the pixmap, with a version.
  package func begin(version: Int) { pixmap.version = version }

  /// Decodes the next image, or the change of a part of it.
  ///
  /// - Parameters:
  ///   - stream: the pixels.
  ///   - part: their position, within the image.
  ///   - isWhole: whether no pixel can stay as it was.
  /// - Returns: Whether the stream was complete.
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

  /// Resamples the decoded image into the pixmap, with a new version.
  package func update(version: Int) {
    resampler.restart()
    for row in 0..<size.height {
      let pixels = source.span(row * size.width..<(row + 1) * size.width)
      if fit.repeats > 0 {
        for copy in 0..<fit.repeats { pixmap.repeatRow(pixels, copy, of: row, fit) }
      } else {
        resampler.append(pixels)
        while resampler.next({ pixmap.put($1, row: $0, fit, 1) }) {}
      }
    }
    pixmap.version = version
  }
}
