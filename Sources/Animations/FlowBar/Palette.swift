// SPDX-License-Identifier: Apache-2.0

public import DisplayList

/// The colours of a flow bar's gradient, from one end of the bar to the other.
public struct Palette: Equatable, Sendable {
  /// The largest number of colours in a palette.
  package static var capacity: Int { Permutation.capacity }

  /// On the heap: it is part of every configuration, and those are copied.
  private let colors: [Color]

  /// The number of colours, at least 2.
  package var count: Int { colors.count }

  /// The colour that all colours fade to on a failure.
  package let failureColor: Color

  /// A palette of 2 to 128 colours; nil for fewer or more.
  public init?(_ colors: Span<Color>, failureColor: Color) {
    guard colors.count >= 2 && colors.count <= Palette.capacity else { return nil }
    self.init(count: colors.count, failingTo: failureColor) { colors[$0] }
  }

  private init(count: Int, failingTo failureColor: Color, _ color: (Int) -> Color) {
    self.failureColor = failureColor
    colors = [Color](capacity: count) { colors in
      for index in 0..<count { colors.append(color(index)) }
    }
  }

  /// The colour of a stop before any flow; traps for an index out of range.
  package subscript(stop: Int) -> Color { colors[stop] }

  /// All colours in order.
  var span: Span<Color> {
    @_lifetime(borrow self)
    borrowing get { colors.span }
  }

  /// The whole circle of hues, 5° apart, at full saturation and brightness; the failure colour is
  /// red.
  public static var rainbow: Palette {
    Palette(count: 72, failingTo: Color(hex: 0xD0312D)) { hue in
      let rising = channel(hue % 12, of: 12)
      let falling = channel(12 - hue % 12, of: 12)
      switch hue / 12 {
      case 0: return Color(red: .max, green: rising, blue: 0)
      case 1: return Color(red: falling, green: .max, blue: 0)
      case 2: return Color(red: 0, green: .max, blue: rising)
      case 3: return Color(red: 0, green: falling, blue: .max)
      case 4: return Color(red: rising, green: 0, blue: .max)
      default: return Color(red: .max, green: 0, blue: falling)
      }
    }
  }

  /// Dark at both ends and red in the middle; the failure colour is white.
  public static var red: Palette {
    // From 2, 2, 3, 4, … 9 tenths at either end to eight times 10 tenths.
    Palette(count: 26, failingTo: Color(hex: 0xFFFFFF)) { index in
      let tenths = min(max(min(index, 25 - index) + 1, 2), 10)
      return Color(red: channel(tenths, of: 10), green: 0, blue: 0)
    }
  }

  /// A fraction of the full brightness, to nearest.
  private static func channel(_ part: Int, of whole: Int) -> UInt16 {
    UInt16((part * 65535 * 2 + whole) / (2 * whole))
  }
}
