// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import CLinux
import Control
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

  /// Reads the value of one of these options.
  mutating func read(_ option: ValueOption, _ value: Span<UInt8>) throws(OptionError) {
    switch option {
    case .plymouth:
      if let choice = ProtocolOptions.choice(value) {
        plymouth = choice
      } else if value.count > 1, value[0] == UInt8(ascii: "@") {
        plymouthName = try Value.path(option, value)
        plymouth = .on
      } else {
        throw OptionError(option, value, "expected auto, on, off or a name such as @splash")
      }
    case .psplash:
      if let choice = ProtocolOptions.choice(value) { psplash = choice } else { try add(value) }
    case .plymouthUser:
      plymouthUser = UInt32(try Value.whole(option, value, 0...4_294_967_294))
    case .keyboard:
      if value.isEqual(to: "auto") {
        keyboard = .automatic
      } else {
        keyboard = value.isEqual(to: "none") ? .none : .given(try Value.path(option, value))
      }
    case .console:
      asksOnConsoles = value.isEqual(to: "auto")
      if !asksOnConsoles && !value.isEqual(to: "none") {
        if !consoles.append(try Value.path(option, value)) {
          throw OptionError(option, value, "there are too many; 64 are possible")
        }
      }
    case .pidFile: pidFile = try Value.path(option, value)
    case .group: group = try ProtocolOptions.group(value)
    default:
      guard let mode = PlymouthMode(value) else {
        throw OptionError(option, value, "expected boot-up, shutdown, reboot, updates, ...")
      }
      self.mode = mode
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

  private static func group(_ value: Span<UInt8>) throws(OptionError) -> UInt32 {
    if let number = value.unsignedNumber, number < 4_294_967_295 { return UInt32(number) }
    guard let number = Groups.number(of: try Value.path(.group, value)) else {
      throw OptionError(.group, value, "no such group")
    }
    return number
  }
}
