// SPDX-License-Identifier: Apache-2.0

/// Resamples an image from one size to another as its rows come, first along x, then along y.
///
/// To fewer pixels each is the mean over its area, to more they are interpolated linearly between centres;
/// per channel, premultiplied, in exact fractions that are rounded twice: to 16 bits, then to 8. With
/// equal sizes nothing changes.
struct Resampler: ~Copyable {
  private var source = (width: 1, height: 1)
  private var target = (width: 1, height: 1)
  /// The last two source rows, resampled along x; four channels a pixel.
  private var row: RigidArray<UInt16>
  private var before: RigidArray<UInt16>
  /// What is summed up of a target row.
  private var sums: RigidArray<UInt64>
  private var output: RigidArray<UInt32>
  private var taken = 0
  private var emitted = 0

  /// Has room for target rows of a width; nil where there is no memory.
  init?(maximumWidth: Int) {
    row = RigidArray(capacity: 4 * maximumWidth, initial: 0)
    before = RigidArray(capacity: 4 * maximumWidth, initial: 0)
    sums = RigidArray(capacity: 4 * maximumWidth, initial: 0)
    output = RigidArray(capacity: maximumWidth, initial: 0)
    if min(row.capacity, before.capacity, sums.capacity, output.capacity) < maximumWidth {
      return nil
    }
  }

  /// Begins the first image of two sizes.
  mutating func begin(
    from source: (width: Int, height: Int), to target: (width: Int, height: Int)
  ) {
    precondition(target.width <= output.capacity, "The rows are too long.")
    (self.source, self.target) = (source, target)
    // The one before may have been broken in the middle.
    sums.fill(4 * target.width, 0)
    restart()
  }

  /// Begins the next image of the same sizes.
  mutating func restart() { (taken, emitted) = (0, 0) }

  /// Takes the next source row; `next` gives the target rows that follow from it.
  mutating func take(_ pixels: Span<UInt32>) {
    swap(&row, &before)
    resampleAlongX(pixels)
  }

  /// Gives `emit` the next target row that follows from the source rows so far, with its number; false where more
  /// of those are needed.
  mutating func next(_ emit: (Int, Span<UInt32>) -> Void) -> Bool {
    if emitted < target.height {
      let weights = PixelWeights(emitted, from: source.height, to: target.height)
      // The area of a target row has many source rows, which are added as they come; else it has two at most.
      let isArea = source.height >= target.height
      if weights.first <= taken && (isArea || weights.last <= taken) {
        for number in (isArea ? taken : weights.first)...min(weights.last, taken) {
          let weight = UInt64(weights.weight(of: number))
          for index in 0..<4 &* target.width {
            sums[index] &+= weight &* UInt64(number == taken ? row[index] : before[index])
          }
        }
        if weights.last <= taken {
          finish(of: weights.whole, emit)
          return true
        }
      }
    }
    taken += 1
    return false
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

  /// Emits the target row whose sums are complete; no channel of it is above its alpha.
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

/// The pixels of an axis that become one of another number of pixels, and their weights.
private struct PixelWeights {
  let first, last: Int
  /// The sum of all weights.
  let whole: Int
  private let index, n, m: Int

  /// Becomes pixel `index` of m, from n.
  init(_ index: Int, from n: Int, to m: Int) {
    (self.index, self.n, self.m) = (index, n, m)
    if n >= m {
      (first, last, whole) = (index &* n / m, ((index &+ 1) &* n &- 1) / m, n)
    } else {
      // The two between whose centres its own one lies; where it lies beyond the ends one of them has all.
      let left = ((2 &* index &+ 1) &* n &+ m) / (2 &* m) &- 1
      (first, last, whole) = (max(left, 0), min(left &+ 1, n &- 1), 2 &* m)
    }
  }

  /// Where a pixel is m wide, and one of the others n: how much of the one the other has, or how far their centres
  /// are apart, of two pixels.
  @inline(__always)
  func weight(of number: Int) -> Int {
    if n >= m {
      return min((number &+ 1) &* m, (index &+ 1) &* n) &- max(number &* m, index &* n)
    }
    return first == last ? whole : whole &- abs((2 &* index &+ 1) &* n &- (2 &* number &+ 1) &* m)
  }
}

/// How an image is made to fit a box of whole pixels.
package struct PixmapFit: Equatable, Sendable {
  /// The ways to fit.
  package enum Way: UInt8, Sendable {
    /// Covers the box in the image's ratio; what is too much is cut off about the middle.
    case cover
    /// Within the box in the image's ratio.
    case contain
    /// As large as the box.
    case stretch
    /// In its own size.
    case none
  }

  /// The size of the whole image.
  package let scaled: PixelRectangle

  /// What of that is kept.
  package let visible: PixelRectangle

  /// Where that lies in the box.
  package let x, y: Int

  /// How often each pixel is repeated along both axes where an image is not to be smoothed; else 0.
  package let repeats: Int

  /// The rotation from the layout to the output's pixels.
  package let rotation: Rotation

  /// Fits an image into a box; no size may be 0.
  ///
  /// - Parameters:
  ///   - image: the size in pixels.
  ///   - natural: its own size on this output.
  ///   - box: the size of the box before the rotation.
  ///   - way: how it fits.
  ///   - isSmooth: whether it is interpolated.
  ///   - rotation: from the layout to the output's pixels.
  package init(
    _ image: (width: Int, height: Int), natural: (width: Int, height: Int),
    into box: (width: Int, height: Int), _ way: Way, isSmooth: Bool, rotation: Rotation
  ) {
    self.rotation = rotation
    var size = box
    var repeats = 0
    // With less room than pixels there is nothing to repeat.
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

  /// A quotient to nearest, from 1 to what a side can be.
  private static func rounded(_ dividend: Int, over divisor: Int) -> Int {
    min(max((2 * dividend + divisor) / (2 * divisor), 1), 32768)
  }
}
