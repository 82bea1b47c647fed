// SPDX-License-Identifier: Apache-2.0

/// The kerning of pairs of glyphs, in the pack's units.
struct KerningPairs {
  let count: Int
  private(set) var rows: [Int: [Int: Int16]] = [:]
  private(set) var columns: [Int: [Int: Int16]] = [:]

  init(count: Int) { self.count = count }

  mutating func set(_ first: Int, _ second: Int, _ value: Int) {
    rows[first, default: [:]][second] = Int16(clamping: value)
    columns[second, default: [:]][first] = Int16(clamping: value)
  }

  /// Kerns a glyph as another glyph.
  mutating func copy(_ glyph: Int, to other: Int) {
    for (second, value) in rows[glyph] ?? [:] { set(other, second, Int(value)) }
    for (first, value) in columns[glyph] ?? [:] { set(first, other, Int(value)) }
  }
}

/// Kerning by classes of glyphs with equal kerning: rows for the first of a pair, columns for the second.
///
/// Class 0 has no kerning; glyphs beyond the 255 possible classes are in it.
struct KerningClasses {
  private(set) var rows = 1
  private(set) var columns = 1
  private var rowClasses: [Int: Int] = [:]
  private var columnClasses: [Int: Int] = [:]
  private var values: [Int16] = [0]

  init() {}

  init(_ pairs: KerningPairs) {
    (rowClasses, rows) = Self.classes(of: pairs.rows)
    (columnClasses, columns) = Self.classes(of: pairs.columns)
    values = [Int16](repeating: 0, count: rows * columns)
    for (first, row) in pairs.rows {
      guard let rowClass = rowClasses[first] else { continue }
      for (second, value) in row {
        guard let columnClass = columnClasses[second] else { continue }
        values[rowClass * columns + columnClass] = value
      }
    }
  }

  /// The class of each glyph, in the order of the glyphs, and the number of classes.
  private static func classes(of lists: [Int: [Int: Int16]]) -> ([Int: Int], Int) {
    var numbers: [[Int: Int16]: Int] = [:]
    var classes: [Int: Int] = [:]
    for glyph in lists.keys.sorted() {
      let list = lists[glyph] ?? [:]
      if numbers[list] == nil, numbers.count < 254 { numbers[list] = numbers.count + 1 }
      classes[glyph] = numbers[list]
    }
    return (classes, numbers.count + 1)
  }

  var isEmpty: Bool { values.allSatisfy { $0 == 0 } }

  subscript(first: Int, second: Int) -> Int {
    Int(values[(rowClasses[first] ?? 0) * columns + (columnClasses[second] ?? 0)])
  }

  /// The bytes of `KERN`.
  func bytes(glyphs: Int) -> [UInt8] {
    let rows = (0..<glyphs).map { UInt8(rowClasses[$0] ?? 0) }
    let columns = (0..<glyphs).map { UInt8(columnClasses[$0] ?? 0) }
    return rows + columns
      + values.flatMap {
        let bits = UInt16(bitPattern: $0)
        return [UInt8(bits & 255), UInt8(bits >> 8)]
      }
  }
}
