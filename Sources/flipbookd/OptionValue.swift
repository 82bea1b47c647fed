// SPDX-License-Identifier: Apache-2.0

import Daemon
import Animations
import FixedPoint
import DisplayList
import Raster
import Scanout
import Linux
import Text
import Stage

/// Reads the values of options, and reports errors in them.
enum Value {
  static func path(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> Path {
    guard let path = try? Path(text) else { throw OptionError(option, text, "expected a path") }
    return path
  }

  static func whole(
    _ option: ValueOption, _ text: Span<UInt8>, _ range: ClosedRange<Int64>
  ) throws(OptionError) -> Int64 {
    guard let number = text.unsignedNumber, range.contains(number) else {
      var error = OptionError(option, text, "expected a whole number from ")
      error.line.append(range.lowerBound)
      error.line.append(" to ")
      error.line.append(range.upperBound)
      throw error
    }
    return number
  }

  static func scale(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> Fixed {
    guard let scale = Fixed(decimal: text), scale >= Fixed(1, over: 4), scale <= 16 else {
      throw OptionError(option, text, "neither 'auto' nor a number from 0.25 to 16")
    }
    return scale
  }

  /// Reads `WxH`, or one number for both.
  static func boxSize(
    _ option: ValueOption, _ text: Span<UInt8>
  ) throws(OptionError) -> (Fixed?, Fixed?) {
    let cross = text.firstPosition(of: UInt8(ascii: "x"))
    let width = Fixed(decimal: text.extracting(first: cross))
    var height = width
    if cross < text.count {
      height = Fixed(decimal: text.extracting(cross + 1..<text.count))
    }
    guard let width, let height, width > 0, height > 0, width <= 16384, height <= 16384 else {
      throw OptionError(option, text, "expected a size in points such as 200x80")
    }
    return (width, height)
  }

  /// Reads `memory:WxH`, optionally with `@HZ` and `:FORMAT`.
  static func output(
    _ option: ValueOption, _ text: Span<UInt8>
  ) throws(OptionError) -> Options.Memory {
    let problem: StaticString = "expected memory:WIDTHxHEIGHT, optionally with @HZ and :FORMAT"
    guard text.count > 7, text.extracting(first: 7).isEqual(to: "memory:") else {
      throw OptionError(option, text, problem)
    }
    var rest = text.extracting(7..<text.count)
    var format: PixelFormat? = .xrgb8888
    let colon = rest.firstPosition(of: UInt8(ascii: ":"))
    if colon < rest.count {
      format = PixelFormat(fourCC: rest.extracting(colon + 1..<rest.count))
      rest = rest.extracting(first: colon)
    }
    let at = rest.firstPosition(of: UInt8(ascii: "@"))
    let size = rest.extracting(first: at)
    let cross = size.firstPosition(of: UInt8(ascii: "x"))
    var refresh: Fixed? = 60
    if at < rest.count { refresh = Fixed(decimal: rest.extracting(at + 1..<rest.count)) }
    guard cross < size.count, let width = wholeNumber(size.extracting(first: cross)),
      let height = wholeNumber(size.extracting(cross + 1..<size.count)), let refresh, let format
    else { throw OptionError(option, text, problem) }
    guard 1...16384 ~= width, 1...16384 ~= height, refresh >= 1, refresh <= 1000 else {
      throw OptionError(option, text, "sizes are 1 to 16384, rates 1 to 1000 Hz")
    }
    return Options.Memory(
      size: PixelSize(width: width, height: height), format: format,
      refreshMillihertz: (refresh * 1000).rounded)
  }

  static func color(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> Color {
    guard let number = text.hexadecimalNumber(digits: 6) else {
      throw OptionError(option, text, "expected a colour such as 8ECEED")
    }
    return Color(hex: number)
  }

  /// Reads digits; a number beyond `Int` becomes the largest, which is valid neither as a size nor
  /// as an angle.
  private static func wholeNumber(_ text: Span<UInt8>) -> Int? {
    guard let number = text.unsignedNumber else { return nil }
    return Int(clamping: number)
  }
}

extension Value {
  static func animation(
    _ option: ValueOption, _ text: Span<UInt8>
  ) throws(OptionError) -> StageConfiguration.AnimationKind {
    guard let animation = StageConfiguration.AnimationKind(text) else {
      throw OptionError(option, text, StageConfiguration.AnimationKind.expected)
    }
    return animation
  }

  static func mode(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> MachineMode {
    guard let mode = MachineMode(text) else {
      throw OptionError(option, text, "expected boot-up, shutdown, reboot, updates, ...")
    }
    return mode
  }

  static func dithering(
    _ option: ValueOption, _ text: Span<UInt8>
  ) throws(OptionError) -> Dithering {
    switch text.position(among: "auto on off") {
    case 0: return .automatic
    case 1: return .on
    case 2: return .off
    default: throw OptionError(option, text, "expected auto, on or off")
    }
  }

  static func isEveryFrame(
    _ option: ValueOption, _ text: Span<UInt8>
  ) throws(OptionError) -> Bool {
    if text.isEqual(to: "smooth") { return false }
    if text.isEqual(to: "every") { return true }
    throw OptionError(option, text, "expected smooth or every")
  }

  static func isOn(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> Bool {
    if text.isEqual(to: "on") { return true }
    if text.isEqual(to: "off") { return false }
    throw OptionError(option, text, "expected on or off")
  }

  static func rotation(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> Rotation {
    guard let degrees = wholeNumber(text), let rotation = Rotation(degrees: degrees) else {
      throw OptionError(option, text, "expected auto, 0, 90, 180 or 270")
    }
    return rotation
  }

  static func palette(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> Palette {
    switch text.position(among: "default red") {
    case 0: return .rainbow
    case 1: return .red
    default: throw OptionError(option, text, "expected default or red")
    }
  }

  static func paint(_ option: ValueOption, _ text: Span<UInt8>) throws(OptionError) -> RingPaint {
    switch text.position(among: "halves quadrants conic") {
    case 0: return .halves
    case 1: return .quadrants
    case 2: return .conic
    default: throw OptionError(option, text, "expected halves, quadrants or conic")
    }
  }

  static func direction(
    _ option: ValueOption, _ text: Span<UInt8>
  ) throws(OptionError) -> RingDirection {
    switch text.position(among: "cw ccw") {
    case 0: return .clockwise
    case 1: return .counterclockwise
    default: throw OptionError(option, text, "expected cw or ccw")
    }
  }
}
