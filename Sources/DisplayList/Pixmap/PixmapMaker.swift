// SPDX-License-Identifier: Apache-2.0

/// Decodes an image row by row and resamples it into a pixmap, as much at a time as there is time for.
///
/// A unit of work is what one resampled pixel of one row takes, some 100 instructions.
package final class PixmapMaker {
  private var size = (width: 1, height: 1)
  private var fit: PixmapFit
  private var decoder = PixelStream(width: 1, height: 1)
  private var row: RigidArray<UInt32>
  private var resampler: Resampler
  /// How many rows have been decoded, and of the last one whether others still follow from it, and how many have.
  private var rowCount = 0
  private var isEmitting = false
  private var copyCount = 0

  /// Has room for images of widths, as they are and scaled; nil where there is no memory.
  package init?(imageWidth: Int, scaledWidth: Int) {
    let row = RigidArray<UInt32>(capacity: imageWidth, initial: 0)
    guard row.capacity == imageWidth, let resampler = Resampler(maximumWidth: scaledWidth) else {
      return nil
    }
    self.row = row
    self.resampler = resampler
    fit = PixmapFit(
      (1, 1), natural: (1, 1), into: (1, 1), .none, isSmooth: true, rotation: .degrees0)
  }

  /// Begins with an image of a size; both it and what becomes of it have room.
  package func begin(size: (width: Int, height: Int), fit: PixmapFit) {
    (self.size, self.fit) = (size, fit)
    decoder = PixelStream(width: size.width, height: size.height)
    if fit.repeats == 0 {
      resampler.begin(
        from: (fit.source.width, fit.source.height), to: (fit.scaled.width, fit.scaled.height))
    }
    (rowCount, isEmitting) = (0, false)
  }

  /// How much work it is to make a pixmap of an image.
  package static func work(size: (width: Int, height: Int), fit: PixmapFit) -> Int64 {
    let (width, height) = (Int64(fit.scaled.width), Int64(fit.scaled.height))
    let decoded = Int64(size.width) * Int64(size.height) / 4
    // To repeat a pixel takes little: it is stored.
    if fit.repeats > 0 { return 1 + decoded + Int64(fit.visible.pixelCount) / 8 }
    return decoded + 2 * width * (Int64(fit.source.height) + height)
  }

  /// Goes on until so much work is done or nothing is left; returns whether something is.
  ///
  /// The pixmap says whether it is made. One that is not when nothing is left has a broken image. Of a sequence it
  /// is the first frame, which is kept for those that follow.
  @discardableResult
  package func make(
    _ pixmap: Pixmap, of stream: Span<UInt8>, _ work: inout Int, for sequence: PixmapSequence? = nil
  ) -> Bool {
    let (size, fit) = (size, fit)
    while work > 0 {
      if isEmitting {
        isEmitting = emit(into: pixmap)
        work -=
          fit.repeats > 0
          ? 1 + fit.visible.width / 8 : fit.scaled.width * (isEmitting ? 2 : 1)
      } else if rowCount == size.height {
        pixmap.isMade = decoder.isComplete(stream)
        return false
      } else {
        var pixels = row.mutableSpan(0..<size.width)
        guard decoder.decodeRow(of: stream, into: &pixels) else { return false }
        sequence?.keep(row.span(0..<size.width), row: rowCount)
        let isShown = fit.source.y..<fit.source.bottom ~= rowCount
        if isShown, fit.repeats == 0 { resampler.append(row.span(shownColumns)) }
        (isEmitting, copyCount) = (isShown, 0)
        rowCount += 1
        work -= 1 + size.width / 4 + (isShown && fit.repeats == 0 ? fit.scaled.width : 0)
      }
    }
    return true
  }

  /// The part of the row that is shown.
  private var shownColumns: Range<Int> { fit.source.x..<fit.source.right }

  /// Stores the next row of the pixmap that follows from the last one of the image; false where none does.
  private func emit(into pixmap: Pixmap) -> Bool {
    let fit = fit
    if fit.repeats == 0 { return resampler.next { pixmap.put($1, row: $0, fit, 1) } }
    pixmap.repeatRow(row.span(shownColumns), copyCount, of: rowCount - 1 - fit.source.y, fit)
    copyCount += 1
    return copyCount < fit.repeats
  }
}
