// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The index of one descriptor in a poll; name them in an extension.
package struct PollSlot: RawRepresentable, Hashable, Sendable {
  /// The index, from zero.
  package let rawValue: Int

  /// A slot with an index.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// The events that a descriptor is watched for, or has.
package struct PollEvents: OptionSet, Sendable {
  /// The kernel's bits.
  package let rawValue: Int16

  /// A set from the kernel's bits.
  package init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  /// A read would not block (`POLLIN`).
  package static let readable = PollEvents(rawValue: 0x001)
  /// A write would not block (`POLLOUT`).
  package static let writable = PollEvents(rawValue: 0x004)
  /// The descriptor has an error; always watched (`POLLERR`).
  package static let failed = PollEvents(rawValue: 0x008)
  /// The other side has closed; always watched (`POLLHUP`).
  package static let hungUp = PollEvents(rawValue: 0x010)
  /// The descriptor is not open; always watched (`POLLNVAL`).
  package static let invalid = PollEvents(rawValue: 0x020)

  /// Whether any of three is set; a set literal of them may allocate an array on the heap.
  package func hasAny(_ first: PollEvents, _ second: PollEvents, _ third: PollEvents) -> Bool {
    rawValue & (first.rawValue | second.rawValue | third.rawValue) != 0
  }
}

/// A fixed table of descriptors to wait for, indexed by slot.
///
/// It keeps descriptor numbers and owns none: stop watching a descriptor before closing it.
@safe
@usableFromInline
package struct Poll<let capacity: Int>: ~Copyable {
  /// Allocated memory of `capacity` entries.
  ///
  /// An array would be copied before each wait, and so would an inline array (compiler-workarounds.md:
  /// large-inline-array).
  private let entries: UnsafeMutableBufferPointer<pollfd>
  /// The entries for the kernel: the watched ones, in the order of their slots.
  ///
  /// The kernel refuses more entries than the process may have descriptors (`RLIMIT_NOFILE`), empty
  /// entries included.
  private let watched: UnsafeMutableBufferPointer<pollfd>
  /// Slots from here on are empty; the kernel does not get them.
  private var end = 0

  /// Watches nothing.
  ///
  /// Only this allocates memory.
  package init() {
    // Private memory, freed by `deinit`.
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0))
    unsafe watched = .allocate(capacity: capacity)
    unsafe watched.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0))
  }

  deinit {
    unsafe entries.deallocate()
    unsafe watched.deallocate()
  }

  /// The entry of a slot; traps for an index out of range.
  private func entry(_ index: Int) -> pollfd {
    precondition(0..<capacity ~= index)
    // The index is in range, as checked.
    return unsafe entries[index]
  }

  private func set(_ index: Int, _ entry: pollfd) {
    precondition(0..<capacity ~= index)
    // The index is in range, as checked.
    unsafe entries[index] = entry
  }

  /// Watches a descriptor in a slot, and replaces the slot's previous descriptor.
  package mutating func watch(
    _ slot: PollSlot, _ descriptor: borrowing FileDescriptor, for events: PollEvents = .readable
  ) {
    watch(slot, number: descriptor.number, for: events)
  }

  /// Watches a descriptor given by its number.
  package mutating func watch(
    _ slot: PollSlot, number: CInt, for events: PollEvents = .readable
  ) {
    set(slot.rawValue, pollfd(fd: number, events: events.rawValue, revents: 0))
    end = max(end, slot.rawValue + 1)
  }

  /// The numbers of the watched descriptors, in the order of their slots.
  package var descriptors: [CInt] { (0..<end).map { entry($0).fd }.filter { $0 >= 0 } }

  /// Empties a slot.
  package mutating func ignore(_ slot: PollSlot) {
    set(slot.rawValue, pollfd(fd: -1, events: 0, revents: 0))
    while end > 0, entry(end - 1).fd < 0 { end -= 1 }
  }

  /// Waits until there is an event or the timeout is over; without a timeout, until there is an event.
  ///
  /// Returns how many slots have events. Returns 0 when a signal handler interrupts it: the loop then
  /// computes its timeout again. Corresponds to `ppoll`.
  package mutating func wait(timeoutNanoseconds: Int64? = nil) throws(SystemError) -> Int {
    let timeout = timeoutNanoseconds.map { max(0, $0) } ?? -1
    var count = 0
    for index in 0..<end where entry(index).fd >= 0 {
      // There are at most as many as entries.
      unsafe watched[count] = entry(index)
      count += 1
    }
    // The kernel changes only the `revents` of the first `count` entries, which are valid.
    let ready = unsafe cl_poll(watched.baseAddress, UInt(count), timeout)
    if ready >= 0 {
      count = 0
      for index in 0..<end where entry(index).fd >= 0 {
        // The same entries in the same order.
        unsafe entries[index].revents = watched[count].revents
        count += 1
      }
      return Int(ready)
    }
    let error = SystemError.last(.poll)
    if error.errno == EINTR { return 0 }
    throw error
  }

  /// Whether the last wait found events in a slot from a first one on.
  package func hasEvents(from first: Int) -> Bool {
    for index in first..<max(first, end) where entry(index).revents != 0 { return true }
    return false
  }

  /// The events that the last wait found in a slot.
  package subscript(slot: PollSlot) -> PollEvents {
    PollEvents(rawValue: entry(slot.rawValue).revents)
  }
}

extension FileDescriptor {
  /// Whether a write would not block now, by `poll`.
  package func isWritable() throws(SystemError) -> Bool {
    var entry = pollfd(fd: number, events: PollEvents.writable.rawValue, revents: 0)
    // The address is of a local, valid during the call.
    let ready = unsafe cl_poll(&entry, 1, 0)
    if ready >= 0 { return ready > 0 }
    let error = SystemError.last(.poll)
    if error.errno == EINTR { return false }
    throw error
  }
}
