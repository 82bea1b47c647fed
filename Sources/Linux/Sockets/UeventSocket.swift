// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Receives the kernel's uevents: displays that are plugged in, cards that come and go.
///
/// It listens to the kernel itself, and so works with and without udev and without any privilege.
/// Messages of other senders are dropped, and so are malformed ones and those that are too long.
/// Corresponds to `NETLINK_KOBJECT_UEVENT`, group 1.
package struct UeventSocket: ~Copyable {
  /// The descriptor to poll: readable when there is an event.
  package let descriptor: FileDescriptor

  /// The kernel's messages have at most 2048 bytes of pairs, the path among them, and the path once
  /// more before them.
  private var bytes: [UInt8]

  /// Starts to listen.
  ///
  /// Earlier events are not received, so scan the devices after this.
  package init() throws(SystemError) {
    descriptor = FileDescriptor(adopting: try retrying(.socket) { cl_uevents_open() })
    // Not inline (compiler-workarounds.md: large-inline-array).
    bytes = Array(repeating: 0, count: 4096)
  }

  /// The next event; nil when there is none now.
  ///
  /// It is `missed` where the kernel's buffer overflowed. A flood of events cannot block the caller:
  /// a call reads 64 messages at most, and `poll` reports the rest.
  package mutating func next() throws(SystemError) -> Uevent? {
    for _ in 0..<64 {
      switch try receive() {
      case .bytes(let count):
        if let event = Uevent(bytes.span.extracting(0..<count)) { return event }
      case .missed: return .missed
      case .nothing: return nil
      }
    }
    return nil
  }

  private enum Message {
    case bytes(Int)
    case missed, nothing
  }

  private mutating func receive() throws(SystemError) -> Message {
    let number = descriptor.number
    do {
      var span = bytes.mutableSpan
      // The kernel writes at most `count` bytes at `start`, which the span owns during the call.
      let count = try unsafe span.withUnsafeMutableBytes { bytes throws(SystemError) in
        let start = bytes.baseAddress
        let count = bytes.count
        return try retrying(.receive) { unsafe cl_uevents_receive(number, start, count) }
      }
      return .bytes(count)
    } catch {
      switch error.errno {
      case EAGAIN: return .nothing
      case ENOBUFS: return .missed
      default: throw error
      }
    }
  }
}
