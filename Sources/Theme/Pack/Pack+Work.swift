// SPDX-License-Identifier: Apache-2.0

/// How much work a pack may be, beside what is as many as its bytes; the compiler goes by the same numbers.
package enum PackWork {
  /// Pixels of its images that are no frames: eight of 3840 × 2160.
  package static var stillPixels: Int { 1 << 26 }
  /// Shapes and points of the drawings that elements show, each counted once for each of those.
  package static var shapes: Int { 64 }
  package static var points: Int { 3072 }
  /// How often all outlines together are gone along, as some letters have those of others, and how many bytes that
  /// is: more than 16,384 glyphs of Chinese have.
  static var outlineReads: Int { 8 }
  static var outlineBytes: Int { 16 << 20 }
}

extension Pack {
  /// Checks that a pack of few bytes does not ask for what takes longer than a boot can spare, as the same pixels
  /// in many images or the same outlines in many drawings.
  ///
  /// Before anything that goes along outlines, and after the sections' records are known to be there.
  func checkReads() throws(PackError) {
    var pixels: Int64 = 0
    for index in 0..<count(.images) {
      let image = self[ImageRecord.self, index]
      if image.kind != .pixels { continue }
      pixels += Int64(image.width) * Int64(image.height)
      if pixels > PackWork.stillPixels { throw .tooManyPixels }
    }
    var reads = 0
    let most = min(count(.outlines) * PackWork.outlineReads, PackWork.outlineBytes)
    for index in 0..<count(.vectors) {
      reads += self[VectorRecord.self, index].outline.count
      if reads > most { throw .tooManyPoints }
    }
    for index in 0..<count(.glyphs) {
      reads += self[GlyphRecord.self, index].outline.count
      if reads > most { throw .tooManyPoints }
    }
  }

  /// Checks that the drawings of all elements have no more shapes and points than a frame has time for.
  ///
  /// After all records have been checked.
  func checkDrawings() throws(PackError) {
    var (shapes, points) = (0, 0)
    for node in 0..<count(.nodes) {
      let record = self[NodeRecord.self, node]
      if !record.isKnown { continue }
      var most = (shapes: 0, points: 0)
      for element in record.records {
        guard let image = image(of: element, record.kind)?.index else { continue }
        let drawing = drawingSize(self[ImageRecord.self, image])
        most = (max(most.shapes, drawing.shapes), max(most.points, drawing.points))
      }
      (shapes, points) = (shapes + most.shapes, points + most.points)
      if shapes > PackWork.shapes || points > PackWork.points { throw .tooManyPoints }
    }
  }

  /// Checks that no more images move than a frame has time for: each may cover the whole stage.
  func checkMotions() throws(PackError) {
    var motions = 0
    for index in 0..<count(.nodes) {
      let node = self[NodeRecord.self, index]
      if node.isKnown && node.kind == .motion { motions += 1 }
    }
    if motions > PackLimit.motions { throw .tooManyMotions }
  }

  /// How many shapes and points a drawing has; none for any other image.
  private func drawingSize(_ image: ImageRecord) -> (shapes: Int, points: Int) {
    guard image.kind == .vector else { return (0, 0) }
    var points = 0
    for index in image.content {
      var walk = OutlineWalk()
      _ = walk.follow(outline(self[VectorRecord.self, index].outline))
      points += walk.pointCount
    }
    return (image.content.count, points)
  }
}
