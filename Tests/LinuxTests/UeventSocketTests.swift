// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import Testing

@Suite(.serialized) struct UeventSocketTests {
  @Test func `nothing is there at first and nothing waits`() throws {
    var socket = try UeventSocket()
    var seen = 0
    // Other devices of the machine may say something in between.
    while try socket.next() != nil, seen < 1000 { seen += 1 }
    #expect(seen < 1000)
  }

  /// A process that may write to a device's `uevent` file makes the kernel send an event.
  @Test func `uevents of the kernel are received`() throws {
    var socket = try UeventSocket()
    guard Self.provoke(count: 1) else { return }
    while let event = try socket.next() {
      guard Self.isNull(event) else { continue }
      #expect(event.action == .change)
      #expect(event.subsystem == .other)
      return
    }
    Issue.record("the kernel's event did not come")
  }

  /// Only an administrator of the network may send to the group at all.
  @Test func `what others send is dropped`() throws {
    var socket = try UeventSocket()
    let other = try UeventSocket()
    var group = sockaddr_nl()
    group.nl_family = sa_family_t(AF_NETLINK)
    group.nl_groups = 1
    let text = Array("remove@/devices/drm/card0\0SUBSYSTEM=drm\0".utf8)
    // The structure and the bytes are locals, valid during the call.
    let sent = unsafe withUnsafeBytes(of: &group) { address in
      unsafe sendto(
        other.descriptor.number, text, text.count, 0,
        address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
    }
    guard sent == text.count else { return }
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), socket.descriptor)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 1)
    while let event = try socket.next() { #expect(event.subsystem != .drm) }
  }

  @Test func `a flood is reported as missed`() throws {
    var socket = try UeventSocket()
    guard Self.provoke(count: 4000) else { return }
    var (seen, missed) = (0, 0)
    while let event = try socket.next() {
      if event.action == .missed { missed += 1 } else { seen += 1 }
    }
    #expect(missed == 1)
    #expect(seen > 0 && seen < 4000)
  }

  private static func isNull(_ event: Uevent) -> Bool {
    event.name.count == 4 && event.name[0] == UInt8(ascii: "n")
  }

  /// Makes the kernel repeat its uevent of `/dev/null`; false where that is not permitted.
  private static func provoke(count: Int) -> Bool {
    guard
      let file = try? FileDescriptor(
        opening: Path("/sys/devices/virtual/mem/null/uevent"), for: .readWrite)
    else { return false }
    let word = Array("change".utf8)
    for _ in 0..<count {
      guard case .bytes? = try? file.write(word.span) else { return false }
    }
    return true
  }
}
