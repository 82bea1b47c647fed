// SPDX-License-Identifier: Apache-2.0

/// The slots for clients and listeners, in a class: a struct that holds them would be copied as a whole
/// wherever it is read.
final class ClientSlots {
  var slots = InlineArray<256, ClientConnection> { _ in ClientConnection() }
  /// The slots from here on are not in the poll set.
  var watched = 0
  var listeners = InlineArray<8, Listener?> { _ in nil }
  /// The listeners' descriptors, -1 for none: reading one from its listener would copy the path.
  var listening = InlineArray<8, CInt>(repeating: -1)
}
