// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Text
import DisplayList
import Stage
import Theme

/// An invalid option.
struct OptionProblem: Error {
  /// The error message, one line.
  var line = InlineText<128>()

  /// Names an option with its value, and the expected values.
  init(_ word: Span<UInt8>, _ expected: StaticString) {
    line.append(quoting: word)
    line.append(": ")
    line.append(expected)
  }
}

extension OptionProblem {
  /// The reason why a stage of these options cannot be drawn.
  init(_ error: StageError) {
    switch error {
    case .emptyStage: line.append("the stage has no pixels")
    case .tooLarge: line.append("the stage or its box is too large")
    case .emptyBox: line.append("the box has no area")
    case .ringNotSquare: line.append("the ring's box is not as high as it is wide")
    case .ringTooSmall: line.append("the ring's box is too small for its rings")
    case .ringCount: line.append("there are 1 to 8 rings")
    case .durationOutOfRange: line.append("a duration is out of range")
    case .dotOutOfRange: line.append("the ring's dot is out of range")
    case .axisOfLengthZero: line.append("the gradient's axis has no length")
    case .outOfMemory: line.append("there is not enough memory")
    case .tooMuchWork: line.append("the images take too long to be made")
    case .flowDoesNotFitPalette: line.append("the flow does not fit the palette")
    }
  }
}

/// The options of a stage, from words such as `width=640 height=480 animation=ring scale=1.5`.
///
/// All options but `width`, `height` and `variant` have the names and values of the daemon's options:
///
///     width=PIXELS height=PIXELS      animation=flow|download|ring    size=WIDTHxHEIGHT
///     scale=NUMBER                    rotate=0|90|180|270             background=RRGGBB
///     palette=default|red             paint=halves|quadrants|conic    direction=cw|ccw
///     rings=1…8                       label=on|off                    message=on|off
///     mode=MODE                       locale=LOCALE                   variant=NAME
///
/// With a theme's pack only the sizes, the rotation, the mode, the locale and the variant have an effect.
struct StageOptions {
  /// The stage.
  private(set) var configuration = StageConfiguration(
    animation: .download, widthInPixels: 640, heightInPixels: 480)
  /// What the machine is doing; nil for the look of `boot-up` without its commands.
  private(set) var mode: MachineMode?
  private var locale = InlineText<32>()
  private var variant = 0

  /// Reads all words; options that are absent keep the daemon's defaults.
  init(_ text: Span<UInt8>, _ pack: Pack?) throws(OptionProblem) {
    configuration.showWholeStage()
    var rest = text.trimmed(in: 0..<text.count)
    while !rest.isEmpty {
      let end = text.firstBlank(in: rest)
      let word = text.extracting(rest.lowerBound..<end)
      let equals = word.firstPosition(of: UInt8(ascii: "="))
      let name = word.extracting(first: equals)
      let value = word.extracting(min(equals + 1, word.count)..<word.count)
      if try !read(word, name, value, of: pack) {
        try StageOptions.read(word, name, value, &configuration)
      }
      rest = text.trimmed(in: end..<rest.upperBound)
    }
    guard let pack else { return }
    configuration.theme = ThemeSelection(
      pack, variant: variant, mode: mode ?? .bootUp, locale: locale.bytes)
  }

  /// Reads an option of the theme; false for other options.
  private mutating func read(
    _ word: Span<UInt8>, _ name: Span<UInt8>, _ value: Span<UInt8>, of pack: Pack?
  ) throws(OptionProblem) -> Bool {
    if name.isEqual(to: "mode") {
      guard let mode = MachineMode(value) else {
        throw OptionProblem(word, "expected a mode such as shutdown")
      }
      self.mode = mode
    } else if name.isEqual(to: "locale") {
      locale.removeAll()
      locale.append(value)
    } else if name.isEqual(to: "variant") {
      guard let number = value.count == 0 ? 0 : pack?.variant(named: value) else {
        throw OptionProblem(word, "the theme has no such variant")
      }
      variant = number
    } else {
      return false
    }
    return true
  }

  private static func read(
    _ word: Span<UInt8>, _ name: Span<UInt8>, _ value: Span<UInt8>,
    _ configuration: inout StageConfiguration
  ) throws(OptionProblem) {
    if name.isEqual(to: "width") {
      configuration.widthInPixels = try side(word, value)
    } else if name.isEqual(to: "height") {
      configuration.heightInPixels = try side(word, value)
    } else if name.isEqual(to: "scale") {
      guard let scale = number(value), scale >= Fixed(1, over: 4), scale <= 16 else {
        throw OptionProblem(word, "expected a number from 0.25 to 16")
      }
      configuration.scale = scale
    } else if name.isEqual(to: "rotate") {
      guard let degrees = value.unsignedNumber,
        let rotation = Rotation(degrees: Int(clamping: degrees))
      else { throw OptionProblem(word, "expected 0, 90, 180 or 270") }
      configuration.rotation = rotation
    } else if name.isEqual(to: "rings") {
      guard let count = value.unsignedNumber, 1...8 ~= count else {
        throw OptionProblem(word, "expected 1 to 8")
      }
      configuration.rings = Int(count)
    } else if name.isEqual(to: "size") {
      try readSize(word, value, &configuration)
    } else {
      try readStyle(word, name, value, &configuration)
    }
  }

  private static func readStyle(
    _ word: Span<UInt8>, _ name: Span<UInt8>, _ value: Span<UInt8>,
    _ configuration: inout StageConfiguration
  ) throws(OptionProblem) {
    if name.isEqual(to: "animation") {
      guard let animation = StageConfiguration.AnimationKind(value) else {
        throw OptionProblem(word, StageConfiguration.AnimationKind.expected)
      }
      configuration.animation = animation
    } else if name.isEqual(to: "palette") {
      configuration.palette =
        try position(word, value, ["default", "red", "red"]) == 0 ? .rainbow : .red
    } else if name.isEqual(to: "paint") {
      let index = try position(word, value, ["halves", "quadrants", "conic"])
      configuration.paint = index == 0 ? .halves : index == 1 ? .quadrants : .conic
    } else if name.isEqual(to: "direction") {
      let index = try position(word, value, ["cw", "ccw", "ccw"])
      configuration.direction = index == 0 ? .clockwise : .counterclockwise
    } else if name.isEqual(to: "label") {
      configuration.showsLabel = try position(word, value, ["on", "off", "off"]) == 0
    } else if name.isEqual(to: "message") {
      configuration.showsMessage = try position(word, value, ["on", "off", "off"]) == 0
    } else if name.isEqual(to: "background") {
      configuration.background = try color(word, value)
    } else {
      throw OptionProblem(word, "no such option")
    }
  }

  private static func side(
    _ word: Span<UInt8>, _ value: Span<UInt8>
  ) throws(OptionProblem) -> Int {
    guard let pixels = value.unsignedNumber, 1...Int64(Playground.largestSide) ~= pixels else {
      throw OptionProblem(word, "expected 1 to 4096 pixels")
    }
    return Int(pixels)
  }

  /// `WIDTHxHEIGHT` in points, or one number for both.
  private static func readSize(
    _ word: Span<UInt8>, _ value: Span<UInt8>, _ configuration: inout StageConfiguration
  ) throws(OptionProblem) {
    let cross = value.firstPosition(of: UInt8(ascii: "x"))
    let width = number(value.extracting(first: cross))
    let height = cross < value.count ? number(value.extracting(cross + 1..<value.count)) : width
    guard let width, let height, width > 0, height > 0 else {
      throw OptionProblem(word, "expected a size in points such as 200x80")
    }
    (configuration.boxWidth, configuration.boxHeight) = (width, height)
  }

  private static func number(_ value: Span<UInt8>) -> Fixed? {
    if case .number(let number) = Decimal(value) { number } else { nil }
  }

  /// The position of a value among three words.
  private static func position(
    _ word: Span<UInt8>, _ value: Span<UInt8>, _ names: [3 of StaticString]
  ) throws(OptionProblem) -> Int {
    for index in names.indices where value.isEqual(to: names[index]) { return index }
    var problem = OptionProblem(word, "expected ")
    for index in names.indices {
      if index > 0 { problem.line.append(", ") }
      problem.line.append(names[index])
    }
    throw problem
  }

  private static func color(
    _ word: Span<UInt8>, _ value: Span<UInt8>
  ) throws(OptionProblem) -> Color {
    guard let number = value.hexadecimalNumber(digits: 6) else {
      throw OptionProblem(word, "expected a colour such as 8ECEED")
    }
    return Color(hex: number)
  }
}
