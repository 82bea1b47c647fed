// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import CLinux
import Daemon
import Linux
import Text

extension ProtocolOptions {
  /// Reads `auto`, `on` or `off`; nil for any other value.
  static func choice(_ value: Span<UInt8>) -> Choice? {
    switch value.position(among: "auto on off") {
    case 0: .automatic
    case 1: .on
    case 2: .off
    default: nil
    }
  }

  /// Reads `auto`, `on`, `off`, or a name to listen at.
  mutating func readPlymouth(_ value: Span<UInt8>) throws(OptionError) {
    if let choice = ProtocolOptions.choice(value) {
      plymouth = choice
    } else if value.count > 1, value[0] == UInt8(ascii: "@") {
      plymouthName = try Value.path(.plymouth, value)
      plymouth = .on
    } else {
      throw OptionError(.plymouth, value, "expected auto, on, off or a name such as @splash")
    }
  }

  /// Reads `auto`, `on`, `off`, or the path of one more FIFO.
  mutating func readPsplash(_ value: Span<UInt8>) throws(OptionError) {
    if let choice = ProtocolOptions.choice(value) { psplash = choice } else { try add(value) }
  }

  /// Reads `auto`, `none` or a device's path.
  mutating func readKeyboard(_ value: Span<UInt8>) throws(OptionError) {
    if value.isEqual(to: "auto") {
      keyboard = .automatic
    } else {
      keyboard = value.isEqual(to: "none") ? .none : .given(try Value.path(.keyboard, value))
    }
  }

  /// Reads `auto`, `on` or `off`.
  mutating func readOnScreenKeyboard(_ value: Span<UInt8>) throws(OptionError) {
    guard let choice = ProtocolOptions.choice(value) else {
      throw OptionError(.onScreenKeyboard, value, "expected auto, on or off")
    }
    onScreenKeyboard = choice
  }

  /// Reads `auto`, `none`, or the path of one more console.
  mutating func readConsole(_ value: Span<UInt8>) throws(OptionError) {
    asksOnConsoles = value.isEqual(to: "auto")
    if asksOnConsoles || value.isEqual(to: "none") { return }
    if !consoles.append(try Value.path(.console, value)) {
      throw OptionError(.console, value, "there are too many; 64 are possible")
    }
  }

  private mutating func add(_ path: Span<UInt8>) throws(OptionError) {
    guard path.count > 0, path[0] == UInt8(ascii: "/") else {
      throw OptionError(.psplash, path, "expected auto, on, off or a path")
    }
    if !psplashPaths.append(try Value.path(.psplash, path)) {
      throw OptionError(.psplash, path, "there are too many; 64 are possible")
    }
    psplash = .on
  }

  /// Reads a group's number or name.
  static func group(_ value: Span<UInt8>) throws(OptionError) -> UInt32 {
    if let number = value.unsignedNumber, number < 4_294_967_295 { return UInt32(number) }
    guard let number = Groups.number(of: try Value.path(.group, value)) else {
      throw OptionError(.group, value, "no such group")
    }
    return number
  }
}
