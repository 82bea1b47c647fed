// SPDX-License-Identifier: Apache-2.0

/// The fit of an image to a box of whole pixels.
package struct PixmapFit: Equatable, Sendable {
  /// The fit modes.
  package enum ContentMode: UInt8, CaseIterable, Sendable {
    /// Covers the box in the image's aspect ratio; the excess is cut off evenly at both sides.
    case cover
    /// Fits within the box in the image's aspect ratio.
    case contain
    /// The size of the box.
    case stretch
    /// The image's natural size.
    case none
  }

  /// The part of the image that is scaled; the rest of the image is not shown.
  package let source: PixelRectangle

  /// The size of all of that part when it is scaled.
  package let scaled: PixelRectangle

  /// What is visible of it.
  package let visible: PixelRectangle

  /// The position of that part in the box.
  package let x, y: Int

  /// How many times each pixel is repeated along both axes if the image is not smoothed; 1 at its own size; else 0.
  package let repeats: Int

  /// The rotation from the layout to the output's pixels.
  package let rotation: Rotation

  /// Fits an image into a box; no size may be 0.
  ///
  /// - Parameters:
  ///   - whole: the size in pixels.
  ///   - piece: the part of it that is shown; by default all of it.
  ///   - natural: its natural size on this output.
  ///   - box: the size of the box before the rotation.
  ///   - way: the fit mode.
  ///   - isSmooth: whether it is interpolated.
  ///   - rotation: from the layout to the output's pixels.
  package init(
    _ whole: (width: Int, height: Int), _ piece: PixelRectangle? = nil,
    natural: (width: Int, height: Int), into box: (width: Int, height: Int), _ way: ContentMode,
    isSmooth: Bool, rotation: Rotation
  ) {
    self.rotation = rotation
    source = piece ?? PixelRectangle(x: 0, y: 0, width: whole.width, height: whole.height)
    let image = (width: source.width, height: source.height)
    var size = box
    var repeats = 0
    // A box smaller than the image has no room for repeated pixels.
    let most = min(box.width / image.width, box.height / image.height, 16384)
    if !isSmooth && most > 0 {
      repeats = most
      size = (most * image.width, most * image.height)
    } else {
      let isWide = box.width * image.height >= box.height * image.width
      switch way {
      case .stretch: break
      case .none: size = natural
      case .cover, .contain:
        if isWide == (way == .cover) {
          size.height = PixmapFit.rounded(box.width * image.height, over: image.width)
        } else {
          size.width = PixmapFit.rounded(box.height * image.width, over: image.height)
        }
      }
    }
    scaled = PixelRectangle(x: 0, y: 0, width: size.width, height: size.height)
    // Pixels at their own size are copied.
    self.repeats = repeats == 0 && size == image ? 1 : repeats
    let kept = (width: min(size.width, box.width), height: min(size.height, box.height))
    visible = PixelRectangle(
      x: (size.width - kept.width) / 2, y: (size.height - kept.height) / 2, width: kept.width,
      height: kept.height)
    (x, y) = ((box.width - kept.width) / 2, (box.height - kept.height) / 2)
  }

  /// A quotient to nearest, from 1 to the longest side.
  private static func rounded(_ dividend: Int, over divisor: Int) -> Int {
    min(max((2 * dividend + divisor) / (2 * divisor), 1), 32768)
  }
}
