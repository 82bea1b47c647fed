// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Hears what the kernel says about its devices: displays plugged in, cards that come and go.
///
/// It listens to the kernel itself and so works with and without udev, without any privilege. What
/// others send is dropped, and so is what is too long or makes no sense.
/// Corresponds to `NETLINK_KOBJECT_UEVENT`, group 1.
package struct UeventSocket: ~Copyable {
  /// What to poll: readable when there is an event.
  package let descriptor: FileDescriptor

  /// The kernel's messages have 2048 bytes of pairs at most, of which the path is one, and the path
  /// once more before them.
  private var bytes: [UInt8]

  /// Begins to listen; events before that are not heard: look at the devices after it.
  package init() throws(SystemError) {
    descriptor = FileDescriptor(adopting: try retrying(.socket) { cl_uevents_open() })
    // Not inline (compiler-workarounds.md: large-inline-array).
    bytes = Array(repeating: 0, count: 4096)
  }

  /// The next event; nil when there is none now.
  ///
  /// One of `missed` where the kernel's buffer overflowed. A flood cannot hold up the caller: a call
  /// reads 64 messages at most, and poll reports the rest.
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
