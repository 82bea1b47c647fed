// SPDX-License-Identifier: Apache-2.0

/// One step of a glyph's skeleton, in hundredths of the cap height, y up from the baseline.
///
/// The line is always round: round ends, round corners, one width.
enum OutlineStep {
  /// Lifts the pen and puts it down at a point.
  case move(x: Int, y: Int)
  /// A straight line to a point.
  case line(x: Int, y: Int)
  /// A single quadratic, for the short arcs at open ends.
  case quadratic(controlX: Int, controlY: Int, x: Int, y: Int)
  /// A rounded corner like a quarter of a bowl: it leaves toward the corner, and arrives from it.
  case bend(cornerX: Int, cornerY: Int, x: Int, y: Int)
  /// A dot, a little wider than the line.
  case dot(x: Int, y: Int)
  /// Returns to the last `move`.
  case close
}

/// Parses a glyph of the tables: the advance, then steps of one letter and whole numbers.
///
/// `M x y` moves, `L x y` draws a line, `Q cx cy x y` a quadratic, `Z` closes. `C cx cy x y` rounds
/// the corner (cx, cy); `H x y` and `V x y` do it for the corner that is reached by going first
/// horizontally or first vertically, so that four of them make a bowl. `D x y` is a dot.
struct OutlineReader {
  /// The glyph's advance width.
  private(set) var advance = 0

  private let text: StaticString
  private var position = 0
  private var x = 0
  private var y = 0

  init(_ text: StaticString) {
    self.text = text
    advance = number()
  }

  /// The next step, nil at the end.
  mutating func next() -> OutlineStep? {
    skipSpaces()
    guard position < text.utf8CodeUnitCount else { return nil }
    let letter = byte(at: position)
    position += 1
    let (startX, startY) = (x, y)
    switch letter {
    case UInt8(ascii: "M"):
      readPoint()
      return .move(x: x, y: y)
    case UInt8(ascii: "L"):
      readPoint()
      return .line(x: x, y: y)
    case UInt8(ascii: "Q"):
      let (controlX, controlY) = (number(), number())
      readPoint()
      return .quadratic(controlX: controlX, controlY: controlY, x: x, y: y)
    case UInt8(ascii: "C"):
      let (cornerX, cornerY) = (number(), number())
      readPoint()
      return .bend(cornerX: cornerX, cornerY: cornerY, x: x, y: y)
    case UInt8(ascii: "H"):
      readPoint()
      return .bend(cornerX: x, cornerY: startY, x: x, y: y)
    case UInt8(ascii: "V"):
      readPoint()
      return .bend(cornerX: startX, cornerY: y, x: x, y: y)
    case UInt8(ascii: "D"):
      readPoint()
      return .dot(x: x, y: y)
    default:
      precondition(letter == UInt8(ascii: "Z"), "A glyph table has an unknown step.")
      return .close
    }
  }

  private mutating func readPoint() {
    x = number()
    y = number()
  }

  private mutating func number() -> Int {
    skipSpaces()
    let isNegative = position < text.utf8CodeUnitCount && byte(at: position) == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var magnitude = 0
    while position < text.utf8CodeUnitCount {
      let digit = byte(at: position) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      magnitude = magnitude * 10 + Int(digit)
      position += 1
    }
    return isNegative ? -magnitude : magnitude
  }

  private mutating func skipSpaces() {
    while position < text.utf8CodeUnitCount, byte(at: position) == UInt8(ascii: " ") {
      position += 1
    }
  }

  private func byte(at index: Int) -> UInt8 {
    precondition(index < text.utf8CodeUnitCount, "Read past a glyph table.")
    // The literal lives as long as the program, and the index was checked.
    return unsafe text.utf8Start[index]
  }
}
