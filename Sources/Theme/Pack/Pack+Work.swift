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
    for index in 0..<count(.images) where byte(position(.images, index)) == 0 {
      let p = position(.images, index)
      pixels += Int64(u16(p + ImageField.width)) * Int64(u16(p + ImageField.height))
      if pixels > PackWork.stillPixels { throw .tooManyPixels }
    }
    var reads = 0
    let most = min(count(.outlines) * PackWork.outlineReads, PackWork.outlineBytes)
    for index in 0..<count(.vectors) {
      let length = Int(min(u32(position(.vectors, index) + VectorField.length), 1 << 30))
      if length > most - reads { throw .tooManyPoints }
      reads += length
    }
    for index in 0..<count(.glyphs) {
      let length = Int(u16(position(.glyphs, index) + 4))
      if length > most - reads { throw .tooManyPoints }
      reads += length
    }
  }

  /// Checks that the drawings of all elements have no more shapes and points than a frame has time for.
  ///
  /// After all records have been checked.
  func checkDrawings() throws(PackError) {
    var (shapes, points) = (0, 0)
    for node in 0..<count(.nodes) {
      let p = position(.nodes, node)
      let first = Int(u16(p + NodeField.firstRecord))
      var most = (shapes: 0, points: 0)
      for record in first..<first + Int(u16(p + NodeField.recordCount)) {
        let field =
          switch NodeKind(rawValue: byte(p)) {
          case .background: RecordField.Background.image
          case .image: RecordField.Image.image
          case .prompt: RecordField.Prompt.icon
          default: -1
          }
        guard field >= 0, let image = reference(position(.records, record) + field) else {
          continue
        }
        let drawing = drawingSize(position(.images, image))
        most = (max(most.shapes, drawing.shapes), max(most.points, drawing.points))
      }
      (shapes, points) = (shapes + most.shapes, points + most.points)
      if shapes > PackWork.shapes || points > PackWork.points { throw .tooManyPoints }
    }
  }

  /// How many shapes and points a drawing has; none for any other image.
  private func drawingSize(_ image: Int) -> (shapes: Int, points: Int) {
    guard byte(image) == 1 else { return (0, 0) }
    let (first, number) = (
      Int(u32(image + ImageField.first)), Int(u32(image + ImageField.count))
    )
    var points = 0
    for index in first..<first + number {
      let p = position(.vectors, index)
      var walk = OutlineWalk()
      _ = walk.take(bytes(.outlines, Int(u32(p)), count: Int(u32(p + VectorField.length))))
      points += walk.pointCount
    }
    return (number, points)
  }
}
