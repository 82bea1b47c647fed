// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

extension RecordField where Self: FixedWidthInteger {
  package mutating func code(_ coder: inout some RecordCoder) { coder.integer(&self) }
}

extension UInt8: RecordField {
  package static var typeName: StaticString { "u8" }
}

extension UInt16: RecordField {
  package static var typeName: StaticString { "u16" }
}

extension UInt32: RecordField {
  package static var typeName: StaticString { "u32" }
}

extension Int16: RecordField {
  package static var typeName: StaticString { "i16" }
}

extension Int32: RecordField {
  package static var typeName: StaticString { "i32" }
}

/// A byte that is 0 or 1.
extension Bool: RecordField {
  package static var typeName: StaticString { "u8" }
  package mutating func code(_ coder: inout some RecordCoder) {
    var number: UInt8 = self ? 1 : 0
    coder.integer(&number)
    coder.require(number <= 1)
    self = number != 0
  }
}

/// An `F`: a number in Q16.16, within ±16384.
extension Fixed: RecordField {
  package static var typeName: StaticString { "F" }

  /// The number of an integer in Q16.16.
  package init(q16 number: Int32) { self.init(raw: Int64(number) << 16) }

  package mutating func code(_ coder: inout some RecordCoder) {
    var number = Int32(truncatingIfNeeded: raw >> 16)
    coder.integer(&number)
    coder.require(number.magnitude <= 16384 << 16)
    self = Fixed(q16: number)
  }
}

/// The unit of a `Length`; the raw values are those of the file.
package enum LengthUnit: UInt8, RecordChoice, Sendable {
  /// Points.
  case point
  /// Hundredths of the stage's shorter side, of its width, of its height.
  case percent, percentOfWidth, percentOfHeight
  /// Cap heights of the stage's text.
  case cap
  /// The natural size of the content.
  case automatic
}

/// A `LEN`: a length that may depend on the stage.
package struct Length: Hashable, RecordField, Sendable {
  /// In Q16.16.
  package var value: Int32 = 0
  /// Limits in quarter points; 65535 for none.
  package var (minimum, maximum): (UInt16, UInt16) = (0, 0)
  package var unit = LengthUnit.point

  /// A field of zeros.
  package init() {}

  package init(
    value: Int32, unit: LengthUnit, minimum: UInt16 = PackIndex.none,
    maximum: UInt16 = PackIndex.none
  ) {
    (self.value, self.unit, self.minimum, self.maximum) = (value, unit, minimum, maximum)
  }

  package static var zero: Length { Length(value: 0, unit: .point) }
  package static var automatic: Length { Length(value: 0, unit: .automatic) }

  package static var typeName: StaticString { "LEN" }

  package mutating func code(_ coder: inout some RecordCoder) {
    var number = Fixed(q16: value)
    number.code(&coder)
    value = Int32(truncatingIfNeeded: number.raw >> 16)
    coder.integer(&minimum)
    coder.integer(&maximum)
    coder.field(&unit, "unit")
    coder.zeros(3)
  }
}

/// A `COL`: a colour of 16 bits a channel, not premultiplied.
package struct StraightColor: Hashable, RecordField, Sendable {
  package var red, green, blue, alpha: UInt16

  /// Invisible black.
  package init() { (red, green, blue, alpha) = (0, 0, 0, 0) }

  package init(red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16 = .max) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// A colour from `RRGGBBAA`.
  package init(hex: UInt32) {
    func channel(_ shift: UInt32) -> UInt16 { UInt16(hex >> shift & 0xFF) * 257 }
    self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }

  /// The colour without its alpha.
  package var color: Color { Color(red: red, green: green, blue: blue) }

  package var opacity: Fraction { Fraction(Int(alpha), over: 65535) }

  package static var typeName: StaticString { "COL" }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.integer(&red)
    coder.integer(&green)
    coder.integer(&blue)
    coder.integer(&alpha)
  }
}

/// A `STR`: a text in the pack's strings.
package struct StringRange: Hashable, RecordField, Sendable {
  package var (offset, length): (UInt32, UInt32) = (0, 0)

  package init() {}

  package init(offset: UInt32, length: UInt32) { (self.offset, self.length) = (offset, length) }

  package static var typeName: StaticString { "STR" }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.integer(&offset)
    coder.integer(&length)
    _ = coder.range(offset, length, of: .strings)
  }
}

/// The box of all points of an outline, in its units, y up.
package struct OutlineBox: Equatable, Sendable {
  package var left: Int16 = 0
  package var bottom: Int16 = 0
  package var right: Int16 = 0
  package var top: Int16 = 0

  package init() {}

  package init(left: Int, bottom: Int, right: Int, top: Int) {
    self.left = Int16(truncatingIfNeeded: left)
    self.bottom = Int16(truncatingIfNeeded: bottom)
    self.right = Int16(truncatingIfNeeded: right)
    self.top = Int16(truncatingIfNeeded: top)
  }

  mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&left, "left")
    coder.field(&bottom, "bottom")
    coder.field(&right, "right")
    coder.field(&top, "top")
  }
}

extension Point {
  mutating func code(_ coder: inout some RecordCoder, _ x: StaticString, _ y: StaticString) {
    coder.field(&self.x, x)
    coder.field(&self.y, y)
  }
}

extension PixmapFit.ContentMode: RecordChoice {}

extension Fraction {
  /// A share of 65535.
  package init(share: UInt16) { self.init(Int(share), over: 65535) }
}
