// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Scanout
import Text

/// Reads the settings of outputs: `NAME:SETTING,SETTING…`.
///
/// The name is the kernel's name of a connector, or `*` for all. The settings are
/// `mode=WIDTHxHEIGHT`, optionally with `@HZ`; `scale=S`; `rotate=0`, `90`, `180` or `270`,
/// clockwise; and `off` and `on`. `mode`, `scale` and `rotate` also accept `auto`.
package enum OutputRuleReader {
  /// The valid scales.
  private static var scaleRange: ClosedRange<Fixed> { Fixed(1, over: 4)...Fixed(16) }

  /// The settings with a value.
  private static var names: StaticString { "mode scale rotate" }

  /// Adds the rule in a text; on an error it adds nothing.
  package static func add(
    _ text: Span<UInt8>, to rules: inout OutputRules, from source: OutputRules.Source
  ) throws(OutputRuleError) {
    let colon = text.firstPosition(of: UInt8(ascii: ":"))
    let nameText = text.extracting(0..<colon)
    var name: ConnectorName?
    if !nameText.isEqual(to: "*") {
      name = ConnectorName(nameText)
      if name == nil {
        throw OutputRuleError(0..<colon, "neither a connector such as HDMI-A-1 nor '*'")
      }
    }
    guard colon < text.count else {
      throw OutputRuleError(0..<colon, "settings are missing, such as in HDMI-A-1:scale=1.5")
    }
    var rule = OutputRule()
    var start = colon + 1
    while start <= text.count {
      let end = text.firstPosition(of: UInt8(ascii: ","), from: start)
      guard read(text.extracting(start..<end), into: &rule) else {
        throw OutputRuleError(start..<end, problem(with: text.extracting(start..<end)))
      }
      start = end + 1
    }
    guard rules.add(rule, for: name, from: source) else {
      throw OutputRuleError(0..<text.count, "there are too many of these; 32 are possible")
    }
  }

  private static func read(_ setting: Span<UInt8>, into rule: inout OutputRule) -> Bool {
    if setting.isEqual(to: "off") || setting.isEqual(to: "on") {
      rule.isOff = setting.isEqual(to: "off")
      rule.said.insert(.isOff)
      return true
    }
    let equals = setting.firstPosition(of: UInt8(ascii: "="))
    guard equals < setting.count else { return false }
    let value = setting.extracting(equals + 1..<setting.count)
    let isAutomatic = value.isEqual(to: "auto")
    switch setting.extracting(0..<equals).position(among: names) {
    case 0:
      rule.mode = isAutomatic ? nil : mode(value)
      rule.said.insert(.mode)
      return isAutomatic || rule.mode != nil
    case 1:
      rule.scale = isAutomatic ? nil : scale(value)
      rule.said.insert(.scale)
      return isAutomatic || rule.scale != nil
    case 2:
      rule.rotation = isAutomatic ? nil : rotation(value)
      rule.said.insert(.rotation)
      return isAutomatic || rule.rotation != nil
    default: return false
    }
  }

  private static func problem(with setting: Span<UInt8>) -> StaticString {
    let equals = setting.firstPosition(of: UInt8(ascii: "="))
    switch setting.extracting(0..<equals).position(among: names) {
    case 0: return "neither 'auto' nor a mode such as 1920x1080 or 1920x1080@60"
    case 1: return "neither 'auto' nor a number from 0.25 to 16"
    case 2: return "expected auto, 0, 90, 180 or 270"
    default: return "expected mode=, scale=, rotate=, off or on"
    }
  }

  /// Reads `WIDTHxHEIGHT`, optionally with `@HZ`; nil for anything else.
  package static func mode(_ text: Span<UInt8>) -> ModeRequest? {
    let cross = text.firstPosition(of: UInt8(ascii: "x"))
    let at = text.firstPosition(of: UInt8(ascii: "@"))
    guard cross < at, let width = side(text.extracting(0..<cross)),
      let height = side(text.extracting(cross + 1..<at))
    else { return nil }
    var request = ModeRequest(size: PixelSize(width: width, height: height))
    if at < text.count {
      guard let rate = Fixed(decimal: text.extracting(at + 1..<text.count)), rate >= 1,
        rate <= 1000
      else { return nil }
      request.refreshMillihertz = (rate * 1000).rounded
    }
    return request
  }

  private static func side(_ text: Span<UInt8>) -> Int? {
    guard 1...5 ~= text.count, let number = text.wholeNumber(upTo: 99_999) else { return nil }
    return 1...16384 ~= number ? number : nil
  }

  private static func scale(_ text: Span<UInt8>) -> Fixed? {
    guard let scale = Fixed(decimal: text), scaleRange.contains(scale) else { return nil }
    return scale
  }

  /// Reads 0, 90, 180 or 270; nil for anything else.
  static func rotation(_ text: Span<UInt8>) -> Rotation? {
    text.position(among: "0 90 180 270").flatMap { Rotation(degrees: 90 * $0) }
  }
}

/// A mistake in the text of an output rule.
package struct OutputRuleError: Error, Sendable {
  /// The bytes of the text that are wrong.
  package let place: Range<Int>

  /// What is wrong with them.
  package let problem: StaticString

  init(_ place: Range<Int>, _ problem: StaticString) {
    (self.place, self.problem) = (place, problem)
  }
}
