// SPDX-License-Identifier: Apache-2.0

package import Followers
import Installers
package import ToolSupport
package import Animations
package import ArgumentParser
import FixedPoint
package import DisplayList
package import Motion
package import Raster

/// Reads the values of options; error messages name the expected values.
package enum Arguments {
  /// A scale above 0 and at most 64.
  package static func scale(_ text: String) throws -> DecimalNumber {
    guard let number = DecimalNumber(text), number.digits > 0, number.digits <= 64 * number.divisor
    else { throw ValidationError("'\(text)' is not a number above 0 and up to 64, such as 1.25") }
    return number
  }

  /// A turn by whole quarters, in degrees.
  package static func rotation(_ text: String) throws -> Rotation {
    guard let degrees = Int(text), let rotation = Rotation(degrees: degrees) else {
      throw ValidationError("'\(text)' is not 0, 90, 180 or 270")
    }
    return rotation
  }

  /// A pixel format by its four-letter code.
  package static func format(_ text: String) throws -> PixelFormat {
    guard let format = PixelFormat(fourCC: Array(text.utf8).span) else {
      throw ValidationError("'\(text)' is not XR24, XB24, AR24, XR30, RG24 or RG16")
    }
    return format
  }

  /// A colour as six hexadecimal digits, with or without `#` before them.
  package static func color(_ text: String) throws -> Color {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { throw ValidationError("'\(text)' is not a colour such as 8ECEED") }
    return Color(hex: value)
  }

  /// A time of day as hours and minutes, at the beginning.
  package static func clock(_ text: String) throws -> WallClock {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ part in
        (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }),
      let hours = UInt8(parts[0]), hours < 24, let minutes = UInt8(parts[1]), minutes < 60
    else { throw ValidationError("'\(text)' is not a time of day such as 09:41") }
    return WallClock(hours: Int(hours), minutes: Int(minutes), at: .zero)
  }

  /// One or more times in milliseconds, separated by commas.
  package static func times(_ text: String) throws -> [Milliseconds] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let time = Milliseconds(part) else {
        throw ValidationError("'\(part)' is not a number of milliseconds of 0 or more")
      }
      return time
    }
  }

  /// One time in milliseconds.
  package static func time(_ text: String) throws -> Milliseconds {
    guard let time = Milliseconds(text) else {
      throw ValidationError("'\(text)' is not a number of milliseconds of 0 or more")
    }
    return time
  }

  /// Weights of stages, separated by commas; exactly `count` of them where it is given.
  package static func weights(_ text: String, count: Int? = nil) throws -> StageWeights {
    guard let weights = StageWeights(text), weights.count == count ?? weights.count else {
      let example = count == 2 ? "30,70" : "8,1,1"
      throw ValidationError("'\(text)' are not weights such as \(example)")
    }
    return weights
  }

  /// A count from 1 to a million.
  package static func count(_ text: String) throws -> Int {
    guard let number = Int(text), 1...1_000_000 ~= number else {
      throw ValidationError("'\(text)' is not a whole number of 1 to 1000000")
    }
    return number
  }

  /// A duration in milliseconds above 0.
  package static func interval(_ text: String) throws -> Milliseconds {
    guard let time = Milliseconds(text), time.nanoseconds > 0 else {
      throw ValidationError("'\(text)' is not a number of milliseconds above 0")
    }
    return time
  }
}

/// A size in points: `WxH`, or `W` for a square.
package struct BoxSize: Equatable, Sendable {
  package let width: DecimalNumber
  package let height: DecimalNumber
  /// Whether one number was given for both.
  package let isSquareGiven: Bool

  package init(width: DecimalNumber, height: DecimalNumber) {
    self.width = width
    self.height = height
    isSquareGiven = false
  }

  /// Reads the value of an option.
  package init(argument text: String) throws {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { DecimalNumber($0) }.filter { $0.digits > 0 }
    guard numbers.count == parts.count, let width = numbers.first, let height = numbers.last,
      numbers.count <= 2
    else { throw ValidationError("'\(text)' is not a size such as 200x80") }
    self.width = width
    self.height = height
    isSquareGiven = numbers.count == 1
  }
}

/// An animation on the command line.
package struct AnimationName: ExpressibleByArgument {
  package let animation: StageConfiguration.AnimationKind

  package init?(argument: String) {
    guard let animation = StageConfiguration.AnimationKind(Array(argument.utf8).span) else {
      return nil
    }
    self.animation = animation
  }

  package static var allValueStrings: [String] {
    StageConfiguration.AnimationKind.allCases.map { "\($0.name)" }
  }

  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Which gradients are dithered, on the command line.
package enum DitherName: String, ExpressibleByArgument, CaseIterable {
  case auto, on, off

  package var dithering: Dithering {
    switch self {
    case .auto: .automatic
    case .on: .on
    case .off: .off
    }
  }
}

/// A flow bar's palette on the command line.
package enum PaletteName: String, ExpressibleByArgument, CaseIterable {
  case `default`, red

  package var palette: Palette {
    switch self {
    case .default: .rainbow
    case .red: .red
    }
  }
}

/// A ring's paint on the command line.
package enum PaintName: String, ExpressibleByArgument, CaseIterable {
  case halves, quadrants, conic

  package var paint: RingPaint {
    switch self {
    case .halves: .halves
    case .quadrants: .quadrants
    case .conic: .conic
    }
  }
}

/// A ring's direction on the command line.
package enum DirectionName: String, ExpressibleByArgument, CaseIterable {
  case cw, ccw

  package var direction: RingDirection {
    switch self {
    case .cw: .clockwise
    case .ccw: .counterclockwise
    }
  }
}
