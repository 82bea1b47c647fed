// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import FlipbookClient
internal import Linux
internal import Text

extension PlymouthClient {
  /// How long a killed process may take to end.
  private static var killNanoseconds: Int64 { 2_000_000_000 }

  /// Makes the daemon quit; a daemon that does not answer is killed, so that no boot waits for it.
  ///
  /// A daemon that is stopped by a signal is killed at once, a silent one after a timeout. While it
  /// keeps its last frame for another program it may take longer, as long as it answers pings.
  mutating func quit(
    retainsSplash: Bool
  ) throws(PlymouthConnection.Failure) -> PlymouthStatus {
    let text: StaticString = retainsSplash ? "\u{1}" : ""
    var failure: PlymouthConnection.Failure
    do throws(PlymouthConnection.Failure) {
      return try carryOut(PlymouthFrame(.quit, text: text.bytes))
    } catch {
      failure = error
    }
    while failure == .silent, retainsSplash, PlymouthClient.answersPing() {
      do throws(PlymouthConnection.Failure) {
        let reply = try connection.awaitReply(limitNanoseconds: PlymouthClient.limitNanoseconds)
        return reply == .done ? .success : .failure
      } catch {
        failure = error
      }
    }
    guard failure != .disconnected, kill(after: failure) else { throw failure }
    return .success
  }

  /// Whether the daemon accepts another client and answers it.
  private static func answersPing() -> Bool {
    guard
      case .connected(let stream) = PlymouthEndpoint.connect(waitingNanoseconds: pingNanoseconds),
      var other = try? PlymouthConnection(stream),
      let reply = try? other.ask(PlymouthFrame(.ping), limitNanoseconds: pingNanoseconds)
    else { return false }
    return reply == .done
  }

  /// Kills the daemon; false where the process at the other end is not `flipbookd`, or may not be
  /// killed.
  ///
  /// `connect` has checked that it belongs to root or to this process's user.
  private mutating func kill(after failure: PlymouthConnection.Failure) -> Bool {
    var line = ErrorLine("plymouth")
    switch connection.daemon {
    case .some(let daemon):
      guard daemon.runs("flipbookd") || daemon.runs("@flipbookd"), daemon.kill() else {
        return false
      }
      line.append(daemonIs: daemon.number)
    case .none: return false
    }
    line.append(failure == .stopped ? " is stopped by a signal" : " does not answer")
    line.append("; it was killed")
    line.write()
    // The daemon's displays are free once all its descriptors are closed, also that of this connection.
    try? connection.waitForEnd(limitNanoseconds: PlymouthClient.killNanoseconds)
    return true
  }
}
