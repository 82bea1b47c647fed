// SPDX-License-Identifier: Apache-2.0

/// The status of the daemon and then each change of it, as a sequence that waits for them.
///
///     for update in try DaemonConnection().subscribe() {
///       let status = try update.get()
///       print(status.message)
///     }
///
/// There are at most ten changes a second. The sequence ends when the daemon quits; a daemon that disconnects before
/// is its last element, an error. Copies share one connection: an element is of one of them alone. A program with a loop
/// of its own waits in a thread.
public struct StatusUpdates: Sequence, IteratorProtocol {
  private final class Subscription {
    var connection: DaemonConnection
    var hasEnded = false

    init(_ connection: consuming DaemonConnection) { self.connection = connection }
  }

  private let subscription: Subscription

  /// Takes over a connection that has subscribed.
  init(_ connection: consuming DaemonConnection) { subscription = Subscription(connection) }

  /// Waits for the next status; nil after the last one.
  public mutating func next() -> Result<DaemonStatus, DaemonError>? {
    if subscription.hasEnded { return nil }
    do throws(DaemonError) {
      let status = try subscription.connection.nextStatus()
      subscription.hasEnded = status.isLast
      return .success(status)
    } catch {
      subscription.hasEnded = true
      return .failure(error)
    }
  }
}
