// SPDX-License-Identifier: Apache-2.0

/// The slots for clients and listeners.
///
/// It is a class because a struct would be copied as a whole at each access.
@safe
final class ClientSlots {
  /// The slots, of which the first `madeCount` are initialised; the memory of the others is never
  /// touched.
  private let slots = UnsafeMutablePointer<ClientConnection>.allocate(
    capacity: ClientLimits.clients)
  private var madeCount = 0
  /// The slots from here on are not in the poll set.
  var watched = 0
  var listeners = InlineArray<8, Listener?> { _ in nil }
  /// The listeners' descriptors, -1 for none: reading one from its listener would copy the path.
  var listening = InlineArray<8, CInt>(repeating: -1)

  deinit {
    // Exactly these are initialised.
    unsafe slots.deinitialize(count: madeCount)
    unsafe slots.deallocate()
  }

  /// An initialised slot; traps for others.
  subscript(slot: Int) -> ClientConnection {
    // Initialised, as `address(of:)` checks, and never moved.
    _read { yield unsafe address(of: slot).pointee }
    _modify { yield unsafe &address(of: slot).pointee }
  }

  /// A slot's address; traps for a slot that was not made.
  @unsafe
  private func address(of slot: Int) -> UnsafeMutablePointer<ClientConnection> {
    precondition(slot >= 0 && slot < madeCount, "No such slot.")
    return unsafe slots + slot
  }

  /// Whether a client is in a slot, initialised or not.
  func isOpen(_ slot: Int) -> Bool { slot < madeCount && self[slot].isOpen }

  /// Initialises a slot if it is the next one.
  func make(_ slot: Int) {
    if slot < madeCount { return }
    precondition(slot == madeCount && slot < ClientLimits.clients, "Out of order.")
    // Not initialised yet.
    unsafe (slots + slot).initialize(to: ClientConnection())
    madeCount += 1
  }
}
