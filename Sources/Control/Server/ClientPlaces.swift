/// The places for clients and listeners, apart from the table: a struct that holds them itself is
/// copied, all of them, wherever it is read.
final class ClientPlaces {
  var at = InlineArray<256, ClientConnection> { _ in ClientConnection() }
  /// Places from here on have nothing in the poll.
  var watched = 0
  var listeners = InlineArray<8, Listener?> { _ in nil }
  /// The listeners' descriptors by number, -1 for none: each listener has its whole path with it.
  var listening = InlineArray<8, CInt>(repeating: -1)
}
