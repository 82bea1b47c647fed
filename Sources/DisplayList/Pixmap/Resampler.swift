// SPDX-License-Identifier: Apache-2.0

/// Resamples an image to another size row by row, first along x, then along y.
///
/// For fewer pixels each is the mean over its area; for more pixels they are interpolated linearly between
/// centres. Channels are premultiplied, and are computed in exact fractions that are rounded twice: to 16
/// bits, then to 8. With equal sizes nothing changes.
struct Resampler: ~Copyable {
  private let source: (width: Int, height: Int)
  private let target: (width: Int, height: Int)
  /// The last two source rows, resampled along x; four channels per pixel.
  private var row: RigidArray<UInt16>
  private var before: RigidArray<UInt16>
  /// The sums of a target row so far.
  private var sums: RigidArray<UInt64>
  private var output: RigidArray<UInt32>
  private var taken = 0
  private var emitted = 0

  init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
    (self.source, self.target) = (source, target)
    row = RigidArray(capacity: 4 * target.width, initial: 0)
    before = RigidArray(capacity: 4 * target.width, initial: 0)
    sums = RigidArray(capacity: 4 * target.width, initial: 0)
    output = RigidArray(capacity: target.width, initial: 0)
  }

  /// Starts the next image.
  mutating func restart() { (taken, emitted) = (0, 0) }

  /// Handles the next source row; `emit` gets each target row that it completes, with its number.
  mutating func take(_ pixels: Span<UInt32>, _ emit: (Int, Span<UInt32>) -> Void) {
    swap(&row, &before)
    resampleAlongX(pixels)
    while emitted < target.height {
      let weights = PixelWeights(emitted, from: source.height, to: target.height)
      // A target row's area has many source rows, which are added one after the other; otherwise it has at
      // most two.
      let isArea = source.height >= target.height
      if weights.first > taken || !isArea && weights.last > taken { break }
      for number in (isArea ? taken : weights.first)...min(weights.last, taken) {
        let weight = UInt64(weights.weight(of: number))
        for index in 0..<sums.capacity {
          sums[index] &+= weight &* UInt64(number == taken ? row[index] : before[index])
        }
      }
      if weights.last > taken { break }
      finish(of: weights.whole, emit)
    }
    taken += 1
  }

  private mutating func resampleAlongX(_ pixels: Span<UInt32>) {
    for column in 0..<target.width {
      let weights = PixelWeights(column, from: source.width, to: target.width)
      var sums = SIMD4<UInt32>()
      for index in weights.first...weights.last {
        sums &+= Resampler.channels(pixels[index]) &* UInt32(weights.weight(of: index))
      }
      let whole = UInt64(weights.whole)
      for channel in 0..<4 {
        row[4 &* column &+ channel] = UInt16(
          truncatingIfNeeded: (514 &* UInt64(sums[channel]) &+ whole) / (2 &* whole))
      }
    }
  }

  /// Red, green, blue and alpha of a pixel.
  @inline(__always)
  private static func channels(_ pixel: UInt32) -> SIMD4<UInt32> {
    (SIMD4(repeating: pixel) &>> SIMD4(0, 8, 16, 24)) & 255
  }

  /// Emits a target row with complete sums; none of its channels is above its alpha.
  @inline(never)
  private mutating func finish(of whole: Int, _ emit: (Int, Span<UInt32>) -> Void) {
    for column in 0..<target.width {
      var (pixel, alpha): (UInt32, UInt32) = (0, 255)
      for channel in (0..<4).reversed() {
        let value = (2 &* sums[4 &* column &+ channel] &+ UInt64(whole)) / UInt64(2 &* whole) &+ 128
        let byte = min(UInt32(truncatingIfNeeded: (value &- value / 256) / 256), alpha)
        if channel == 3 { alpha = byte }
        pixel = pixel << 8 | byte
        sums[4 &* column &+ channel] = 0
      }
      output[column] = pixel
    }
    emit(emitted, output.span(0..<target.width))
    emitted &+= 1
  }
}

/// The source pixels of a target pixel on one axis, and their weights.
private struct PixelWeights {
  let first, last: Int
  /// The sum of all weights.
  let whole: Int
  private let index, n, m: Int

  /// The weights of pixel `index` of m, from n.
  init(_ index: Int, from n: Int, to m: Int) {
    (self.index, self.n, self.m) = (index, n, m)
    if n >= m {
      (first, last, whole) = (index &* n / m, ((index &+ 1) &* n &- 1) / m, n)
    } else {
      // The two pixels around its centre; beyond the ends only the first or last pixel counts.
      let left = ((2 &* index &+ 1) &* n &+ m) / (2 &* m) &- 1
      (first, last, whole) = (max(left, 0), min(left &+ 1, n &- 1), 2 &* m)
    }
  }

  /// The weight of a source pixel.
  ///
  /// When shrinking, it is the overlap of both pixels, where a source pixel is m wide and a target pixel n.
  /// When enlarging, it depends on the distance of their centres.
  @inline(__always)
  func weight(of number: Int) -> Int {
    if n >= m {
      return min((number &+ 1) &* m, (index &+ 1) &* n) &- max(number &* m, index &* n)
    }
    return first == last ? whole : whole &- abs((2 &* index &+ 1) &* n &- (2 &* number &+ 1) &* m)
  }
}

/// The fit of an image to a box of whole pixels.
package struct PixmapFit: Equatable, Sendable {
  /// The fit modes.
  package enum Way: UInt8, Sendable {
    /// Covers the box in the image's aspect ratio; the excess is cut off evenly at both sides.
    case cover
    /// Fits within the box in the image's aspect ratio.
    case contain
    /// The size of the box.
    case stretch
    /// The image's natural size.
    case none
  }

  /// The size of the whole scaled image.
  package let scaled: PixelRectangle

  /// The visible part of it.
  package let visible: PixelRectangle

  /// The position of that part in the box.
  package let x, y: Int

  /// How many times each pixel is repeated along both axes if the image is not smoothed; else 0.
  package let repeats: Int

  /// The rotation from the layout to the output's pixels.
  package let rotation: Rotation

  /// Fits an image into a box; no size may be 0.
  ///
  /// - Parameters:
  ///   - image: the size in pixels.
  ///   - natural: its natural size on this output.
  ///   - box: the size of the box before the rotation.
  ///   - way: the fit mode.
  ///   - isSmooth: whether it is interpolated.
  ///   - rotation: from the layout to the output's pixels.
  package init(
    _ image: (width: Int, height: Int), natural: (width: Int, height: Int),
    into box: (width: Int, height: Int), _ way: Way, isSmooth: Bool, rotation: Rotation
  ) {
    self.rotation = rotation
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
    self.repeats = repeats
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
