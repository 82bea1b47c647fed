// SPDX-License-Identifier: Apache-2.0

import Theme

extension StraightImage {
  /// The longest side of an image that a theme can have, in pixels.
  static var largestSide: Int { PackLimit.stillSide }

  /// Whether a theme can have an image of this size.
  static func isPossible(width: Int, height: Int) -> Bool { max(width, height) <= largestSide }

  /// The image, halved until a theme can have it, with a line where it was too large.
  func fitted(_ name: String, report: inout ImportReport) -> StraightImage {
    var image = self
    while !Self.isPossible(width: image.width, height: image.height) { image = image.halved }
    if image.width != width || image.height != height {
      report.changed(
        "\(name): \(width)×\(height) pixels, scaled down to \(image.width)×\(image.height), since "
          + "\(Self.largestSide) a side are possible: less sharp on a display as large")
    }
    return image
  }

  /// The file of this image, or that of a smaller one where it is too large for a theme; nil without memory.
  func fittedFile(_ file: [UInt8], _ name: String, report: inout ImportReport) -> [UInt8]? {
    if Self.isPossible(width: width, height: height) { return file }
    return fitted(name, report: &report).png
  }
}
