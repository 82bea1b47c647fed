// SPDX-License-Identifier: Apache-2.0

import Linux
import Text

extension StageImage {
  /// Compares with a golden image: an approved PNG beside the test.
  ///
  /// With `FLIPBOOK_RECORD=1` in the environment the golden image is written instead.
  ///
  /// - Parameters:
  ///   - name: the PNG's name, relative to the folder of `file`.
  ///   - file: the test's own source file.
  /// - Throws: `StageTestError` where a pixel differs. It says how many pixels differ, within which
  ///   rectangle, the first one with its colours, and the largest difference of a channel. It also
  ///   names the file of the actual image, which is beside the golden image with the ending
  ///   `.actual.png`.
  public func expectMatch(
    golden name: String, file: String = #filePath
  ) throws(StageTestError) {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/\(name)"
    if Environment.withValue(of: "FLIPBOOK_RECORD", { $0.isEqual(to: "1") }) == true {
      return try write(toPNG: path)
    }
    let actual = path.hasSuffix(".png") ? "\(path.dropLast(4)).actual.png" : "\(path).actual.png"
    let golden: StageImage
    do throws(StageTestError) {
      golden = try StageImage(readingPNG: path)
    } catch {
      try write(toPNG: actual)
      throw StageTestError(
        "\(error.description); the actual image is \(actual), FLIPBOOK_RECORD=1 keeps it as golden")
    }
    guard let difference = difference(from: golden) else { return }
    try write(toPNG: actual)
    throw StageTestError("\(name): \(difference); the actual image is \(actual)")
  }

  /// The difference from another image, in words; nil where the images are equal.
  ///
  /// - Complexity: O(width · height).
  public func difference(from other: StageImage) -> String? {
    guard width == other.width, height == other.height else {
      return "\(width) × \(height) pixels in place of \(other.width) × \(other.height)"
    }
    var count = 0
    var largest: UInt32 = 0
    var (left, top, right, bottom) = (width, height, 0, 0)
    var first = (x: 0, y: 0)
    for y in 0..<height {
      for x in 0..<width where self[x, y] != other[x, y] {
        if count == 0 { first = (x, y) }
        count += 1
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
        largest = max(largest, channelDifference(self[x, y], other[x, y]))
      }
    }
    guard count > 0 else { return nil }
    let (actual, expected) = (self[first.x, first.y], other[first.x, first.y])
    return "\(count) of \(width * height) pixels differ, within \(right - left) × \(bottom - top)"
      + " at (\(left), \(top)); the first at (\(first.x), \(first.y)) is \(hex(actual)) in place of"
      + " \(hex(expected)); the largest difference of a channel is \(largest)"
  }

  private func channelDifference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var largest: UInt32 = 0
    for shift: UInt32 in [0, 8, 16] {
      let (one, other) = (a >> shift & 0xFF, b >> shift & 0xFF)
      largest = max(largest, one > other ? one - other : other - one)
    }
    return largest
  }

  private func hex(_ pixel: UInt32) -> String {
    let digits = String(pixel, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
