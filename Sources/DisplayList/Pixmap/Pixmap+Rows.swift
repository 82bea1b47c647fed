// SPDX-License-Identifier: Apache-2.0

// A pixmap with pixels that a program draws, in place of an image.
extension Pixmap {
  /// Stores a row of opaque or premultiplied pixels, which `fit` rotates; rows may come in any order.
  package func store(_ row: Span<UInt32>, at y: Int, _ fit: PixmapFit) { put(row, row: y, fit, 1) }

  /// Records that all rows are stored: it can be drawn, with pixels of its own in this version.
  package func recordStored(version: Int) {
    (self.version, isMade) = (version, true)
  }
}
