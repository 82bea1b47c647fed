// SPDX-License-Identifier: Apache-2.0

import Followers
import Text

/// Makes messages of D-Bus out of bytes: each decides what comes next.
struct MessageMaker {
  private var rest: ArraySlice<UInt8>

  /// The words that services and the bus use, so that they need not be found by chance.
  private static let words: [LongText] = [
    "", ":1.5", ":1.6", "org.freedesktop.DBus", "org.freedesktop.DBus.Properties",
    "NameOwnerChanged", "PropertiesChanged", "Completed", "JobRemoved", "/",
    "de.pengutronix.rauc", "de.pengutronix.rauc.Installer", "Operation", "installing", "idle",
    "Progress", "LastError", "failed", "org.freedesktop.sysupdate1",
    "org.freedesktop.sysupdate1.Job", "org.freedesktop.sysupdate1.Manager",
    "/org/freedesktop/sysupdate1/job/_1", "/org/freedesktop/sysupdate1/job/_2", "Type", "update",
    "vacuum", "start", "running", "a.service", "maintenance", "\u{1B}[31m\u{2028}é",
  ]

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  private mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  private mutating func word() -> LongText {
    MessageMaker.words[byte() % MessageMaker.words.count]
  }

  /// The next message.
  mutating func message() -> BusMessage {
    var message = BusMessage()
    switch byte() % 4 {
    case 0: message.kind = .reply
    case 1: message.kind = .error(word())
    default: message.kind = .signal
    }
    message.sender = word()
    message.path = word()
    message.interface = word()
    message.member = word()
    message.body = (0..<byte() % 4).map { _ in value(depth: 0) }
    return message
  }

  private mutating func value(depth: Int) -> BusValue {
    switch byte() % (depth < 4 ? 8 : 4) {
    case 0: return .integer(Int64(byte()) - 100)
    case 1: return .integer(byte() % 2 == 0 ? .max : .min)
    case 2:
      let numbers = [0, 0.25, 0.9999, 1, 2, -1, .nan, .infinity, -.infinity, 1e300]
      return .double(bits: numbers[byte() % numbers.count].bitPattern)
    case 3, 4: return .text(word())
    default: return .list((0..<byte() % 7).map { _ in value(depth: depth + 1) })
    }
  }
}
