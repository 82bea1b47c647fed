// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Encodes an outline for a pack (`OUTL`).
enum OutlineStream {
  /// The largest magnitude of coordinates.
  static let limit = 16384

  /// The stream of an outline, and its box; nil with too many points or points out of range.
  static func encode(_ outline: [OutlinePoint]) -> (bytes: [UInt8], box: OutlineBox)? {
    let points = withoutMiddles(outline)
    guard let first = points.first else { return ([], OutlineBox()) }
    guard points.count <= 4096, points[points.count - 1].isLast else { return nil }
    var box = OutlineBox(left: first.x, bottom: first.y, right: first.x, top: first.y)
    // Overlapping contours are not searched for, but assumed.
    var bytes: [UInt8] = [2]
    var (x, y) = (0, 0)
    for point in points {
      guard max(abs(point.x), abs(point.y)) <= limit else { return nil }
      box = OutlineBox(
        left: min(Int(box.left), point.x), bottom: min(Int(box.bottom), point.y),
        right: max(Int(box.right), point.x), top: max(Int(box.top), point.y))
      let (a, b) = (delta(point.x - x), delta(point.y - y))
      bytes.append(
        (point.isOnCurve ? 1 : 0) | a.kind << 1 | b.kind << 3 | (point.isLast ? 32 : 0))
      bytes += a.bytes + b.bytes
      (x, y) = (point.x, point.y)
    }
    return (bytes, box)
  }

  private static func delta(_ value: Int) -> (kind: UInt8, bytes: [UInt8]) {
    switch value {
    case 0: return (0, [])
    case 1...255: return (1, [UInt8(value)])
    case -255 ... -1: return (2, [UInt8(-value)])
    default:
      let bits = UInt16(truncatingIfNeeded: value)
      return (3, [UInt8(bits & 255), UInt8(bits >> 8)])
    }
  }

  /// The stream of a composite of glyphs with outlines of their own, and its box; `first` is the font's first glyph.
  static func composite(
    _ parts: [(placed: PlacedGlyph, record: GlyphRecord)], first: Int
  ) -> (bytes: [UInt8], box: OutlineBox) {
    // Parts may overlap.
    var bytes: [UInt8] = [3, UInt8(clamping: parts.count)]
    var box: (left: Int, bottom: Int, right: Int, top: Int)?
    for (placed, record) in parts {
      for number in [first + placed.glyph, placed.x, placed.y] {
        let bits = UInt16(truncatingIfNeeded: number)
        bytes += [UInt8(bits & 255), UInt8(bits >> 8)]
      }
      if record.outline.isEmpty { continue }
      let own = (
        Int(record.box.left) + placed.x, Int(record.box.bottom) + placed.y,
        Int(record.box.right) + placed.x, Int(record.box.top) + placed.y
      )
      box =
        box.map {
          (min($0.left, own.0), min($0.bottom, own.1), max($0.right, own.2), max($0.top, own.3))
        } ?? own
    }
    let whole = box.map {
      OutlineBox(left: $0.left, bottom: $0.bottom, right: $0.right, top: $0.top)
    }
    return (bytes, whole ?? OutlineBox())
  }

  /// Removes points that the reader adds itself: the middle between two off-curve points, and a last
  /// point equal to the first.
  private static func withoutMiddles(_ outline: [OutlinePoint]) -> [OutlinePoint] {
    var result: [OutlinePoint] = []
    var contour: [OutlinePoint] = []
    for point in outline {
      contour.append(point)
      guard point.isLast else { continue }
      let end = contour.count - 1
      if end > 0, point.isOnCurve, point.x == contour[0].x, point.y == contour[0].y {
        contour.removeLast()
      }
      for (index, point) in contour.enumerated() {
        if index > 0, index < contour.count - 1, point.isOnCurve {
          let (a, b) = (contour[index - 1], contour[index + 1])
          let isMiddle =
            abs(2 * point.x - a.x - b.x) <= 1 && abs(2 * point.y - a.y - b.y) <= 1
          if !a.isOnCurve, !b.isOnCurve, isMiddle { continue }
        }
        result.append(
          OutlinePoint(x: point.x, y: point.y, isOnCurve: point.isOnCurve, isLast: false))
      }
      if !contour.isEmpty { result[result.count - 1].isLast = true }
      contour = []
    }
    return result
  }
}
