// SPDX-License-Identifier: Apache-2.0

import Text

/// A uevent, reduced to the parts that displays need.
///
/// Corresponds to a message of `lib/kobject_uevent.c`: `ACTION@DEVPATH`, then `KEY=value`, each
/// ended by a zero.
package struct Uevent: Sendable {
  /// The kind of event.
  package enum Action: Int, Sendable {
    case add, remove, change, move, online, offline, bind, unbind
    /// Events of unknown devices were lost: all have to be scanned again.
    case missed
  }

  /// The kind of device.
  package enum Subsystem: Equatable, Sendable {
    /// Cards, render nodes and connectors.
    case drm
    /// Framebuffer devices, and the console on them.
    case graphics
    /// Virtual consoles.
    case virtualConsole
    /// Any other device.
    case other
  }

  /// The longest name of a device in bytes; uevents with a longer one are dropped.
  package static let nameCapacity = 64

  /// The kind of event.
  package let action: Action
  /// The kind of device; `other` where events were missed.
  package let subsystem: Subsystem
  /// Whether a card's displays may have changed (`HOTPLUG=1`).
  package private(set) var isHotplug = false

  private var characters = InlineArray<64, UInt8>(repeating: 0)
  private var count = 0

  /// The last part of the device's path, such as `card0`, `card0-HDMI-A-1` or `fb0`; empty where
  /// events were missed.
  package var name: Span<UInt8> {
    @_lifetime(borrow self)
    get { characters.span.extracting(0..<count) }
  }

  /// The number of a device that is named by `prefix` and a number, as 0 of `card0`; nil for
  /// others.
  package func number(after prefix: StaticString) -> UInt32? {
    let start = prefix.utf8CodeUnitCount
    // The kernel gives no number with more than nine digits.
    guard name.begins(with: prefix), count > start, count <= start + 9 else { return nil }
    var number: UInt32 = 0
    for index in start..<count {
      guard case 0x30...0x39 = characters[index] else { return nil }
      number = number * 10 + UInt32(characters[index] - 0x30)
    }
    return number
  }

  /// The event that events were lost.
  static var missed: Uevent { Uevent(.missed, .other) }

  private init(_ action: Action, _ subsystem: Subsystem) {
    self.action = action
    self.subsystem = subsystem
  }

  /// Parses a message; nil for an incomplete one, and for one that is not the kernel's.
  package init?(_ message: Span<UInt8>) {
    guard !message.isEmpty, message[message.count - 1] == 0 else { return nil }
    let head = message.extracting(0..<message.firstPosition(of: 0))
    let at = head.firstPosition(of: UInt8(ascii: "@"))
    guard at + 1 < head.count, head[at + 1] == UInt8(ascii: "/"),
      let action = Action(head.extracting(0..<at))
    else { return nil }
    var subsystem: Subsystem?
    var isHotplug = false
    var start = head.count + 1
    while start < message.count {
      let end = message.firstPosition(of: 0, from: start)
      let pair = message.extracting(start..<end)
      if pair.begins(with: "SUBSYSTEM=") { subsystem = Subsystem(pair.extracting(10..<pair.count)) }
      if pair.isEqual(to: "HOTPLUG=1") { isHotplug = true }
      start = end + 1
    }
    guard let subsystem else { return nil }
    self.init(action, subsystem)
    self.isHotplug = isHotplug
    guard setName(head) else { return nil }
  }

  /// Stores the part after the last slash of a path.
  private mutating func setName(_ path: Span<UInt8>) -> Bool {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    guard start < path.count, path.count - start <= Uevent.nameCapacity else { return false }
    for index in start..<path.count { characters[index - start] = path[index] }
    count = path.count - start
    return true
  }
}

extension Uevent.Action: Keyword {
  /// The kernel's words; `missed` has none.
  package static var words: StaticString { "add remove change move online offline bind unbind" }
}

extension Uevent.Subsystem {
  fileprivate init(_ word: Span<UInt8>) {
    switch word.position(among: "drm graphics vtconsole") {
    case 0: self = .drm
    case 1: self = .graphics
    case 2: self = .virtualConsole
    default: self = .other
    }
  }
}
