// SPDX-License-Identifier: Apache-2.0

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
      var pixels = source.mutableSpan()
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
