// SPDX-License-Identifier: Apache-2.0

internal import FlipbookClient
internal import Linux
internal import Motion
internal import Text

extension NativeClient {
  /// The command `wait-for-frame`: waits until a display shows a frame of the daemon, which may start meanwhile.
  ///
  /// It asks for the status every 10 ms, because the daemon's socket has to appear first: a unit that orders
  /// something after the splash must not depend on the daemon's unit.
  static func waitForFrame(
    at socket: Span<UInt8>, timeout: TimeSpan
  ) throws(DaemonError) -> NativeStatus {
    let deadline = MonotonicClock.nanoseconds + timeout.nanoseconds
    var pause = Poll<1>()
    // A daemon serves its clients before it has opened its devices: it may still find a display until then.
    var searchEnd: Int64?
    while true {
      let state: FrameState
      do throws(DaemonError) {
        state = try frameState(at: socket, until: deadline)
      } catch {
        switch error {
        case .unreachable where MonotonicClock.nanoseconds < deadline, .silent: state = .pending
        default: throw error
        }
      }
      switch state {
      case .shown: return .success
      case .noDisplay:
        let now = MonotonicClock.nanoseconds
        if let searchEnd, now >= searchEnd {
          throw .refused("the daemon has no display, or another program has it")
        }
        searchEnd = searchEnd ?? now + 100_000_000
      case .pending: break
      }
      let rest = deadline - MonotonicClock.nanoseconds
      guard rest > 0, (try? pause.wait(timeoutNanoseconds: min(rest, 10_000_000))) != nil else {
        throw .noFrame(at: socket)
      }
    }
  }

  private static func frameState(
    at socket: Span<UInt8>, until deadline: Int64
  ) throws(DaemonError) -> FrameState {
    let rest = max(1, deadline - MonotonicClock.nanoseconds)
    var daemon = try DaemonConnection(path: socket, timeout: TimeSpan(nanoseconds: rest))
    let status = try daemon.status()
    return FrameState(status: status.bytes)
  }
}
