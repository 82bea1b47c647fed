// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// The damage clips that a driver gets with a framebuffer.
///
/// They are the union of the differences from the previous frame and the pixels stored into this
/// buffer. Some drivers copy all framebuffers to one shadow, others each to its own, and the API does
/// not report which.
struct ClipList: ~Copyable {
  /// Left, top, right and bottom of each clip.
  private var numbers = InlineArray<128, Int32>(repeating: 0)
  private var count: UInt32 = 0

  /// Clips that cover two damage regions.
  init(_ changed: borrowing DamageRegion, _ drawn: borrowing DamageRegion) {
    insert(changed.rectangles)
    insert(drawn.rectangles)
  }

  private mutating func insert(_ rectangles: DamageRectangles) {
    var count = Int(count)
    // Through a span: the array itself would be copied for each number.
    var numbers = numbers.mutableSpan
    for index in 0..<rectangles.count {
      let rectangle = rectangles[index]
      if ClipList.contains(rectangle, numbers.span, count) { continue }
      numbers[4 * count] = Int32(rectangle.x)
      numbers[4 * count + 1] = Int32(rectangle.y)
      numbers[4 * count + 2] = Int32(rectangle.right)
      numbers[4 * count + 3] = Int32(rectangle.bottom)
      count += 1
    }
    self.count = UInt32(count)
  }

  private static func contains(
    _ rectangle: PixelRectangle, _ numbers: Span<Int32>, _ count: Int
  ) -> Bool {
    for start in stride(from: 0, to: 4 * count, by: 4)
    where Int(numbers[start]) <= rectangle.x && Int(numbers[start + 1]) <= rectangle.y
      && Int(numbers[start + 2]) >= rectangle.right && Int(numbers[start + 3]) >= rectangle.bottom
    {
      return true
    }
    return false
  }

  /// Creates a property blob for `FB_DAMAGE_CLIPS`; false without clips or where that fails.
  func makeBlob(
    on kernel: borrowing some KernelInterface & ~Copyable, _ id: inout UInt32
  ) -> Bool {
    if count == 0 { return false }
    let used = numbers.span.extracting(0..<4 * Int(count))
    // Integers have no padding bytes.
    return unsafe kernel.createBlob(used.bytes, &id) == 0
  }

  /// Makes the driver show the pixels stored into a framebuffer.
  ///
  /// Corresponds to `DRM_IOCTL_MODE_DIRTYFB`.
  func flush(
    _ framebuffer: FramebufferID, on kernel: borrowing some KernelInterface & ~Copyable
  ) -> CInt {
    kernel.flush(framebuffer, numbers.span.extracting(0..<4 * Int(count)))
  }
}
