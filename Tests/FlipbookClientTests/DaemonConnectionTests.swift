// SPDX-License-Identifier: Apache-2.0

import FlipbookClient
import Foundation
import Linux
import Motion
import Testing

@Suite struct DaemonConnectionTests {
  private static let name = "@flipbook-connection-test-\(MonotonicClock.nanoseconds)"

  /// Listens with a backlog for one connection, which is used up.
  private func busyListener(_ name: String) throws -> UnixListener {
    let listener = try UnixListener(at: Array(name.utf8).span, mode: 0o600, backlog: 0)
    _ = try UnixStream(connectingTo: Array(name.utf8).span)
    return listener
  }

  @Test func `a daemon that stays too busy to be reached is unreachable`() throws {
    let name = Self.name + "-full"
    let listener = try busyListener(name)
    let start = MonotonicClock.nanoseconds
    #expect(throws: DaemonError.self) {
      _ = try DaemonConnection(to: name, timeout: .milliseconds(30))
    }
    // Not a measurement: it must not have timed out too early.
    #expect(MonotonicClock.nanoseconds - start >= 30_000_000)
    _ = consume listener
  }

  @Test func `a daemon that is busy for a moment is reached`() throws {
    let name = Self.name + "-busy"
    let listener = try busyListener(name)
    let daemon = Thread {
      usleep(50_000)
      _ = try? listener.accept()
    }
    daemon.start()
    _ = try DaemonConnection(to: name, timeout: .milliseconds(60_000))
  }
}
