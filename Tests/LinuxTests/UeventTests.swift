// SPDX-License-Identifier: Apache-2.0

import Linux
import Testing

/// A message as the kernel makes it: each part ended by a zero.
private func message(_ parts: String...) -> [UInt8] {
  parts.flatMap { Array($0.utf8) + [0] }
}

/// What a message is read as.
private func event(_ bytes: [UInt8]) -> Uevent? {
  Uevent(bytes.span)
}

private func name(_ event: Uevent) -> String {
  var bytes: [UInt8] = []
  for index in event.name.indices { bytes.append(event.name[index]) }
  return String(decoding: bytes, as: UTF8.self)
}

@Suite struct UeventTests {
  private static let card = "/devices/pci0000:00/0000:00:04.0/drm/card0"

  @Test func `a card that is added has its number`() throws {
    let bytes = message(
      "add@\(Self.card)", "ACTION=add", "DEVPATH=\(Self.card)", "SUBSYSTEM=drm", "MAJOR=226",
      "MINOR=0", "DEVNAME=dri/card0", "DEVTYPE=drm_minor", "SEQNUM=2310")
    let found = try #require(event(bytes))
    #expect(found.action == .add)
    #expect(found.subsystem == .drm)
    #expect(name(found) == "card0")
    #expect(found.number(after: "card") == 0)
    #expect(found.number(after: "renderD") == nil)
    #expect(!found.isHotplug)
  }

  @Test func `a hotplug is a change of the card`() throws {
    let bytes = message(
      "change@\(Self.card)", "ACTION=change", "DEVPATH=\(Self.card)", "SUBSYSTEM=drm",
      "HOTPLUG=1", "MAJOR=226", "MINOR=0", "DEVNAME=dri/card0", "SEQNUM=2311")
    let found = try #require(event(bytes))
    #expect(found.action == .change)
    #expect(found.isHotplug)
    #expect(found.number(after: "card") == 0)
  }

  @Test func `a lease is no hotplug`() throws {
    let bytes = message(
      "change@\(Self.card)", "SUBSYSTEM=drm", "LEASE=1", "HOTPLUG=0", "XHOTPLUG=1")
    #expect(try #require(event(bytes)).isHotplug == false)
  }

  @Test func `a connector is no card`() throws {
    let bytes = message("remove@\(Self.card)/card0-Virtual-1", "ACTION=remove", "SUBSYSTEM=drm")
    let found = try #require(event(bytes))
    #expect(found.action == .remove)
    #expect(name(found) == "card0-Virtual-1")
    #expect(found.number(after: "card") == nil)
  }

  @Test func `a framebuffer device is of the graphics`() throws {
    let bytes = message(
      "add@/devices/platform/vesa-framebuffer.0/graphics/fb0", "ACTION=add",
      "SUBSYSTEM=graphics", "MAJOR=29", "MINOR=0", "DEVNAME=fb0")
    let found = try #require(event(bytes))
    #expect(found.subsystem == .graphics)
    #expect(found.number(after: "fb") == 0)
  }

  @Test func `a console is of the terminals`() throws {
    let bytes = message(
      "add@/devices/virtual/vtconsole/vtcon1", "ACTION=add", "SUBSYSTEM=vtconsole", "SEQNUM=9")
    let found = try #require(event(bytes))
    #expect(found.subsystem == .virtualConsole)
    #expect(found.number(after: "vtcon") == 1)
  }

  @Test(arguments: [
    ("add", Uevent.Action.add), ("remove", .remove), ("change", .change), ("move", .move),
    ("online", .online), ("offline", .offline), ("bind", .bind), ("unbind", .unbind),
  ])
  func `every action is understood`(word: String, action: Uevent.Action) throws {
    let bytes = message("\(word)@/devices/pci0000:00/0000:00:04.0", "SUBSYSTEM=pci")
    let found = try #require(event(bytes))
    #expect(found.action == action)
    #expect(found.subsystem == .other)
    #expect(name(found) == "0000:00:04.0")
  }

  @Test(arguments: [
    message(),
    message("libudev"),
    message("add@/devices/x", "SEQNUM=1"),
    message("add@", "SUBSYSTEM=drm"),
    message("add@devices/x", "SUBSYSTEM=drm"),
    message("add@/", "SUBSYSTEM=drm"),
    message("@/devices/x", "SUBSYSTEM=drm"),
    message("explode@/devices/x", "SUBSYSTEM=drm"),
    message("", "SUBSYSTEM=drm"),
    message("add@/devices/" + String(repeating: "x", count: 65), "SUBSYSTEM=drm"),
    Array(message("add@/devices/x", "SUBSYSTEM=drm").dropLast()),
  ])
  func `what is no whole message of the kernel is dropped`(bytes: [UInt8]) {
    let isDropped = event(bytes) == nil
    #expect(isDropped)
  }

  @Test func `the longest name is kept`() throws {
    let long = String(repeating: "x", count: Uevent.nameCapacity)
    let found = try #require(event(message("add@/devices/\(long)", "SUBSYSTEM=drm")))
    #expect(name(found) == long)
  }

  @Test(arguments: ["card", "card1234567890", "card1x", "car1", "card-1"])
  func `what has no number after its prefix has none`(device: String) throws {
    let found = try #require(event(message("add@/devices/\(device)", "SUBSYSTEM=drm")))
    #expect(found.number(after: "card") == nil)
  }

  @Test func `every beginning of a message is refused or short`() {
    let whole = message(
      "change@\(Self.card)", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1", "SEQNUM=2311")
    for count in 0..<whole.count {
      guard let found = event(Array(whole[..<count])) else { continue }
      #expect(found.action == .change && found.subsystem == .drm)
    }
  }
}
