// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Placements, sizes and colours as values of a theme.
extension ScriptThemeBuilder {
  /// Sets the anchor, and the pivot and offset where they differ from the defaults.
  static func place(_ table: inout DraftTable, _ placement: Placement) {
    let (x, y) = (placement.x, placement.y)
    table["anchor"] = .point(x.fraction, y.fraction)
    if x.pivot != x.fraction || y.pivot != y.fraction { table["pivot"] = .point(x.pivot, y.pivot) }
    if x.offset != 0 || y.offset != 0 {
      let limit = -16_000_000...16_000_000
      table["offset"] = .list(
        [x.offset, y.offset].map { .thousandths(min(limit.upperBound, max(limit.lowerBound, $0))) })
    }
  }

  /// Sets the width, the height or both, where the image's own size is not meant.
  ///
  /// - Parameters:
  ///   - table: the element's table.
  ///   - placement: has the sizes.
  ///   - natural: the size of the image's file; nil for one that was made in the size of the stage.
  ///   - isStretched: whether an element has the key `fit`; frames fill their size anyway.
  static func setSize(
    _ table: inout DraftTable, _ placement: Placement, natural: (width: Int, height: Int)?,
    isStretched: Bool
  ) {
    let (x, y) = (placement.x.extent, placement.y.extent)
    guard case .pixels(let width) = x, case .pixels(let height) = y else {
      table["width"] = length(x)
      table["height"] = length(y)
      if isStretched { table["fit"] = .string("stretch") }
      return
    }
    if let natural, natural != (width, height), !isAlike(natural, (width, height)) {
      table["width"] = .integer(width)
      table["height"] = .integer(height)
      if isStretched { table["fit"] = .string("stretch") }
      return
    }
    // One side is enough; what could be larger than a display gets a limit.
    let isWide = width * 9 >= height * 16
    let side = isWide ? width : height
    if side > 240 {
      table[isWide ? "width" : "height"] = .table([
        DraftEntry("size", .length(100_000, isWide ? "%w" : "%h")),
        DraftEntry("max", .integer(min(side, 16_383))),
      ])
    } else if let natural, natural != (width, height) {
      table[isWide ? "width" : "height"] = .integer(side)
    }
  }

  /// Whether two sizes have the same ratio, to a pixel.
  private static func isAlike(
    _ one: (width: Int, height: Int), _ two: (width: Int, height: Int)
  ) -> Bool {
    abs(one.width * two.height - one.height * two.width) <= max(one.width, one.height)
  }

  static func length(_ extent: Placement.Extent) -> DraftValue {
    switch extent {
    case .pixels(let count): .integer(max(1, min(16_383, count)))
    case .windowWidth(let share): .length(share * 100, "%w")
    case .windowHeight(let share): .length(share * 100, "%h")
    }
  }

  /// The length in the first window.
  static func pixels(_ extent: Placement.Extent) -> Int {
    switch extent {
    case .pixels(let count): count
    case .windowWidth(let share): share * 1920 / 1000
    case .windowHeight(let share): share * 1080 / 1000
    }
  }

  static func color(_ style: ScriptImage.TextStyle, opacity: Int) -> DraftValue {
    let channels = [style.red, style.green, style.blue, style.alpha * Double(opacity) / 255]
    return .color(
      withOpacity: channels.reduce(UInt32(0)) { $0 << 8 | UInt32(($1 * 255).rounded()) })
  }
}
