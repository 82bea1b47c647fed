// SPDX-License-Identifier: Apache-2.0

/// Resamples an image to another size row by row, first along x, then along y.
///
/// For fewer pixels each is the mean over its area; for more pixels they are interpolated linearly between
/// centres. Channels are premultiplied, and are computed in exact fractions that are rounded twice: to 16
/// bits, then to 8. The weights depend only on the sizes and are computed once for all images of those sizes.
struct Resampler: ~Copyable {
  private var columns = ResampledAxis(from: 1, to: 1)
  private var rows = ResampledAxis(from: 1, to: 1)
  /// The weights of all target columns.
  private var columnWeights: RigidArray<PixelWeights>
  /// The last two source rows, resampled along x; four channels per pixel.
  private var row: RigidArray<UInt16>
  private var before: RigidArray<UInt16>
  /// The sums of a target row so far: each at most 65535 times the sum of all weights, which is at most
  /// 65536.
  private var sums: RigidArray<UInt32>
  private var output: RigidArray<UInt32>
  private var taken = 0
  private var emitted = 0

  /// Allocates memory for target rows of a width; nil where there is none.
  init?(maximumWidth width: Int) {
    columnWeights = RigidArray(capacity: width, initial: PixelWeights(0, 0, 0, 0))
    row = RigidArray(capacity: 4 * width, initial: 0)
    before = RigidArray(capacity: 4 * width, initial: 0)
    sums = RigidArray(capacity: 4 * width, initial: 0)
    output = RigidArray(capacity: width, initial: 0)
    let least = min(columnWeights.capacity, row.capacity, before.capacity, sums.capacity)
    if min(least, output.capacity) < width { return nil }
  }

  /// Starts the first image of two sizes; each side is 1 … 32768 pixels.
  mutating func begin(
    from source: (width: Int, height: Int), to target: (width: Int, height: Int)
  ) {
    precondition(target.width <= output.capacity, "The rows are too long.")
    columns = ResampledAxis(from: source.width, to: target.width)
    rows = ResampledAxis(from: source.height, to: target.height)
    for column in 0..<target.width { columnWeights[column] = columns.weights(of: column) }
    // The previous image may have ended within a row.
    sums.fill(4 * target.width, 0)
    restart()
  }

  /// Starts the next image of the same sizes.
  mutating func restart() { (taken, emitted) = (0, 0) }

  /// Handles the next source row; `next` emits the target rows that it completes.
  mutating func append(_ pixels: Span<UInt32>) {
    swap(&row, &before)
    resampleAlongX(pixels)
  }

  /// Passes the next complete target row to `emit`, with its number; false where it needs more source rows.
  mutating func next(_ emit: (Int, Span<UInt32>) -> Void) -> Bool {
    if emitted < rows.target {
      let weights = rows.weights(of: emitted)
      // A target row's area has many source rows, which are added one after the other; otherwise it has at
      // most two.
      let isArea = rows.isArea
      if weights.first <= taken && (isArea || weights.last <= taken) {
        for number in (isArea ? taken : weights.first)...min(weights.last, taken) {
          let weight = rows.weight(of: number, weights)
          let count = 4 &* columns.target
          if number == taken {
            Resampler.add(row, count, weight, to: &sums)
          } else {
            Resampler.add(before, count, weight, to: &sums)
          }
        }
        if weights.last <= taken {
          finishRow(emit)
          return true
        }
      }
    }
    taken &+= 1
    return false
  }

  @_optimize(speed)
  private mutating func resampleAlongX(_ pixels: Span<UInt32>) {
    let quotient = columns.quotient
    for column in 0..<columns.target {
      let weights = columnWeights[column]
      var sums = Resampler.channels(pixels[weights.first]) &* weights.firstWeight
      if weights.first < weights.last {
        for index in weights.first &+ 1..<weights.last {
          sums &+= Resampler.channels(pixels[index]) &* columns.innerWeight
        }
        sums &+= Resampler.channels(pixels[weights.last]) &* weights.lastWeight
      }
      for channel in 0..<4 {
        row[4 &* column &+ channel] = UInt16(
          truncatingIfNeeded: quotient.rounded(514 &* UInt64(sums[channel])))
      }
    }
  }

  @_optimize(speed)
  private static func add(
    _ row: borrowing RigidArray<UInt16>, _ count: Int, _ weight: UInt32,
    to sums: inout RigidArray<UInt32>
  ) {
    let values = row.span(0..<count)
    var sums = sums.mutableSpan(0..<count)
    for index in 0..<count { sums[index] &+= weight &* UInt32(values[index]) }
  }

  /// Red, green, blue and alpha of a pixel.
  private static func channels(_ pixel: UInt32) -> SIMD4<UInt32> {
    (SIMD4(repeating: pixel) &>> SIMD4(0, 8, 16, 24)) & 255
  }

  /// Emits a target row with complete sums.
  @_optimize(speed)
  private mutating func finishRow(_ emit: (Int, Span<UInt32>) -> Void) {
    let quotient = rows.quotient
    for column in 0..<columns.target {
      var pixel: UInt32 = 0
      for channel in (0..<4).reversed() {
        let sum = UInt64(sums[4 &* column &+ channel])
        let value = UInt32(truncatingIfNeeded: quotient.rounded(2 &* sum)) &+ 128
        pixel = pixel << 8 | (value &- value >> 8) >> 8
        sums[4 &* column &+ channel] = 0
      }
      output[column] = pixel
    }
    emit(emitted, output.span(0..<columns.target))
    emitted &+= 1
  }
}

/// The conversion of an axis to another number of pixels.
struct ResampledAxis {
  let source, target: Int
  /// Divides by twice the sum of a pixel's weights.
  let quotient: Quotient

  init(from source: Int, to target: Int) {
    (self.source, self.target) = (source, target)
    quotient = Quotient(UInt64(2 &* (source >= target ? source : 2 &* target)))
  }

  /// Whether a target pixel is the mean over an area.
  var isArea: Bool { source >= target }

  /// The weight of a source pixel that lies entirely within the area.
  var innerWeight: UInt32 { UInt32(truncatingIfNeeded: target) }

  /// The source pixels of target pixel `index`, and the weights of the first and the last.
  func weights(of index: Int) -> PixelWeights {
    let (n, m) = (source, target)
    if n >= m {
      // The overlap of both pixels, where a target pixel is n wide and a source pixel m.
      let (begin, end) = (index &* n, (index &+ 1) &* n)
      let (first, last) = (begin / m, (end &- 1) / m)
      return PixelWeights(
        first, last, min((first &+ 1) &* m, end) &- begin, end &- max(last &* m, begin))
    }
    // The two source pixels around the target pixel's centre, weighted by the distance of their centres from
    // it. Beyond the ends only the first or last pixel counts.
    let center = (2 &* index &+ 1) &* n
    let left = (center &+ m) / (2 &* m) &- 1
    let (first, last) = (max(left, 0), min(left &+ 1, n &- 1))
    if first == last { return PixelWeights(first, last, 2 &* m, 0) }
    let distance = center &- (2 &* first &+ 1) &* m
    return PixelWeights(first, last, 2 &* m &- distance, distance)
  }

  /// The weight of one of the source pixels.
  func weight(of number: Int, _ weights: PixelWeights) -> UInt32 {
    if number == weights.first { return weights.firstWeight }
    return number == weights.last ? weights.lastWeight : innerWeight
  }
}

/// The source pixels of a target pixel on one axis, and the weights of the first and the last.
struct PixelWeights {
  private let firstIndex, lastIndex: Int32
  let firstWeight, lastWeight: UInt32

  var first: Int { Int(firstIndex) }
  var last: Int { Int(lastIndex) }

  init(_ first: Int, _ last: Int, _ firstWeight: Int, _ lastWeight: Int) {
    (firstIndex, lastIndex) = (Int32(first), Int32(last))
    self.firstWeight = UInt32(truncatingIfNeeded: firstWeight)
    self.lastWeight = UInt32(truncatingIfNeeded: lastWeight)
  }
}

/// Exact division without a division instruction, for divisors of up to 17 bits and quotients of 16 bits.
struct Quotient {
  private let divisor, reciprocal: UInt64

  init(_ divisor: UInt64) { (self.divisor, reciprocal) = (divisor, (1 << 47) / divisor) }

  /// The quotient of an even dividend, to nearest; halves up.
  ///
  /// The reciprocal is too small by less than 1. So the product is too small by less than a dividend of 34
  /// bits, and the quotient by 1 at most.
  func rounded(_ dividend: UInt64) -> UInt64 {
    let sum = dividend &+ divisor / 2
    let quotient = (sum &* reciprocal) >> 47
    return sum &- quotient &* divisor >= divisor ? quotient &+ 1 : quotient
  }
}
